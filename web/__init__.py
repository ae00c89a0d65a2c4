"""The page: its template and looks, and the Python that runs in it."""
