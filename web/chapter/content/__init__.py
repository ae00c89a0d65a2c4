"""What is taught: the sections of the chapter, their figures' dials, their exercises."""
