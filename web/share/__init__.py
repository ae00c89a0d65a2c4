"""What leaves the page: links, files and messages."""
