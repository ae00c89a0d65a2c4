"""What is drawn: boards, timelines and trees, as SVG."""
