"""The dialogs "Share" and "Make a task" as HTML."""
