"""Tours of full boards from the tours of tiles, joined by exchanges of two edges.

I. Parberry, Discrete Appl. Math. 73 (1997) 251. Linear in the squares, once each shape of tile has
its tour. `tiles` is for the knight, with any ends; `mosaic` for any leaper. Proves nothing where it
fails. Imports `exact` and `two_factors`, which find the tours of single tiles.
"""
