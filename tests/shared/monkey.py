"""A reader in a browser who quickly takes random actions."""

from pathlib import Path

#: A function of a number of actions, a seed, a kind ("any" or "cheat") and links to go to.
MONKEY = Path(__file__).with_suffix(".js").read_text("utf-8")
