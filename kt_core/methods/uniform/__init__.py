"""Tours drawn uniformly, by counted pairs of perfect matchings."""
