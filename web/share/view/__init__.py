"""The dialogs "Share" and "Make a task" as strings."""
