"""Links, files and printed sheets that the page makes, and their dialogs."""
