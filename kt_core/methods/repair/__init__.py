"""Tours of large boards with few holes, by local repair."""
