"""Interactive modes: playing a tour by hand, and predicting the search."""
