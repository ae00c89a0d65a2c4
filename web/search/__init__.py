"""A search or a game on a board, step by step: recorded, watched, played, predicted. Pure."""
