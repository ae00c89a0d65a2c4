"""The reader's own programs: editor, worker, and what a run reports."""
