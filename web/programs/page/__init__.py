"""The reader's programs in the document: the editor, and the runs in a worker."""
