"""Methods: each answers a puzzle with a tour, a refutation, or not at all."""
