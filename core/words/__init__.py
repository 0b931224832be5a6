"""Checks and sentences of the platform."""
