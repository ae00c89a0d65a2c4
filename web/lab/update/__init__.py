"""State changes of the lab, by intent."""
