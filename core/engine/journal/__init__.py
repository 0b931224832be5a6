"""The journal's kinds of lines: each a class with typed facts, from which all follows that is done with a line."""
