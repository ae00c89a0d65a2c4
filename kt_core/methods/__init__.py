"""How a tour is found: each method answers a puzzle with a tour, a proof, or nothing."""
