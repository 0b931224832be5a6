"""Counting a pool on a checklist, for players and staff: a page part, and parsing of what it sends."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.documents.lists import SECTION_WORDS
from decks.engine import pools as engine
from decks.engine.lists.values import SECTIONS
from decks.engine.pools import Cards
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.forms.pools import Counted
from decks.models import Draft, PoolVersion
from decks.queries.pools import pools as queries
from decks.words.limited_words import expansion_name

Save = Callable[[Cards], PoolVersion]


def first(draft: Draft, version: PoolVersion | None) -> Counted:
    """The initial counts of the page: the version that counts."""
    return forms.counted(queries.cards_of(version), forms.checklist(draft))


def sent(request: HttpRequest, draft: Draft, save: Save) -> tuple[Counted, str, PoolVersion | None]:
    """The submitted counts, a sentence if they are refused, and the version if it was saved."""
    rows = forms.checklist(draft)
    counts, do = forms.given(request.POST, rows), request.POST.get("do", "")
    typed = forms.typed_number(request.POST)
    try:
        if typed and (do in forms.ADDS or do == "read"):
            counts = forms.added(counts, rows, typed, forms.ADDS.get(do, 1))
        if do == "read":
            return forms.merged(draft, counts, request.POST.get("text", ""), rows), "", None
        if typed and do == "save":
            raise Refused(DeckRefusal.CARD_NUMBER_LEFT, number=typed)
        if do != "save":
            return forms.stepped(counts, do), "", None
        cards, unread = forms.cards_of(draft, counts, rows)
        if unread:
            return Counted(counts.counts, counts.other, unread), "", None
        return counts, "", save(cards)
    except Refused as refused:
        return counts, refusal_text(refused), None


def seen(request: HttpRequest) -> int:
    """The version shown on the page."""
    return forms.number(request.POST.get("seen"), 9999)


def context(
    draft: Draft, counts: Counted, version: PoolVersion | None, *, typed: str = "", fault: str = ""
) -> dict[str, Any]:
    """The context of the page part. `typed`: a number that could not be added."""
    rows = forms.count_rows(forms.checklist(draft, get_language() or "en"), counts)
    unreadable, cards = "", Cards()
    try:
        cards, _unread = forms.cards_of(draft, counts, forms.checklist(draft))
    except Refused as refused:
        unreadable = refusal_text(refused)
    return {
        "groups": [
            {
                "code": code,
                "title": SECTION_WORDS[code],
                "rows": [row for row in rows if row["card"].supertype == code],
            }
            for code in SECTIONS
        ]
        if rows
        else [],
        "sets": ", ".join(queries.boosters(draft)),
        "digits": len(queries.boosters(draft)) == 1 and all(row["card"].number.isdigit() for row in rows),
        "typed": typed if fault else "",
        "added": counts.added,
        "other": counts.other,
        "unread": counts.unread,
        "fault": fault or unreadable,
        "counted": engine.total(cards),
        "wanted": queries.expected(draft),
        "seen": version.number if version else 0,
        "expansions": ", ".join(expansion_name(code) for code in queries.boosters(draft)),
    }


def listed(cards: Cards, draft: Draft) -> list[dict[str, Any]]:
    """Cards to read: by kind, in binder order; unknown and unnamed ones last."""
    kinds = {(row.code, row.number): row.supertype for row in forms.checklist(draft)}
    by_kind: dict[str, list[engine.PoolCard]] = {code: [] for code in (*SECTIONS, "")}
    for card in cards:
        by_kind[kinds.get((card.code, card.number), "")].append(card)
    return [
        {"code": code or "other", "title": SECTION_WORDS[code], "rows": rows, "count": engine.total(rows)}  # type: ignore[index]
        for code, rows in by_kind.items()
        if rows
    ]
