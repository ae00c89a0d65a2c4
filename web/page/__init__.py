"""The page: `update` and `view` of all parts, and the modules that change the document."""
