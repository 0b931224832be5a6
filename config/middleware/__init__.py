"""Middleware, before the views."""
