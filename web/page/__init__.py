"""The document: the one place that touches it."""
