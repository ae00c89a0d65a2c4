"""The lab: the form, the words, the board and the panels."""
