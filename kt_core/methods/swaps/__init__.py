"""Double-edge swaps: tours made random, and tours that are their own image.

A swap drops two edges of a four-cycle of moves and takes the two others, so that all degrees stay.
A tour is left for two-factors, and their cycles joined to one again, each by a swap that touches
two of them. `symmetric` makes the swaps together with their images. Proof: on small boards
"search", by `exact` with the images, which it imports for that.
"""

from kt_core.methods.swaps.mix import Mixer, mixing
from kt_core.methods.swaps.symmetric import tour as symmetric_tour

__all__ = ["Mixer", "mixing", "symmetric_tour"]
