"""Extension points for other rooms, which register what is theirs at start-up."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from core.engine.seals import Found, Origin
from core.models import Webhook, WebhookDelivery
from core.models.journal import Home, JournalEvent
from core.models.seal import JournalSeal

start_pages: set[str] = set()
"""The URL names of the pages that an app on a phone may start with."""

home_locks: list[Callable[[Home], Home]] = []
"""Lock what a journal or a webhook is of and return it as it is now. Refused: CHANGED_MEANWHILE."""

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

line_written: list[Callable[[JournalEvent], None]] = []
"""Called in the transaction of each journal line, before a seal that it causes; must not query the database."""

journal_sealed: list[Callable[[JournalSeal], Any]] = []
"""Called in the transaction of each seal."""

deletion_notes: list[Callable[[Home], Iterable[Found]]] = []
"""The records that a journal which still exists was deleted; they would allow deleting its lines."""

journal_checks: list[Callable[[Home], Iterable[Found]]] = []
"""Where the tables of a room differ from a journal."""

journal_origins: list[Callable[[Home], Iterable[Origin]]] = []
"""Where the lines of a restored journal are from, by number. One query."""

line_locks: list[Callable[[JournalEvent], Any]] = []
"""Lock what a line is of, for its undo. Refused: CHANGED_MEANWHILE."""
