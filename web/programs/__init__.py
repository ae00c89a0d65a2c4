"""The reader's programs: their editor, their worker, and the reports of runs."""
