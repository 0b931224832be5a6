"""What the desk of a round shows: the state of divisions, rows of matches, and latest changes."""
