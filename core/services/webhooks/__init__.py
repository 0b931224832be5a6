"""Webhooks: subscriptions, the queue, and sending."""
