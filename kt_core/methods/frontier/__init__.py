"""Frontier dynamic programming (Simpath) along an order of the squares.

D. E. Knuth, The Art of Computer Programming 4A (2011), 7.1.4, answer 225. Of the squares passed
only the mates of those on the frontier matter, so time and memory are exponential in the frontier
alone: the vertex separation of the order (N. G. Kinnersley, Inf. Process. Lett. 42 (1992) 345).
`strips` goes by columns, whose transitions repeat; `narrow` by an order that it looks for. Both
find, refute and count. Proof: "frontier" (no state is left). Imports no other room.
"""

from kt_core.methods.frontier import narrow, strips

__all__ = ["narrow", "strips"]
