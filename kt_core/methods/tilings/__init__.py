"""Tours of full boards from the tours of tiles."""
