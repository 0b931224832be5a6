"""Kinds of journal lines: classes with typed facts that determine how a line is processed."""
