"""The document: the only folder whose modules change it."""
