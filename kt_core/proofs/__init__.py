"""Why there is no tour: each proof names the squares that show it."""
