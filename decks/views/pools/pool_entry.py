"""Count a pool on a checklist: the form, and the part of the page that players and staff share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import get_language

from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.documents.list_files import SECTION_WORDS
from decks.engine import pools as engine
from decks.engine.lists.deck_list import SECTIONS, Section
from decks.engine.pools import Cards, PoolCard
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.forms.pools import CountRow, PoolCounts
from decks.models import Draft, PoolVersion
from decks.queries.drafts import booster_codes
from decks.queries.pools import pools as queries
from decks.words.limited_words import expansion_name

Save = Callable[[Cards], PoolVersion]

SAVE_ANYWAY = "save_anyway"
"""Action that saves a pool although its number of cards differs from that of the packs."""


def initial_counts(draft: Draft, version: PoolVersion | None) -> PoolCounts:
    """Return the initial counts of the page, from the effective version."""
    return forms.counts_of_pool(queries.version_cards(version), forms.pool_checklist(draft))


def run_count_action(
    request: HttpRequest, draft: Draft, save: Save
) -> tuple[PoolCounts, str, PoolVersion | None]:
    """Run the action of the button; return the counts, the sentence of a refusal, and the saved version.

    The sentence is "" without a refusal. The version is None unless the action saved the pool by calling
    `save`.
    """
    rows = forms.pool_checklist(draft)
    counts, action = forms.submitted_counts(request.POST, rows), request.POST.get("do", "")
    typed_number = forms.typed_card_number(request.POST)
    try:
        if typed_number and (action in forms.ADDS or action == "read"):
            counts = forms.counts_with_numbered_card(counts, rows, typed_number, forms.ADDS.get(action, 1))
        if action == "read":
            return forms.counts_with_pasted_list(draft, counts, request.POST.get("text", ""), rows), "", None
        is_confirmed, action = action == SAVE_ANYWAY, "save" if action == SAVE_ANYWAY else action
        if typed_number and action == "save":
            raise Refused(DeckRefusal.CARD_NUMBER_LEFT, number=typed_number)
        if action != "save":
            return forms.counts_with_step(counts, action), "", None
        cards, unread = forms.counted_cards(draft, counts, rows)
        if unread:
            return PoolCounts(counts.counts, counts.other, unread), "", None
        wanted, counted = queries.expected_pool_size(draft), engine.count_cards(cards)
        if wanted and counted and counted != wanted and not is_confirmed:
            raise Refused(DeckRefusal.POOL_NOT_COMPLETE, counted=counted, wanted=wanted)
        return counts, "", save(cards)
    except Refused as refused:
        return counts, refusal_text(refused), None


def seen_version(request: HttpRequest) -> int:
    """Return the number of the version shown on the page, or 0 for none."""
    return forms.typed_count(request.POST.get("seen"), 9999)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRows:
    """The cards of one expansion, to be counted."""

    code: str
    title: str | Promise
    rows: Sequence[CountRow]


@dataclass(frozen=True, kw_only=True)
class EntryPart:
    """The part of the page in which cards are entered.

    - `sets`: the codes of the expansions, and `expansions` their names.
    - `digits`: whether digits alone identify a card: one expansion, without letters in its numbers.
    - `typed`: the typed number of a card that could not be added.
    - `other`, `unread`: the cards typed as text, and its lines that do not identify a card.
    - `counted`, `wanted`: the number of cards entered, and the number in the packs.
    - `incomplete`: whether saving was refused because these numbers differ. Staff or the player can save
      anyway.
    - `seen`: the number of the version shown.
    """

    groups: Sequence[SetRows]
    sets: str
    digits: bool
    typed: str
    added: PoolCard | None
    other: str
    unread: tuple[tuple[int, str], ...]
    fault: str
    counted: int
    wanted: int
    incomplete: bool
    seen: int
    expansions: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGroup:
    """The cards of one kind in a pool."""

    code: str
    title: str | Promise
    rows: Sequence[PoolCard]
    count: int


def pool_entry_context(
    draft: Draft, counts: PoolCounts, version: PoolVersion | None, *, typed: str = "", fault: str = ""
) -> EntryPart:
    """Return the context of the page part.

    `typed`: the number of a card that could not be added. `fault`: why the last action was refused.
    """
    count_rows = forms.count_rows(forms.pool_checklist(draft, get_language() or "en"), counts)
    reading_fault, counted_cards = "", Cards()
    try:
        counted_cards, _unread = forms.counted_cards(draft, counts, forms.pool_checklist(draft))
    except Refused as refused:
        reading_fault = refusal_text(refused)
    counted, wanted = engine.count_cards(counted_cards), queries.expected_pool_size(draft)
    return EntryPart(
        groups=[
            SetRows(
                code=code,
                title=SECTION_WORDS[code],
                rows=[row for row in count_rows if row.card.supertype == code],
            )
            for code in SECTIONS
        ]
        if count_rows
        else [],
        sets=", ".join(booster_codes(draft)),
        digits=len(booster_codes(draft)) == 1 and all(row.card.number.isdigit() for row in count_rows),
        typed=typed if fault else "",
        added=counts.added,
        other=counts.other,
        unread=counts.unread,
        fault=fault or reading_fault,
        counted=counted,
        wanted=wanted,
        incomplete=bool(fault and wanted and counted and counted != wanted),
        seen=version.number if version else 0,
        expansions=", ".join(expansion_name(code) for code in booster_codes(draft)),
    )


def card_groups(draft: Draft, version: PoolVersion | None) -> list[CardGroup]:
    """Group the cards of a version by kind, in binder order, with unknown and unnamed cards last."""
    kinds = {(row.code, row.number): row.supertype for row in forms.pool_checklist(draft)}
    by_kind: dict[Section, list[engine.PoolCard]] = {"pokemon": [], "trainer": [], "energy": [], "": []}
    for card in queries.version_cards(version):
        by_kind[kinds.get((card.code, card.number), "")].append(card)
    return [
        CardGroup(
            code=code or "other",
            title=SECTION_WORDS[code],
            rows=rows,
            count=engine.count_cards(rows),
        )
        for code, rows in by_kind.items()
        if rows
    ]
