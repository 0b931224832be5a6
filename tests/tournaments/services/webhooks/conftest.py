"""Webhooks are sent for real."""

from tests.webhook_receiver import receiver as receiver
