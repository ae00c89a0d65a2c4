"""Boards that fall apart without one square or two."""
