"""The page's one state, what may be wished of it, and the one way to another."""
