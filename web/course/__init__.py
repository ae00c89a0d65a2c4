"""Course packages, and the adapter that they contain."""
