"""Models of the platform; their tables have their former names."""

from core.models.job import Job
from core.models.journal import JournalEvent
from core.models.push import PushSubscription
from core.models.seal import JournalRedaction, JournalSeal, SealRecord
from core.models.webhook import Webhook, WebhookDelivery

__all__ = [
    "Job",
    "JournalEvent",
    "JournalRedaction",
    "JournalSeal",
    "PushSubscription",
    "SealRecord",
    "Webhook",
    "WebhookDelivery",
]
