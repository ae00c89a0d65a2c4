"""Frontier dynamic programming (Simpath) along an order of the squares.

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225. Of the passed squares,
only the mates of those on the frontier matter. So time and memory are exponential only in the size
of the frontier, the vertex separation of the order (N. G. Kinnersley, Inf. Process. Lett. 42 (1992)
345). `strips` passes columns, whose transitions repeat; `narrow` searches for a good order. Both
find, refute and count. Proof: "frontier" (no state is left). Imports no other method.
"""
