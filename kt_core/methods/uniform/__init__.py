"""Uniform random tours: every tour has the same probability.

A cycle of even length is the union of two perfect matchings (J. Petersen, Acta Math. 15 (1891)
193), so pairs of matchings are drawn by exact counts until one forms a single cycle. Memory is
exponential in the width of the board: up to 64 squares. It refutes nothing. Imports no other
method.
"""
