"""What the figures of the chapter show, drawn and said."""
