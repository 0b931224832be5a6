"""The sentences of push notices, by code. Each app adds the sentences of its notices."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from core import hooks
from core.engine.code_labels import Facts
from core.engine.notices import Notice
from core.models import PushSubscription
from core.sentences import Sentence, fill_sentence
from core.services.notices.sending import PushMessage

Words = Callable[[Facts], Facts]


def _unchanged_facts(facts: Facts) -> Facts:
    return facts


NOTICES: dict[str, tuple[Sentence, Sentence, Words]] = {
    "TEST": (_("Notifications work"), _("This phone shows notifications from Stadium."), _unchanged_facts),
}
"""Title and text by code, with the function that translates the facts of the notice."""


def register_notices(
    sentences: Mapping[str, tuple[Sentence, Sentence]], *, facts: Words = _unchanged_facts
) -> None:
    """Add the sentences of notices: title and text. Raises ValueError for a code that already has them."""
    for code, (title, text) in sentences.items():
        if code in NOTICES:
            raise ValueError(f"Notice {code} is worded twice.")
        NOTICES[code] = (title, text, facts)


def notice_message(notice: Notice, subscription: PushSubscription, *, at: datetime) -> PushMessage:
    """Return a notice in the language of a browser. `at` is the time of the event that it reports.

    The title begins with the player's first name if the browser also gets another person's notices.
    """
    title, text, translate = NOTICES[notice.code]
    with override(subscription.language):
        facts = translate(notice.facts)
        filled_title, filled_text = fill_sentence(title, facts), fill_sentence(text, facts)
    # `queries.notices` marks a browser that also gets another person's notices.
    is_shared = getattr(subscription, "shared", False)
    first_name = subscription.entry.first_name if subscription.entry and is_shared else ""
    reader, address = "member", subscription.tournament.slug
    if subscription.entry is not None:
        reader, address = "entry", subscription.entry.link.token
    return PushMessage(
        f"{first_name} – {filled_title}" if first_name else filled_title,
        filled_text,
        url=reverse(notice.page or hooks.notice_pages[reader], args=[address]),
        tag=f"{'member' if notice.member else 'player'}-{notice.member or notice.person} {notice.tag}",
        topic=notice.topic,
        at=int(at.timestamp()),
        until=int((at + notice.lasts).timestamp()),
        quiet=notice.quiet,
    )


def message_facts(message: PushMessage) -> Facts:
    """Return a message as the argument of a job."""
    return asdict(message)
