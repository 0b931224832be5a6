"""Models of the platform; their tables have their former names."""

from core.models.job import Job
from core.models.push import PushSubscription
from core.models.webhook import Webhook, WebhookDelivery

__all__ = ["Job", "PushSubscription", "Webhook", "WebhookDelivery"]
