"""Webhooks: who is told what, what waits for them, and how it is sent."""
