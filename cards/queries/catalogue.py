"""The catalogue, which each process builds from the tables, and rebuilds when the stored version changes."""

from datetime import datetime
from threading import Lock

from django.db import connection

from cards.engine import card_names, shipped_cards, shipped_facts
from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.facts import (
    Ban,
    CopyLimit,
    Erratum,
    FactTables,
    LocalName,
    NameGroup,
    PromoCutoff,
    PromoDate,
    Reprint,
    Rotation,
)
from cards.models import Ban as BanRow
from cards.models import Card, CatalogueState
from cards.models import CopyLimit as LimitRow
from cards.models import Erratum as ErratumRow
from cards.models import Expansion as ExpansionRow
from cards.models import LocalName as LocalNameRow
from cards.models import NameGroup as GroupRow
from cards.models import PromoCutoff as CutoffRow
from cards.models import PromoDate as PromoDateRow
from cards.models import Reprint as ReprintRow
from cards.models import Rotation as RotationRow

CARD = (
    "expansion_id", "number", "name", "key", "supertype", "subtypes", "mark", "basic", "restored",
    "basic_energy", "ace_spec", "radiant", "prism_star", "star", "limit", "not_tournament_legal", "text_key",
    "evolves_from", "hp", "types", "announced",
)  # fmt: skip
"""Columns in the order of the fields of `Printing`."""

Stamp = tuple[int, datetime | None]
_cached: dict[str, tuple[Stamp, Catalogue]] = {}
_lock = Lock()


def current_catalogue() -> Catalogue:
    """Return the current catalogue, or the shipped one if no cards are stored.

    Each call makes one query, for the version. The catalogue is reloaded only if the version has changed. Its indexes
    are built with it, so that no list pays for them.
    """
    name = str(connection.settings_dict["NAME"])
    stamp = CatalogueState.objects.values_list("version", "changed_at").first() or (0, None)
    if (cached := _cached.get(name)) and cached[0] == stamp:
        return cached[1]
    with _lock:
        if not (cached := _cached.get(name)) or cached[0] != stamp:
            loaded = load_catalogue(stamp[0])
            loaded.build_indexes()
            cached = _cached[name] = (stamp, loaded)
    return cached[1]


def loaded_catalogue() -> Catalogue | None:
    """Return the catalogue that this process has loaded, or None. Makes no query."""
    cached = _cached.get(str(connection.settings_dict["NAME"]))
    return cached[1] if cached else None


def stored_catalogue_version() -> int:
    """Return the stored version of the catalogue, or 0 if none is stored."""
    return CatalogueState.objects.values_list("version", flat=True).first() or 0


def load_catalogue(version: int) -> Catalogue:
    """Load the catalogue from the tables, or the shipped catalogue if no card is stored.

    `version` is the version that the result states. This takes less than a second for 21,000 cards.
    """
    printings = []
    # Equal texts of different rows would be separate objects. Sharing them saves memory, since most are equal.
    texts: dict[str, str] = {}
    parts: dict[str, tuple[str, ...]] = {"": ()}
    cards = Card.objects.order_by("expansion_id", "plain_number", "pk").values_list(*CARD)
    for expansion, number, name, key, supertype, subtypes, mark, *more_columns in cards.iterator(
        chunk_size=5000
    ):
        *flags, evolves_from, hp, types, announced = more_columns
        for text in (subtypes, types):
            if text not in parts:
                parts[text] = tuple(text.split("|"))
        pre_evolution = texts.setdefault(evolves_from, evolves_from)
        more_fields = (mark, *flags, pre_evolution, hp, parts[types], announced)
        printing = Printing(
            texts.setdefault(expansion, expansion),
            texts.setdefault(number, number),
            texts.setdefault(name, name),
            texts.setdefault(key, key),
            supertype,
            parts[subtypes],
            *more_fields,
        )
        printings.append(printing)
    if not printings:
        return shipped_catalogue(version)

    rows = LocalNameRow.objects.order_by("order", "key").values_list("key", "language", "name")
    local_names = (LocalName(*row) for row in rows.iterator(chunk_size=5000))
    columns = ("id", "name", "codes", "released", "legal_from", "kind", "series")
    expansions = [
        Expansion(pk, name, tuple(codes.split()), *more_columns)
        for pk, name, codes, *more_columns in ExpansionRow.objects.values_list(*columns)
    ]
    return Catalogue(expansions, printings, local_names, stored_fact_tables(), version)


def shipped_catalogue(version: int = 0) -> Catalogue:
    """Return the shipped cards, with all names and facts. Makes no query."""
    printings, local_names = shipped_cards.shipped_printings(), shipped_cards.shipped_local_names()
    return Catalogue(
        shipped_facts.shipped_expansions(),
        printings,
        local_names,
        shipped_facts.shipped_fact_tables(),
        version,
    )


def stored_fact_tables() -> FactTables:
    """Return the stored rows of every fact table."""
    reprints = ReprintRow.objects.values_list(
        "key", "new_expansion_id", "new_number", "identical", "old_expansion_id", "old_number"
    )
    bans = BanRow.objects.values_list("expansion_id", "number", "format", "starts_on", "ends_on")
    cutoffs = CutoffRow.objects.values_list("expansion_id", "format", "first", "starts_on", "ends_on")
    rotations = RotationRow.objects.values_list("format", "starts_on", "ends_on", "since_id", "also", "marks")
    dates = PromoDateRow.objects.values_list("expansion_id", "number", "legal_from")
    limits = LimitRow.objects.values_list("expansion_id", "number", "name", "most")
    groups = GroupRow.objects.values_list("format", "names", "starts_on", "ends_on")
    return FactTables(
        tuple(
            Reprint(key, (new, number), identical, (old, old_number) if old else None)
            for key, new, number, identical, old, old_number in reprints
        ),
        tuple(Erratum(*row) for row in ErratumRow.objects.values_list("key", "starts_on")),
        tuple(
            Ban((expansion, number), card_format, starts, ends)
            for expansion, number, card_format, starts, ends in bans
        ),
        tuple(PromoCutoff(*row) for row in cutoffs),
        tuple(
            Rotation(card_format, starts, ends, since or "", tuple(also.split()), tuple(marks.split()))
            for card_format, starts, ends, since, also, marks in rotations
        ),
        tuple(PromoDate((expansion, number), day) for expansion, number, day in dates),
        tuple(
            CopyLimit((expansion, number), card_names.card_name_identity(name), most)
            for expansion, number, name, most in limits
        ),
        tuple(
            NameGroup(card_format, tuple(group_names.splitlines()), starts, ends)
            for card_format, group_names, starts, ends in groups
        ),
    )
