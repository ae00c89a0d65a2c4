"""Exact search for Hamiltonian cycles, edge by edge."""
