"""docs/webhooks.md names every type and every field, and its example verifies what is sent."""

import re
from pathlib import Path
from time import time
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from core.engine.webhooks import PING
from core.models import Webhook
from core.services.webhooks import subscriptions
from core.services.webhooks.sending import send_next_delivery
from core.tasks import webhooks as tasks
from pairings.engine.clock import Kind
from pairings.services.reports import clocks
from pairings.services.rounds import rounds
from tests.pairings import build as play
from tests.webhook_receiver import Receiver
from tests.webhook_receiver import receiver as receiver
from tournaments.engine.webhook_types import TOPICS, TYPES

pytestmark = pytest.mark.django_db

PAGE = (Path(settings.BASE_DIR) / "docs/webhooks.md").read_text()


@pytest.fixture
def hook(receiver: Receiver) -> Webhook:
    """Create a webhook for a round from its pairing to its end."""
    division = play.division(5, published=True)
    made = receiver.hook(division.tournament, TOPICS)
    division.refresh_from_db()
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)
    clocks.press_clock(round_, Kind.STARTED, by=None, restart=True)
    play.report_all(round_)
    rounds.close_round(round_, by=None)
    while send_next_delivery(made.pk, now=timezone.now(), seed=1) is not None:
        pass
    tasks.send_delivery_again(subscriptions.create_ping(made))
    return made


def verify() -> Any:
    """Return the function of the example."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    scope: dict[str, Any] = {}
    exec(source, scope)
    return scope["verify"]


def test_the_example_verifies_what_is_sent(receiver: Receiver, hook: Webhook):
    check = verify()
    for got in receiver.received:
        assert check(hook.secret, got.headers, got.body) == got.message
    with pytest.raises(ValueError, match="not signed"):
        check(hook.secret, got.headers, got.body + b" ")
    with pytest.raises(ValueError, match="not signed"):
        check("whsec_" + "A" * 44, got.headers, got.body)
    with pytest.raises(ValueError, match="too old"):
        check(hook.secret, got.headers, got.body, now=time() + 301)


def test_every_type_and_every_field_is_described(receiver: Receiver, hook: Webhook):
    named = set(re.findall(r"`([\w.]+)`|\"(\w+)\":", PAGE))
    words = {one for pair in named for one in pair}
    assert {one for types in TYPES.values() for one in types} | {PING} <= words
    assert {got.message["type"] for got in receiver.received} >= {"round.posted", "clock.ended", PING}
    fields = {name for got in receiver.received for name in _names(got.message)}
    assert fields - words == set()


def _names(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {*value, *(name for one in value.values() for name in _names(one))}
    return {name for one in value for name in _names(one)} if isinstance(value, list) else set()
