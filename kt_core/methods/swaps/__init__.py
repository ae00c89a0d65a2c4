"""Double-edge swaps: tours made random, and tours that are their own image."""
