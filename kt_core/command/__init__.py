"""The command line: options, commands, files and processes. `__main__` is the entry point."""
