"""What the dialogs share: opening and closing, messages, and parts of their HTML."""
