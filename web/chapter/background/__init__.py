"""Background work of the chapter, in the reader's browser."""
