"""The content of the chapter: its sections, the dials of its figures, its exercises."""
