"""Boards, timelines and trees as SVG."""
