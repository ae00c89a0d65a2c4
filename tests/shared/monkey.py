"""A reader in a browser who quickly takes random actions."""

from pathlib import Path

#: A function of a number of actions and a seed.
MONKEY = Path(__file__).with_suffix(".js").read_text("utf-8")
