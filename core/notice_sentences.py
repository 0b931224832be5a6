"""The sentences of push notices, by code. Each app adds its own."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from core import hooks
from core.engine.facts import Facts
from core.engine.notices import TEST, Notice
from core.models import PushSubscription
from core.sentences import Sentence, filled
from core.services.notices.sending import Message

Words = Callable[[Facts], Facts]


def _as_they_are(facts: Facts) -> Facts:
    return facts


NOTICES: dict[str, tuple[Sentence, Sentence, Words]] = {
    "TEST": (_("Notifications work"), _("This phone shows notifications from Stadium."), _as_they_are),
}
"""Title and text by code, and the function that translates its facts."""


def register_notices(
    sentences: Mapping[str, tuple[Sentence, Sentence]], *, facts: Words = _as_they_are
) -> None:
    """Add the sentences of notices: title and text. ValueError for a code that already has them."""
    for code, (title, text) in sentences.items():
        if code in NOTICES:
            raise ValueError(f"Notice {code} is worded twice.")
        NOTICES[code] = (title, text, facts)


def message(notice: Notice, subscription: PushSubscription, *, at: datetime) -> Message:
    """A notice in the language of one browser. `at`: when the event it reports happened."""
    title, text, words = NOTICES[notice.code]
    with override(subscription.language):
        facts = words(notice.facts)
        heading, below = filled(title, facts), filled(text, facts)
    who = subscription.entry.first_name if subscription.entry and shared(subscription) else ""
    reader, address = "member", subscription.tournament.slug
    if subscription.entry is not None:
        reader, address = "entry", subscription.entry.link.token
    return Message(
        f"{who} – {heading}" if who else heading,
        below,
        url=reverse(notice.page or hooks.notice_pages[reader], args=[address]),
        tag=f"{'member' if notice.member else 'player'}-{notice.member or notice.person} {notice.tag}",
        topic=notice.topic,
        at=int(at.timestamp()),
        until=int((at + notice.lasts).timestamp()),
        quiet=notice.quiet,
    )


def shared(subscription: PushSubscription) -> bool:
    """Whether the browser also gets another person's notices (see `queries.notices`)."""
    return bool(getattr(subscription, "shared", False))


def sample_notice(subscription: PushSubscription) -> Notice:
    """The notice that people send to their own phone."""
    return Notice(TEST, "TEST", TEST, person=subscription.entry_id, member=subscription.member_id)


def facts_of(message: Message) -> Facts:
    """A message as the argument of a job."""
    return asdict(message)
