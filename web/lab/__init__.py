"""The lab: searches to be watched, games, and predictions."""
