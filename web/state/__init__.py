"""The state of the page, its intents and its effects."""
