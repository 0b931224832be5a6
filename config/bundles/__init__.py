"""Combine stylesheets and scripts, whose sources have one file per concern, into one file per page."""
