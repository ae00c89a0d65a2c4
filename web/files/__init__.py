"""Tours and boards that a reader opens from a text or a file."""
