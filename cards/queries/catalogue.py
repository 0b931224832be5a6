"""The catalogue from the tables: built once per process, rebuilt when the stored version changes."""

from collections.abc import Iterator
from datetime import datetime
from threading import Lock

from django.db import connection

from cards.engine import names, shipped, shipped_cards
from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.facts import (
    Ban,
    CopyLimit,
    Erratum,
    Facts,
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


def current() -> Catalogue:
    """The current catalogue: one query per call for the version, the rest only if it changed.

    Without stored cards it is the shipped one.
    """
    name, stamp = str(connection.settings_dict["NAME"]), _stamp()
    if (known := _cached.get(name)) and known[0] == stamp:
        return known[1]
    with _lock:
        if not (known := _cached.get(name)) or known[0] != stamp:
            known = _cached[name] = (stamp, load(stamp[0]))
    return known[1]


def loaded() -> Catalogue | None:
    """The catalogue this process has loaded last, None before the first. No query."""
    known = _cached.get(str(connection.settings_dict["NAME"]))
    return known[1] if known else None


def version_now() -> int:
    """The stored version; 0 if nothing is stored."""
    return _stamp()[0]


def load(version: int) -> Catalogue:
    """Load the catalogue from the tables: under a second for 21,000 cards."""
    printings = list(_printings())
    if not printings:
        return as_shipped(version)
    return Catalogue(_expansions(), printings, _local_names(), facts(), version)


def as_shipped(version: int = 0) -> Catalogue:
    """The shipped cards, with all names and facts. No query."""
    cards, called = shipped_cards.printings(), shipped_cards.local_names()
    return Catalogue(shipped.expansions(), cards, called, shipped.facts(), version)


def facts() -> Facts:
    """Every table of facts."""
    rows = PromoDateRow.objects.values_list("expansion_id", "number", "legal_from")
    return Facts(
        tuple(_reprints()),
        tuple(_errata()),
        tuple(_bans()),
        tuple(_cutoffs()),
        tuple(_rotations()),
        tuple(PromoDate((expansion, number), day) for expansion, number, day in rows),
        tuple(_copy_limits()),
        tuple(_name_groups()),
    )


def _stamp() -> Stamp:
    return CatalogueState.objects.values_list("version", "changed_at").first() or (0, None)


def _expansions() -> Iterator[Expansion]:
    columns = ("id", "name", "codes", "released", "legal_from", "kind", "series")
    for pk, name, codes, *rest in ExpansionRow.objects.values_list(*columns):
        yield Expansion(pk, name, tuple(codes.split()), *rest)


def _printings() -> Iterator[Printing]:
    rows = Card.objects.order_by("expansion_id", "plain_number", "pk").values_list(*CARD)
    # Each row has texts of its own; 21,000 cards share a few hundred of them.
    texts: dict[str, str] = {}
    parts: dict[str, tuple[str, ...]] = {"": ()}
    for expansion, number, name, key, supertype, subtypes, mark, *rest in rows.iterator(chunk_size=5000):
        *flags, evolves_from, hp, types, announced = rest
        for text in (subtypes, types):
            if text not in parts:
                parts[text] = tuple(text.split("|"))
        yield Printing(
            texts.setdefault(expansion, expansion),
            texts.setdefault(number, number),
            texts.setdefault(name, name),
            texts.setdefault(key, key),
            texts.setdefault(supertype, supertype),  # type: ignore[arg-type]
            parts[subtypes],
            texts.setdefault(mark, mark),
            *flags,
            evolves_from=texts.setdefault(evolves_from, evolves_from),
            hp=hp,
            types=parts[types],
            announced=announced,
        )


def _local_names() -> Iterator[LocalName]:
    rows = LocalNameRow.objects.order_by("order", "key").values_list("key", "language", "name")
    return (LocalName(*row) for row in rows.iterator(chunk_size=5000))


def _reprints() -> Iterator[Reprint]:
    columns = ("key", "new_expansion_id", "new_number", "identical", "old_expansion_id", "old_number")
    for key, new, number, identical, old, old_number in ReprintRow.objects.values_list(*columns):
        yield Reprint(key, (new, number), identical, (old, old_number) if old else None)


def _errata() -> Iterator[Erratum]:
    return (Erratum(*row) for row in ErratumRow.objects.values_list("key", "starts_on"))


def _bans() -> Iterator[Ban]:
    columns = ("expansion_id", "number", "format", "starts_on", "ends_on")
    for expansion, number, *rest in BanRow.objects.values_list(*columns):
        yield Ban((expansion, number), *rest)


def _cutoffs() -> Iterator[PromoCutoff]:
    columns = ("expansion_id", "format", "first", "starts_on", "ends_on")
    return (PromoCutoff(*row) for row in CutoffRow.objects.values_list(*columns))


def _rotations() -> Iterator[Rotation]:
    columns = ("format", "starts_on", "ends_on", "since_id", "also", "marks")
    for card_format, starts, ends, since, also, marks in RotationRow.objects.values_list(*columns):
        yield Rotation(card_format, starts, ends, since or "", tuple(also.split()), tuple(marks.split()))


def _copy_limits() -> Iterator[CopyLimit]:
    for expansion, number, name, most in LimitRow.objects.values_list(
        "expansion_id", "number", "name", "most"
    ):
        yield CopyLimit((expansion, number), names.identity(name), most)


def _name_groups() -> Iterator[NameGroup]:
    columns = ("format", "names", "starts_on", "ends_on")
    for card_format, written, starts, ends in GroupRow.objects.values_list(*columns):
        yield NameGroup(card_format, tuple(written.splitlines()), starts, ends)
