"""The lab's regions of the page as functions of the state."""
