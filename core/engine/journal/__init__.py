"""Kinds of journal lines: classes with typed facts, which determine everything done with a line."""
