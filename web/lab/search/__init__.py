"""What is done about a question: searches, and what is known of its answer."""
