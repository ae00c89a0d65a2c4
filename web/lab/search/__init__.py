"""The searches for a question's answer, and the answer as far as it is known."""
