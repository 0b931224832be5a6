"""Sending push notices, with retries."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import monotonic
from zoneinfo import ZoneInfo

from django.db.models import F

from core.engine.notices import TEST, is_in_silent_hours
from core.models import PushSubscription
from core.services.notices import web_push
from core.services.notices.web_push import PushAnswer, PushResult

TRIES = 5
FIRST_WAIT = 5
"""Seconds until the second try. The pause doubles with each further try."""

ARRIVAL_INTERVAL = timedelta(minutes=5)
"""Time after a recorded arrival during which no further arrival is recorded."""

PAUSE = 20.0
"""Seconds without requests to a push service that could not be reached."""

_unreached: dict[tuple[str, int], float] = {}
"""The monotonic time at which each push service, by name and port, was last unreachable."""


@dataclass(frozen=True, slots=True)
class PushMessage:
    """A notice in one person's language, in the form that the browser's service worker shows.

    `url` is a path of this site. `at` and `until` are Unix times in seconds; after `until` the notice is not
    sent.
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


def send_to_browser(subscription: int, message: PushMessage, *, now: datetime, tried: int = 0) -> int | None:
    """Send a message to one browser and return the seconds until the next try, or None if there is none.

    `tried` is the number of earlier tries, which have failed. Nothing is sent to a deleted subscription, for a
    topic that was not chosen, in silent hours, or after `until`. If the browser has ended the subscription, it is
    deleted for everyone it belongs to.
    """
    subscriptions = PushSubscription.objects.select_related("tournament")
    row = subscriptions.filter(pk=subscription).first()
    if row is None or now.timestamp() >= message.until:
        return None
    if message.topic != TEST:
        local_time = now.astimezone(ZoneInfo(row.tournament.timezone)).time()
        if message.topic not in row.topics or is_in_silent_hours(local_time, row.silent_from, row.silent_to):
            return None

    answer = _send_push_message(row, message, now)
    if answer.result is PushResult.EXPIRED:
        PushSubscription.objects.filter(endpoint=row.endpoint).delete()
        return None
    # The outcome is shown next to the settings of the phone.
    same_row = PushSubscription.objects.filter(pk=row.pk)
    if answer.result is not PushResult.ARRIVED:
        same_row.update(failed=F("failed") + 1, failed_at=now, trouble=answer.result.value)
    elif row.failed or not row.arrived_at or now - row.arrived_at > ARRIVAL_INTERVAL:
        same_row.update(failed=0, trouble=PushSubscription.Trouble.NONE, arrived_at=now)
    wait = max(answer.after, FIRST_WAIT * 2**tried)
    will_retry = answer.again and tried + 1 < TRIES and now.timestamp() + wait < message.until
    return wait if will_retry else None


def _send_push_message(subscription: PushSubscription, message: PushMessage, now: datetime) -> PushAnswer:
    """Send a message, unless the push service was unreachable within the last PAUSE seconds.

    Records whether the service could be reached.
    """
    service = web_push.push_service_of(subscription)
    if monotonic() - _unreached.get(service, -PAUSE) < PAUSE:
        return PushAnswer(PushResult.UNREACHABLE, again=True)
    answer = web_push.send_push(
        subscription,
        message.payload,
        lasts=max(1, message.until - int(now.timestamp())),
        tag=f"{subscription.pk} {message.tag}",
        urgent=not message.quiet,
    )
    if answer.result is PushResult.UNREACHABLE:
        _unreached[service] = monotonic()
    else:
        _unreached.pop(service, None)
    return answer
