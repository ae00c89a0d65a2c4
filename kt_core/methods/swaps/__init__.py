"""Double-edge swaps: random tours of large boards, and symmetric tours.

A swap drops two edges of a four-cycle of moves and takes the other two, so no degree changes. Swaps
turn a tour into a two-factor, whose cycles are then joined by swaps that touch two of them.
`symmetric` makes each swap together with its images. Proof: "search" on small boards, by `exact`,
which it imports.
"""
