"""The lab: searches to watch, games, and predictions."""
