"""Tasks to write a program that passes tests: ready-made exercises, and the task in the page."""
