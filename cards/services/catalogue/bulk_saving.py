"""Compare gathered rows with the tables, and write them in bulk, piece by piece."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from operator import itemgetter
from typing import TypeVar

from django.db import transaction
from django.db.models import Max

from cards.engine.cards import Expansion, Printing
from cards.engine.facts import LocalName
from cards.engine.sources import GatheredCards
from cards.engine.sources.gathered import Place
from cards.models import Card, CardText
from cards.models import Expansion as ExpansionRow
from cards.models import LocalName as LocalNameRow
from cards.services import locks
from cards.services.catalogue import version
from cards.services.catalogue.loading_facts import Values, card_columns_of
from core.services.short_transactions import write_pieces

BATCH = 1000
"""Rows per transaction, which takes a fraction of a second."""

COMPARED = tuple(
    "expansion_id" if name == "expansion" else name
    for name in Printing.__dataclass_fields__
    if name != "number"
)
"""Columns compared with the source. A different spelling of the number is not a change."""
WRITTEN = [name for name in (*COMPARED, "number", "plain_number", "shipped") if name != "expansion_id"]
Progress = Callable[[str, int, int], None]
Row = TypeVar("Row")


@dataclass
class SavedRowCounts:
    """Counts of rows of a table. `edited` counts rows that were not changed because staff had edited them."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    edited: int = 0

    @property
    def written(self) -> int:
        """The number of rows added or changed."""
        return self.added + self.changed

    def __add__(self, other: "SavedRowCounts") -> "SavedRowCounts":
        return SavedRowCounts(
            *(
                own_count + other_count
                for own_count, other_count in zip(astuple(self), astuple(other), strict=True)
            )
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A new or changed card. `columns` lists the changed columns, empty for a new card."""

    name: str
    expansion: str
    number: str
    columns: list[str]


@transaction.atomic
def save_expansions(expansions: Mapping[str, Expansion]) -> int:
    """Add unknown expansions, and return their number. Known expansions do not change."""
    state = locks.lock_catalogue()
    stored_ids = set(ExpansionRow.objects.values_list("id", flat=True))
    last_order = ExpansionRow.objects.aggregate(last=Max("order"))["last"] or 0
    new_expansions = [expansion for expansion in expansions.values() if expansion.id not in stored_ids]
    ExpansionRow.objects.bulk_create(
        ExpansionRow(
            id=new_expansion.id,
            name=new_expansion.name[:120] or new_expansion.id,
            codes=" ".join(new_expansion.codes),
            released=new_expansion.released,
            kind=new_expansion.kind,
            series=new_expansion.series[:60],
            order=last_order + position,
        )
        for position, new_expansion in enumerate(new_expansions, start=1)
    )
    if new_expansions:
        version.mark_catalogue_version_pending(state)
    return len(new_expansions)


def save_cards(gathered: GatheredCards, progress: Progress, changes: list[Change]) -> SavedRowCounts:
    """Write new or changed cards, BATCH per transaction, and return their counts.

    Each written card is added to `changes`. Cards edited by staff do not change, even if they are edited during
    the import.
    """
    gathered_per_number = Counter(place[:2] for place in gathered.cards)
    places = sorted(gathered.cards, key=itemgetter(0))
    save = partial(_save_cards, gathered=gathered, gathered_per_number=gathered_per_number, changes=changes)
    return _save_in_pieces(places, save, partial(progress, "cards"))


def _save_in_pieces(
    rows: Sequence[Row], save: Callable[[Sequence[Row]], SavedRowCounts], step: Callable[[int, int], None]
) -> SavedRowCounts:
    """Save rows in pieces, one transaction each, and return their counts.

    A piece with written rows marks the version as pending. `step` is called after each piece with the number
    of rows done and the total.
    """
    counts = SavedRowCounts()

    def save_piece(piece: Sequence[Row]) -> None:
        nonlocal counts
        state, saved = locks.lock_catalogue(), save(piece)
        if saved.written:
            version.mark_catalogue_version_pending(state)
        counts += saved

    write_pieces(rows, save_piece, size=BATCH, wrote=lambda done: step(done, len(rows)))
    return counts


def _save_cards(
    places: Sequence[Place],
    *,
    gathered: GatheredCards,
    gathered_per_number: Mapping[tuple[str, str], int],
    changes: list[Change],
) -> SavedRowCounts:
    """Write the gathered cards at these places, and return their counts.

    `gathered_per_number` counts all gathered cards by expansion and number. Each written card is added to
    `changes`.
    """
    counts, stored = SavedRowCounts(), _stored_cards({place[0] for place in places})
    # If a number has one stored and one gathered card, they are the same card, whose name may have been corrected.
    stored_per_number = Counter(place[:2] for place in stored)
    unique_by_number = {
        place[:2]: row
        for place, row in stored.items()
        if stored_per_number[place[:2]] == gathered_per_number[place[:2]] == 1
    }
    new_cards, changed_cards = [], []
    for place in places:
        printing = gathered.cards[place]
        row = stored.get(place) or unique_by_number.get(place[:2])
        values, silent = card_columns_of(printing), gathered.silent[place]
        if row is None:
            new_cards.append(Card(**values))
            changes.append(Change(printing.name, printing.expansion, printing.number, []))
            continue
        if row["edited"]:
            counts.edited += 1
            continue
        # Columns that the source lacks are only filled in if they are empty.
        difference = {
            name: values[name]
            for name in COMPARED
            if row[name] != values[name] and (name not in silent or not row[name])
        }
        if difference:
            changed_cards.append(Card(**{**row, **difference, "shipped": False}))
            changes.append(Change(printing.name, printing.expansion, printing.number, sorted(difference)))
        else:
            counts.unchanged += 1
    Card.objects.bulk_create(new_cards)
    Card.objects.bulk_create(
        changed_cards, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN
    )
    counts.added, counts.changed = len(new_cards), len(changed_cards)
    return counts


def save_texts(gathered: GatheredCards, progress: Progress) -> None:
    """Write the printed texts of stored cards, BATCH per transaction.

    Cards that are not stored are skipped. Deck lists do not depend on texts, so the version stays the same.
    """
    places = sorted(gathered.texts, key=itemgetter(0))

    def save_piece(piece: Sequence[Place]) -> None:
        stored = _stored_cards({place[0] for place in piece})
        rows = [
            CardText(card_id=stored[place]["id"], parts=gathered.texts[place])
            for place in piece
            if place in stored
        ]
        CardText.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["card"], update_fields=["parts"]
        )

    write_pieces(places, save_piece, size=BATCH, wrote=lambda done: progress("texts", done, len(places)))


def save_local_names(names: Iterable[LocalName], progress: Progress) -> SavedRowCounts:
    """Write names in other languages, BATCH per transaction, and return their counts.

    `names` has the usual name of each card first. Stored names that are not in `names` do not change.
    """
    numbered_names, counts_by_key = [], Counter[tuple[str, str]]()
    for name in names:
        numbered_names.append((name, counts_by_key[name.key, name.language]))
        counts_by_key[name.key, name.language] += 1
    return _save_in_pieces(numbered_names, _save_local_names, partial(progress, "names"))


def _save_local_names(names: Sequence[tuple[LocalName, int]]) -> SavedRowCounts:
    """Add these names with their order among spellings, and correct the order of stored names."""
    columns, keys = ("key", "language", "name", "order", "pk"), {name.key for name, _order in names}
    stored = {row[:3]: row[3:] for row in LocalNameRow.objects.filter(key__in=keys).values_list(*columns)}
    counts, new_names, changed_names = SavedRowCounts(), [], []
    for name, order in names:
        stored_name = stored.get((name.key, name.language, name.name))
        if stored_name is None:
            new_names.append(LocalNameRow(key=name.key, language=name.language, name=name.name, order=order))
        elif stored_name[0] != order:
            changed_names.append(LocalNameRow(pk=stored_name[1], order=order))
        else:
            counts.unchanged += 1
    LocalNameRow.objects.bulk_create(new_names)
    LocalNameRow.objects.bulk_update(changed_names, ["order"])
    counts.added, counts.changed = len(new_names), len(changed_names)
    return counts


def _stored_cards(expansions: set[str]) -> dict[Place, Values]:
    """Return the stored cards of these expansions by expansion, plain number and name identity."""
    rows = Card.objects.filter(expansion__in=expansions).values().iterator(chunk_size=5000)
    return {(row["expansion_id"], row["plain_number"], row["key"]): dict(row) for row in rows}
