"""Jobs of the queue. Tasks keep the names that messages in a queue and its scheduler contain."""

from core.tasks import notices, snapshots, upkeep, webhooks

__all__ = ["notices", "snapshots", "upkeep", "webhooks"]
