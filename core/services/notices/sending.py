"""Sending push notices: when, and how often they are retried."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.db.models import F

from core.engine.notices import TEST, is_silent
from core.models import PushSubscription
from core.services.notices import web_push
from core.services.notices.web_push import Answer, Result

TRIES = 5
FIRST_WAIT = 5
"""Seconds until the second try; the pause doubles each time."""

NOTED_AGAIN = timedelta(minutes=5)
"""How long after an arrival no further one is recorded."""

PAUSE = 20.0
"""Seconds without requests to a push service that was unreachable, such as without the Internet."""

_unreached: dict[tuple[str, int], float] = {}
"""When each push service, by name and port, was last unreachable, on the monotonic clock."""


@dataclass(frozen=True, slots=True)
class Message:
    """A notice in one person's language, as the browser's service worker shows it.

    `url` is a path of this site. `at` and `until` are Unix times in seconds; after `until` the notice is worthless.
    """

    title: str
    body: str
    url: str
    tag: str
    topic: str
    at: int
    until: int
    quiet: bool = False

    @property
    def payload(self) -> str:
        fields = {"title": self.title, "body": self.body, "url": self.url, "tag": self.tag, "at": self.at}
        return json.dumps(fields | ({"quiet": True} if self.quiet else {}), ensure_ascii=False)


def deliver(subscription: int, message: Message, *, now: datetime, tried: int = 0) -> int | None:
    """Send a message to one browser; returns the seconds until the next try, None if there is none.

    Nothing is sent to a deleted subscription, an unwanted topic, in silent hours, or after `until`. An expired browser
    subscription is deleted for every person it belongs to.
    """
    rows = PushSubscription.objects.select_related("tournament")
    found = rows.filter(pk=subscription).first()
    if found is None or now.timestamp() >= message.until or not _wants(found, message.topic, now):
        return None
    answer = _send(found, message, now)
    if answer.result is Result.EXPIRED:
        PushSubscription.objects.filter(endpoint=found.endpoint).delete()
        return None
    _note(found, answer, now)
    wait = max(answer.after, FIRST_WAIT * 2**tried)
    again = answer.again and tried + 1 < TRIES and now.timestamp() + wait < message.until
    return wait if again else None


def _wants(subscription: PushSubscription, topic: str, now: datetime) -> bool:
    if topic == TEST:
        return True
    clock = now.astimezone(ZoneInfo(subscription.tournament.timezone)).time()
    silent = is_silent(clock, subscription.silent_from, subscription.silent_to)
    return topic in subscription.topics and not silent


def _send(subscription: PushSubscription, message: Message, now: datetime) -> Answer:
    service = web_push.service_of(subscription)
    if monotonic() - _unreached.get(service, -PAUSE) < PAUSE:
        return Answer(Result.UNREACHABLE, again=True)
    answer = web_push.send(
        subscription,
        message.payload,
        lasts=max(1, message.until - int(now.timestamp())),
        tag=f"{subscription.pk} {message.tag}",
        urgent=not message.quiet,
    )
    if answer.result is Result.UNREACHABLE:
        _unreached[service] = monotonic()
    else:
        _unreached.pop(service, None)
    return answer


def _note(subscription: PushSubscription, answer: Answer, now: datetime) -> None:
    """Record the outcome, for the card beside the settings."""
    row = PushSubscription.objects.filter(pk=subscription.pk)
    if answer.result is not Result.ARRIVED:
        row.update(failed=F("failed") + 1, failed_at=now, trouble=answer.result.value)
    elif subscription.failed or not subscription.arrived_at or now - subscription.arrived_at > NOTED_AGAIN:
        row.update(failed=0, trouble=PushSubscription.Trouble.NONE, arrived_at=now)
