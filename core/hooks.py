"""Extension points for other rooms, which register what is theirs at start-up."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from core.models import Webhook, WebhookDelivery

start_pages: set[str] = set()
"""The URL names of the pages that an app on a phone may start with."""

home_locks: list[Callable[[Any], Any]] = []
"""Lock what webhooks are of and return it as it is now. Refused: CHANGED_MEANWHILE."""

webhook_topics: dict[str, tuple[str, ...]] = {}
"""The types of messages by topic."""

webhook_changed: list[Callable[..., object]] = []
"""Called in the transaction of each change of a webhook, with the webhook, the change ("added", "changed", "on", "off",
"secret", "deleted") and `by`, who made it.
"""

webhook_data: list[Callable[[Webhook, WebhookDelivery], Mapping[str, object] | None]] = []
"""The data of a message, as plain values; None if they are no longer public. Called with the first try."""

each_hour: list[Callable[[], object]] = []
"""What the queue's scheduler runs, and a laptop without a queue every hour."""

webhooks_wait: list[Callable[[Collection[int]], None]] = []
"""Called in the transaction that queued deliveries, with the keys of their webhooks."""
