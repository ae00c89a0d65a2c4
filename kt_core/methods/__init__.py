"""Methods: each answers a puzzle with a tour or a refutation, or does not answer it."""
