"""The question that the page answers, its address, and the task that a teacher sets."""
