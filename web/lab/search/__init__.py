"""The searches for a question's answer, and the answer so far."""
