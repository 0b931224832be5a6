"""Jobs of the queue. Tasks have the names under which messages in a queue and its scheduler know them."""

from core.tasks import notices, snapshots, upkeep, webhooks

__all__ = ["notices", "snapshots", "upkeep", "webhooks"]
