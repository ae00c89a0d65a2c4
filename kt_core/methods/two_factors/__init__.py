"""Two-factors: two edges at every vertex, found by augmenting paths and merged to one cycle."""
