"""The pool panel on a player's table page in Limited: what to register, and pools to count for a neighbor."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.engine.formats import DECK_RULES
from decks.queries.pools import pools as queries
from decks.words import pool_words as words
from floor.queries.my_table import MyTable


def panel(at: MyTable) -> dict[str, Any] | None:
    """Context of the panel; None outside Limited, and while a pool still grows by tapped picks."""
    if not DECK_RULES[at.event.play_style].supplied_only:
        return None
    entry = at.entry
    draft = queries.newest_draft(entry.division)
    if draft is None or not queries.pod_of(draft, entry.pk):
        return None
    opened = queries.pool_opened_by(draft, entry.pk)
    if opened is None and draft.way == draft.Way.TRACKED:
        return None
    version = opened.counts if opened else None
    state = queries.state_of(draft, version)
    waits = [str(version.opened_by) for version in queries.to_verify(draft, entry.pk)]
    urgent = bool(waits) or (
        state in ("missing", "discrepancy", "unnamed") and queries.refusal(draft, entry) is None
    )
    return {
        "url": reverse("decks:my_pool", args=[at.link.token]),
        "chip": words.state_text(state, verified=bool(version and version.verified_at)),
        "waits": [_("Count the cards of %(name)s") % {"name": name} for name in waits],
        "urgent": urgent,
        "registered": not waits and state in ("done", "waiting"),
    }
