"""Compare gathered rows with the tables and write them in bulk, piece by piece."""

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
from cards.engine.sources import Gathered
from cards.engine.sources.rows import Place
from cards.models import Card, CardText
from cards.models import Expansion as ExpansionRow
from cards.models import LocalName as LocalNameRow
from cards.services import locks
from cards.services.catalogue import version
from cards.services.catalogue.shipping import Values, values_of
from core.services.pieces import write_pieces

BATCH = 1000
"""Rows per transaction, which takes a fraction of a second."""

COMPARED = tuple(
    "expansion_id" if name == "expansion" else name
    for name in Printing.__dataclass_fields__
    if name != "number"
)
"""Columns compared; another spelling of a number is no change."""
WRITTEN = [name for name in (*COMPARED, "number", "plain_number", "shipped") if name != "expansion_id"]
Progress = Callable[[str, int, int], None]
Row = TypeVar("Row")


@dataclass
class Counts:
    """Row counts of one table."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    edited: int = 0

    @property
    def written(self) -> int:
        return self.added + self.changed

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(a + b for a, b in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True, slots=True)
class Change:
    """A card that is new or differs: name, expansion and number, and the columns that changed, none of a new one."""

    name: str
    expansion: str
    number: str
    columns: list[str]


@transaction.atomic
def save_expansions(expansions: Mapping[str, Expansion]) -> int:
    """Add unknown expansions; known ones do not change. Returns the number of new ones."""
    state = locks.catalogue()
    there = set(ExpansionRow.objects.values_list("id", flat=True))
    last = ExpansionRow.objects.aggregate(last=Max("order"))["last"] or 0
    new = [expansion for expansion in expansions.values() if expansion.id not in there]
    ExpansionRow.objects.bulk_create(
        ExpansionRow(
            id=added.id,
            name=added.name[:120] or added.id,
            codes=" ".join(added.codes),
            released=added.released,
            kind=added.kind,
            series=added.series[:60],
            order=last + place,
        )
        for place, added in enumerate(new, start=1)
    )
    if new:
        version.mark_pending(state)
    return len(new)


def save_cards(gathered: Gathered, progress: Progress, changes: list[Change]) -> Counts:
    """Write new or changed cards, BATCH per transaction, and add each to `changes`.

    Rows edited by staff stay (`edited`), even if edited during the import.
    """
    there = Counter(place[:2] for place in gathered.cards)
    places = sorted(gathered.cards, key=itemgetter(0))
    save = partial(_save_cards, gathered=gathered, there=there, changes=changes)
    return _save(places, save, partial(progress, "cards"))


def _save(
    rows: Sequence[Row], save: Callable[[Sequence[Row]], Counts], step: Callable[[int, int], None]
) -> Counts:
    """Save rows in pieces; `step` is called between them with the number done and the total."""
    counts = Counts()

    def write(piece: Sequence[Row]) -> None:
        nonlocal counts
        state, saved = locks.catalogue(), save(piece)
        if saved.written:
            version.mark_pending(state)
        counts += saved

    write_pieces(rows, write, size=BATCH, wrote=lambda done: step(done, len(rows)))
    return counts


def _save_cards(
    places: Sequence[Place],
    *,
    gathered: Gathered,
    there: Mapping[tuple[str, str], int],
    changes: list[Change],
) -> Counts:
    counts, stored = Counts(), _stored({place[0] for place in places})
    # Stored rows by expansion and number, where both sides have one card: a new name corrects the old one.
    here = Counter(place[:2] for place in stored)
    alone = {place[:2]: row for place, row in stored.items() if here[place[:2]] == there[place[:2]] == 1}
    new, changed = [], []
    for place in places:
        printing = gathered.cards[place]
        row = stored.get(place) or alone.get(place[:2])
        if row is None:
            new.append(Card(**values_of(printing)))
            changes.append(Change(printing.name, printing.expansion, printing.number, []))
        elif row["edited"]:
            counts.edited += 1
        elif difference := _difference(row, printing, gathered.silent[place]):
            changed.append(Card(**{**row, **difference, "shipped": False}))
            changes.append(Change(printing.name, printing.expansion, printing.number, sorted(difference)))
        else:
            counts.unchanged += 1
    Card.objects.bulk_create(new)
    Card.objects.bulk_create(changed, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN)
    counts.added, counts.changed = len(new), len(changed)
    return counts


def save_texts(gathered: Gathered, progress: Progress) -> None:
    """Write the texts of cards, BATCH per transaction. No list depends on them, so the version stays."""
    places = sorted(gathered.texts, key=itemgetter(0))

    def write(piece: Sequence[Place]) -> None:
        stored = _stored({place[0] for place in piece})
        rows = [
            CardText(card_id=stored[place]["id"], parts=gathered.texts[place])
            for place in piece
            if place in stored
        ]
        CardText.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["card"], update_fields=["parts"]
        )

    write_pieces(places, write, size=BATCH, wrote=lambda done: progress("texts", done, len(places)))


def save_local_names(names: Iterable[LocalName], progress: Progress) -> Counts:
    """Write the names in other languages, the usual spelling of each first, BATCH per transaction. Other names stay."""
    rows, order = [], Counter[tuple[str, str]]()
    for name in names:
        rows.append((name, order[name.key, name.language]))
        order[name.key, name.language] += 1
    return _save(rows, _save_local_names, partial(progress, "names"))


def _save_local_names(names: Sequence[tuple[LocalName, int]]) -> Counts:
    columns, keys = ("key", "language", "name", "order", "pk"), {name.key for name, _place in names}
    stored = {row[:3]: row[3:] for row in LocalNameRow.objects.filter(key__in=keys).values_list(*columns)}
    counts, new, changed = Counts(), [], []
    for name, place in names:
        current = stored.get((name.key, name.language, name.name))
        if current is None:
            new.append(LocalNameRow(key=name.key, language=name.language, name=name.name, order=place))
        elif current[0] != place:
            changed.append(LocalNameRow(pk=current[1], order=place))
        else:
            counts.unchanged += 1
    LocalNameRow.objects.bulk_create(new)
    LocalNameRow.objects.bulk_update(changed, ["order"])
    counts.added, counts.changed = len(new), len(changed)
    return counts


def _stored(expansions: set[str]) -> dict[Place, Values]:
    rows = Card.objects.filter(expansion__in=expansions).values().iterator(chunk_size=5000)
    return {(row["expansion_id"], row["plain_number"], row["key"]): dict(row) for row in rows}


def _difference(row: Values, printing: Printing, silent: frozenset[str]) -> Values:
    """Columns that differ from the source. Where the source is silent, its values only fill gaps."""
    values = values_of(printing)
    return {
        name: values[name]
        for name in COMPARED
        if row[name] != values[name] and (name not in silent or not row[name])
    }
