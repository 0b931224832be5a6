"""Combine stylesheets and scripts, which are written as one file per concern, into one file per page."""
