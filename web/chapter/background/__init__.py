"""Work of the chapter that the browser does in the background."""
