"""The figures of the chapter: their drawings and their descriptions."""
