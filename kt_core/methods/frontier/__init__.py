"""Frontier dynamic programming (Simpath) along an order of the squares."""
