"""Tests of a program in the page: the task with its tests, the check and its results."""
