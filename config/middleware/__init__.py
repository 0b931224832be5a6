"""Middleware that runs before the views."""
