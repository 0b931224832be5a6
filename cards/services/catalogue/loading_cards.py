"""Load the shipped cards: add missing cards, and update cards from an earlier version of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection, models, transaction

from cards.engine import shipped_cards, shipped_facts
from cards.engine.facts import LocalName
from cards.engine.shipped_cards import COLUMNS, Row
from cards.models import Card, CatalogueState
from cards.models import LocalName as LocalNameRow
from cards.services import locks
from cards.services.catalogue import announcing, loading_facts, version
from cards.services.catalogue.loading_facts import Values

FILLED = ("subtypes", "types", "hp", "mark", "limit", "text_key", "evolves_from")
"""Columns of an imported card that are filled in if they are empty."""

FILLED_IN_EDITED = ("types", "hp", "text_key")
"""Columns of a card edited by staff that are filled in if they are empty. Other columns may be empty on purpose."""

REPLACED = ("text_key",)
"""Columns that are always replaced: fingerprints are not typed, and comparable only within one source."""

Place = tuple[str, str]


def load_new_cards() -> int:
    """Load the shipped cards unless this version is loaded already, and return the number of rows written."""
    state = CatalogueState.objects.filter(pk=1).first()
    if state is not None and state.shipped == shipped_cards.shipped_cards_version():
        return 0
    return load_all_cards()


def load_all_cards() -> int:
    """Load the shipped cards and return the number of rows written."""
    return load_cards(
        shipped_cards.shipped_card_rows(),
        shipped_cards.shipped_local_names(),
        edition=shipped_cards.shipped_cards_version(),
    )


@transaction.atomic
def load_cards(cards: Iterable[Row], names: Iterable[LocalName], *, edition: str = "") -> int:
    """Add missing cards and names, fill in empty columns, and update cards that are still as shipped.

    Missing shipped expansions are added and announced ones replaced first. `edition` is stored as the version
    of the shipped cards that is loaded. Return the number of cards and names written.
    """
    state = locks.lock_catalogue()
    loading_facts.load_expansions()
    announcing.replace_announced(shipped_facts.shipped_expansions())
    stored: dict[Place, list[Values]] = defaultdict(list)
    for row in Card.objects.values().iterator(chunk_size=5000):
        stored[row["expansion_id"], row["plain_number"]].append(dict(row))
    new_rows, changed_cards = _compare_with_stored(cards, stored)
    _insert_rows(
        Card, (*COLUMNS, "announced", "shipped", "edited"), [(*row, False, True, False) for row in new_rows]
    )
    updated_columns = [*COLUMNS[1:], "announced", "shipped"]
    Card.objects.bulk_create(
        changed_cards,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=updated_columns,
        batch_size=500,
    )
    stored_names = set(LocalNameRow.objects.values_list("key", "language", "name"))
    orders: dict[tuple[str, str], int] = defaultdict(int)
    new_names: list[Row] = []
    for name in names:
        order = orders[name.key, name.language]
        orders[name.key, name.language] += 1
        if (name.key, name.language, name.name) not in stored_names:
            new_names.append((name.key, name.language, name.name, order))
    _insert_rows(LocalNameRow, ("key", "language", "name", "order"), new_names)
    CatalogueState.objects.filter(pk=state.pk).update(shipped=edition)
    if total := len(new_rows) + len(changed_cards) + len(new_names):
        version.raise_catalogue_version(state)
    return total


def _compare_with_stored(
    cards: Iterable[Row], stored: Mapping[Place, list[Values]]
) -> tuple[list[Row], list[Card]]:
    """Return the shipped cards that are missing, and the stored cards that change.

    `stored` has the stored cards by expansion and plain number.
    """
    if not stored:
        return list(cards), []
    rows_by_place: dict[Place, list[Row]] = defaultdict(list)
    for row in cards:
        rows_by_place[str(row[0]), str(row[2])].append(row)
    missing_rows: list[Row] = []
    changed_cards: list[Card] = []
    new_text_keys: dict[tuple[str, str], str] = {}
    for place, rows in rows_by_place.items():
        stored_cards = stored.get(place, [])
        for row in rows:
            values = dict(zip(COLUMNS, row, strict=True))
            stored_card = next((card for card in stored_cards if card["key"] == values["key"]), None)
            # The only card with a number may have been stored under another name.
            if stored_card is None and len(stored_cards) == len(rows) == 1:
                stored_card = stored_cards[0] if _is_replaceable(stored_cards[0]) else None
            if stored_card is not None:
                if difference := _changed_values(stored_card, values):
                    changed_cards.append(Card(**{**stored_card, **difference}))
                    new_text_keys[stored_card["key"], stored_card["text_key"]] = str(values["text_key"])
            # A single shipped card is not added beside a different stored card with its number.
            elif not stored_cards or len(rows) > 1:
                missing_rows.append(row)
    # Imported cards that are not shipped, such as 60a, get the new fingerprint of cards with the same old fingerprint.
    changed_cards += [
        Card(**{**card, "text_key": text_key})
        for place, stored_cards in stored.items()
        if place not in rows_by_place
        for card in stored_cards
        if card["text_key"] and (text_key := new_text_keys.get((card["key"], card["text_key"])))
    ]
    return missing_rows, changed_cards


def _is_replaceable(row: Values) -> bool:
    """Return whether a new version may replace a stored card: shipped or announced, and not edited by staff."""
    return bool((row["shipped"] or row["announced"]) and not row["edited"])


def _changed_values(row: Values, values: Values) -> Values:
    """Return the values of a stored card (`row`) that change, given the shipped `values`.

    A replaceable card takes all shipped values. Any other card takes the fingerprint, and values for its empty
    columns: those in FILLED, or in FILLED_IN_EDITED if staff edited the card.
    """
    if _is_replaceable(row):
        changes = {name: value for name, value in values.items() if row[name] != value}
        return changes | ({"announced": False, "shipped": True} if row["announced"] else {})
    return {
        name: values[name]
        for name in (FILLED_IN_EDITED if row["edited"] else FILLED)
        if values[name] not in ("", None)
        and row[name] != values[name]
        and (name in REPLACED or row[name] in ("", None))
    }


def _insert_rows(model: type[models.Model], columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Insert rows with the fastest method of the database, because this delays the first start."""
    quote = connection.ops.quote_name
    target = f"{quote(model._meta.db_table)} ({', '.join(map(quote, columns))})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {target} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            placeholders = ", ".join(["%s"] * len(columns))
            insert = f"INSERT INTO {target} VALUES ({placeholders})"  # noqa: S608 - names of a model  # nosec B608
            cursor.executemany(insert, rows)
