"""Jobs of the queue. Names of tasks must not change, since queued messages and the scheduler contain them."""

from core.tasks import notices, snapshots, upkeep, webhooks

__all__ = ["notices", "snapshots", "upkeep", "webhooks"]
