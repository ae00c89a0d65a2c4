"""How the reader's intents change the lab."""
