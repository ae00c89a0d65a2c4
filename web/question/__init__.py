"""What is asked: the question, its address, and what a teacher has locked."""
