"""What a run has gathered, compared with the tables and written in bulk."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.db.models import Max

from cards.engine.cards import Expansion, Printing
from cards.engine.facts import LocalName
from cards.engine.sources import Gathered
from cards.engine.sources.rows import Place
from cards.models import Card
from cards.models import Expansion as ExpansionRow
from cards.models import LocalName as LocalNameRow
from cards.services.catalogue.shipping import values_of

BATCH = 1000
COMPARED = tuple(
    "expansion_id" if name == "expansion" else name
    for name in Printing.__dataclass_fields__
    if name != "number"
)
"""Columns whose difference is a change; two spellings of one number are none."""
Values = dict[str, Any]
Told = Callable[[str, int, int], None]


@dataclass
class Counts:
    """What became of the rows of one table."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    kept: int = 0


def save_expansions(found: Mapping[str, Expansion]) -> int:
    """Add the expansions nobody knows yet; known ones keep their facts. Answers how many are new."""
    known = set(ExpansionRow.objects.values_list("id", flat=True))
    last = ExpansionRow.objects.aggregate(last=Max("order"))["last"] or 0
    new = [expansion for expansion in found.values() if expansion.id not in known]
    ExpansionRow.objects.bulk_create(
        ExpansionRow(
            id=one.id,
            name=one.name[:120] or one.id,
            codes=" ".join(one.codes),
            released=one.released,
            kind=one.kind,
            series=one.series[:60],
            order=last + place,
        )
        for place, one in enumerate(new, start=1)
    )
    return len(new)


def save_cards(gathered: Gathered, told: Told) -> Counts:
    """Write the cards that are new or differ. Rows mended by staff stay as they are (`kept`)."""
    counts, stored = Counts(), _stored({place[0] for place in gathered.cards})
    alone = _alone(stored, gathered)
    new, changed = [], []
    for place, printing in gathered.cards.items():
        row = stored.get(place) or alone.get(place[:2])
        if row is None:
            new.append(Card(**values_of(printing)))
        elif row["mended"]:
            counts.kept += 1
        elif difference := _difference(row, printing, gathered.silent[place]):
            changed.append(Card(**{**row, **difference}))
        else:
            counts.unchanged += 1
    counts.added, counts.changed = len(new), len(changed)
    _write(new, changed, told)
    return counts


def save_local_names(names: Iterable[LocalName]) -> Counts:
    """Write the names in other languages, the usual spelling of each first. Other names stay."""
    columns = ("key", "language", "name")
    stored = {row[:3]: row for row in LocalNameRow.objects.values_list(*columns, "order", "pk")}
    counts, new, changed, order = Counts(), [], [], dict[tuple[str, str], int]()
    for name in names:
        place = order[name.key, name.language] = order.get((name.key, name.language), -1) + 1
        known = stored.get((name.key, name.language, name.name))
        if known is None:
            new.append(LocalNameRow(key=name.key, language=name.language, name=name.name, order=place))
        elif known[3] != place:
            changed.append(LocalNameRow(pk=known[4], order=place))
        else:
            counts.unchanged += 1
    LocalNameRow.objects.bulk_create(new, batch_size=BATCH)
    LocalNameRow.objects.bulk_update(changed, ["order"], batch_size=BATCH)
    counts.added, counts.changed = len(new), len(changed)
    return counts


def _stored(expansions: set[str]) -> dict[Place, Values]:
    rows = Card.objects.filter(expansion__in=expansions).values().iterator(chunk_size=5000)
    return {(row["expansion_id"], row["plain_number"], row["key"]): dict(row) for row in rows}


def _alone(stored: Mapping[Place, Values], gathered: Gathered) -> dict[tuple[str, str], Values]:
    """Stored rows by expansion and number, where each side has one card there: a new name mends the old one."""
    here = Counter(place[:2] for place in stored)
    there = Counter(place[:2] for place in gathered.cards)
    return {place[:2]: row for place, row in stored.items() if here[place[:2]] == there[place[:2]] == 1}


def _difference(row: Values, printing: Printing, silent: frozenset[str]) -> Values:
    """Columns the source says otherwise. Where it is silent, what it has fills gaps only."""
    values = values_of(printing)
    return {
        name: values[name]
        for name in COMPARED
        if row[name] != values[name] and (name not in silent or not row[name])
    }


def _write(new: list[Card], changed: list[Card], told: Told) -> None:
    total = len(new) + len(changed)
    columns = [name for name in (*COMPARED, "number", "plain_number") if name != "expansion_id"]
    done = 0
    for batch in _batches(new):
        Card.objects.bulk_create(batch)
        done += len(batch)
        told("cards", done, total)
    for batch in _batches(changed):
        Card.objects.bulk_create(batch, update_conflicts=True, unique_fields=["id"], update_fields=columns)
        done += len(batch)
        told("cards", done, total)


def _batches(rows: list[Card]) -> Iterator[list[Card]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch
