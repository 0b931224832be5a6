"""Models of the platform; their tables have their former names."""

from core.models.job import Job
from core.models.push import PushSubscription

__all__ = ["Job", "PushSubscription"]
