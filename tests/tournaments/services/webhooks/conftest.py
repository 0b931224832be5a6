"""Tests here send webhooks over real connections."""

from tests.webhook_receiver import receiver as receiver
