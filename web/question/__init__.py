"""The question that the page answers: its address, its task, its code, and how it is read."""
