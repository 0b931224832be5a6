"""Load the shipped cards: into an empty table at once, else into its gaps, as what an organizer has stays."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db import connection, models, transaction

from cards.engine import shipped, shipped_cards
from cards.engine.facts import LocalName
from cards.engine.shipped_cards import COLUMNS, Row
from cards.models import Card, CatalogueState
from cards.models import LocalName as LocalNameRow
from cards.services import locks
from cards.services.catalogue import announcing, shipping, version
from cards.services.catalogue.shipping import Values

FILLED = ("subtypes", "types", "hp", "mark", "limit", "text_key", "evolves_from")
"""Columns that are filled where an imported card has nothing in them."""

FILLED_IN_EDITED = ("types", "hp", "text_key")
"""The same for a card written by staff, who may have left the others empty on purpose."""

ALWAYS = ("text_key",)
"""No one types a fingerprint, and only those of one source can be compared."""

Place = tuple[str, str]


def load_new() -> int:
    """Load the shipped cards unless this edition of them is in the tables; returns how many rows were written."""
    state = CatalogueState.objects.filter(pk=1).first()
    if state is not None and state.shipped == shipped_cards.version():
        return 0
    return load_all()


def load_all() -> int:
    """Load the shipped cards; returns how many rows were written."""
    return load(shipped_cards.rows(), shipped_cards.local_names(), edition=shipped_cards.version())


@transaction.atomic
def load(cards: Iterable[Row], names: Iterable[LocalName], *, edition: str = "") -> int:
    """Add the cards and names that are missing, fill gaps, and bring cards that are as shipped up to date."""
    state = locks.catalogue()
    shipping.load_expansions()
    announcing.adopt(shipped.expansions())
    new, changed = _compared(cards, _stored())
    _insert(Card, (*COLUMNS, "announced", "shipped", "edited"), [(*row, False, True, False) for row in new])
    written = [*COLUMNS[1:], "announced", "shipped"]
    Card.objects.bulk_create(
        changed, update_conflicts=True, unique_fields=["id"], update_fields=written, batch_size=500
    )
    added = _add_names(names)
    CatalogueState.objects.filter(pk=state.pk).update(shipped=edition)
    if total := len(new) + len(changed) + added:
        version.raise_version(state)
    return total


def _stored() -> Mapping[Place, list[Values]]:
    """The rows there are, by expansion and plain number."""
    places: dict[Place, list[Values]] = defaultdict(list)
    for row in Card.objects.values().iterator(chunk_size=5000):
        places[row["expansion_id"], row["plain_number"]].append(dict(row))
    return places


def _compared(cards: Iterable[Row], stored: Mapping[Place, list[Values]]) -> tuple[list[Row], list[Card]]:
    """The shipped cards that are missing, and the stored ones that change."""
    if not stored:
        return list(cards), []
    places: dict[Place, list[Row]] = defaultdict(list)
    for row in cards:
        places[row[0], row[2]].append(row)  # type: ignore[index]
    new: list[Row] = []
    changed: list[Card] = []
    texts: dict[tuple[str, str], str] = {}
    for place, rows in places.items():
        here = stored.get(place, [])
        for row in rows:
            values = dict(zip(COLUMNS, row, strict=True))
            same = next((card for card in here if card["key"] == values["key"]), None)
            if same is None and len(here) == len(rows) == 1:
                same = here[0] if _is_ours(here[0]) else None
            if same is not None:
                if difference := _difference(same, values):
                    changed.append(Card(**{**same, **difference}))
                    texts[same["key"], same["text_key"]] = str(values["text_key"])
            elif not here or len(rows) > 1:
                new.append(row)
    left = (row for place, here in stored.items() if place not in places for row in here)
    return new, [*changed, *_with_text_of_equals(left, texts)]


def _with_text_of_equals(rows: Iterable[Values], texts: Mapping[tuple[str, str], str]) -> Iterator[Card]:
    """Imported cards that are not shipped, such as 60a, with the new fingerprint of those they were equal to."""
    for row in rows:
        if row["text_key"] and (text := texts.get((row["key"], row["text_key"]))):
            yield Card(**{**row, "text_key": text})


def _is_ours(row: Values) -> bool:
    return bool((row["shipped"] or row["announced"]) and not row["edited"])


def _difference(row: Values, values: Values) -> Values:
    if _is_ours(row):
        changed = {name: value for name, value in values.items() if row[name] != value}
        return changed | ({"announced": False, "shipped": True} if row["announced"] else {})
    return {
        name: values[name]
        for name in (FILLED_IN_EDITED if row["edited"] else FILLED)
        if values[name] not in ("", None)
        and row[name] != values[name]
        and (name in ALWAYS or row[name] in ("", None))
    }


def _add_names(names: Iterable[LocalName]) -> int:
    stored = set(LocalNameRow.objects.values_list("key", "language", "name"))
    orders: dict[tuple[str, str], int] = defaultdict(int)
    new: list[Row] = []
    for name in names:
        order = orders[name.key, name.language]
        orders[name.key, name.language] += 1
        if (name.key, name.language, name.name) not in stored:
            new.append((name.key, name.language, name.name, order))
    _insert(LocalNameRow, ("key", "language", "name", "order"), new)
    return len(new)


def _insert(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows by the quickest way of the database: a first start waits for them."""
    quote = connection.ops.quote_name
    into = f"{quote(model._meta.db_table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            marks = ", ".join(["%s"] * len(columns))
            insert = f"INSERT INTO {into} VALUES ({marks})"  # noqa: S608 - names of a model  # nosec B608
            cursor.executemany(insert, rows)
