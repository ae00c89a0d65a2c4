"""Drawings of boards, graphs, tours and searches as SVG."""
