"""What the reader does by hand: plays, predicts, asks what is still possible."""
