"""The command line, with streams, files and processes: `__main__` is its door."""
