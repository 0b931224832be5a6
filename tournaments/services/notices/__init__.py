"""Notices on locked phones: who wants them, and how they are sent."""
