"""The chapter: its text, its figures and its questions."""
