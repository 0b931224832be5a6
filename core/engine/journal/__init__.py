"""Kinds of journal lines: classes with typed facts, from which everything done with a line follows."""
