"""Notations and file formats of tours and refutations: read, never trusted, and written."""
