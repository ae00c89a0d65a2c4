"""Drawings: values in, SVG out."""
