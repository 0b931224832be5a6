"""Manual changes by staff of the installation: cards, and the fact tables of format rules."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, TypeVar

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, models, transaction

from cards.engine import names, numbers
from cards.engine.refusals import CardRefusal
from cards.models import Ban, Card, CopyLimit, Erratum, Expansion, NameGroup, PromoDate, Reprint, Rotation
from cards.models.cards import Period
from cards.services import locks
from cards.services.catalogue import version
from core.engine.refused import Refused
from tournaments.models import User

Row = TypeVar("Row", bound=models.Model)
LEAST_OF_GROUP = 2


@contextmanager
def alone() -> Iterator[None]:
    """Lock the catalogue for the block, so that what it reads is what it replaces."""
    with transaction.atomic():
        locks.catalogue()
        yield


TIDIED: dict[type[models.Model], Callable[[Any], None]] = {}
"""Normalizes and checks a row before it is saved."""


def tidies(*kinds: type[models.Model]) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register what normalizes and checks rows of these kinds."""

    def register(tidy: Callable[[Any], None]) -> Callable[[Any], None]:
        for kind in kinds:
            TIDIED[kind] = tidy
        return tidy

    return register


def save_card(
    card: Card | None = None, *, by: User, expansion: Expansion, number: str, name: str, **facts: Any
) -> Card:
    """Save a new or changed card; imports leave it unchanged from then on.

    `facts`: the other columns of a card. Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING, CARD_TAKEN (expansion,
    number, name), CARD_ENERGY_ONLY, TABLE_TWICE.
    """
    row = card or Card()
    row.expansion, row.number, row.name = expansion, number.strip(), names.tidy(name)
    row.key, row.plain_number, row.edited = names.identity(name), numbers.plain(number), True
    for field, value in facts.items():
        setattr(row, field, value)
    _check_card(row)
    return _save(row, by=by)


def save_reprint(
    reprint: Reprint | None = None,
    *,
    by: User,
    name: str,
    new: tuple[Expansion, str],
    identical: bool,
    old: tuple[Expansion, str] | None = None,
    source: str = "",
) -> Reprint:
    """Save a line of the reprint table (R-011). Without `old`: every printing older than the new one.

    Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING, TABLE_TWICE.
    """
    row = reprint or Reprint()
    row.key, row.identical, row.source = names.identity(name), identical, source.strip()
    row.new_expansion, row.new_number = new[0], new[1].strip()
    row.old_expansion, row.old_number = (old[0], old[1].strip()) if old else (None, "")
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.new_number or (old and not row.old_number):
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    return _save(row, by=by)


def save_ban(
    ban: Ban | None = None,
    *,
    by: User,
    expansion: Expansion,
    number: str,
    name: str,
    card_format: str,
    starts_on: date,
    ends_on: date | None = None,
    source: str = "",
) -> Ban:
    """Save a line of the ban list (R-087). Refused: CARD_NUMBER_MISSING, PERIOD_BACKWARDS, TABLE_TWICE."""
    row = ban or Ban()
    row.expansion, row.number, row.name = expansion, number.strip(), names.tidy(name)
    row.format, row.starts_on, row.ends_on, row.source = card_format, starts_on, ends_on, source.strip()
    if not row.number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    if ends_on is not None and ends_on <= starts_on:
        raise Refused(CardRefusal.PERIOD_BACKWARDS)
    return _save(row, by=by)


def save_fact(row: Row, *, by: User, **facts: Any) -> Row:
    """Save a new or changed row of a fact table.

    Expansions, rotations, promo cut-offs, errata, promo dates, copy limits or name groups. Refused: PERIOD_BACKWARDS,
    ROTATION_OF_BOTH (since and marks), EXPANSION_UNKNOWN (expansion), CARD_NAME_MISSING, CARD_NUMBER_MISSING,
    GROUP_TOO_SMALL, TABLE_TWICE.
    """
    for field, value in facts.items():
        setattr(row, field, value)
    for kind, tidied in TIDIED.items():
        if isinstance(row, kind):
            tidied(row)
    return _save(row, by=by)


@tidies(Period)
def tidy_period(row: Period) -> None:
    """Check that a period ends after its start. Refused: PERIOD_BACKWARDS."""
    if row.ends_on is not None and row.ends_on <= row.starts_on:
        raise Refused(CardRefusal.PERIOD_BACKWARDS)


@tidies(Rotation)
def tidy_rotation(row: Rotation) -> None:
    """Check a rotation: expansions since one and other products, or regulation marks, not both (M-040).

    Refused: ROTATION_OF_BOTH, EXPANSION_UNKNOWN (expansion).
    """
    row.marks, row.also = " ".join(row.marks.upper().split()), " ".join(row.also.split())
    if bool(row.since_id) == bool(row.marks):
        raise Refused(CardRefusal.ROTATION_OF_BOTH)
    there = set(Expansion.objects.filter(pk__in=row.also.split()).values_list("pk", flat=True))
    if unknown := [code for code in row.also.split() if code not in there]:
        raise Refused(CardRefusal.EXPANSION_UNKNOWN, expansion=", ".join(unknown))


@tidies(Erratum)
def tidy_erratum(row: Erratum) -> None:
    """Fold the name. Refused: CARD_NAME_MISSING."""
    row.key = names.identity(row.key)
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)


@tidies(PromoDate, CopyLimit)
def tidy_printing(row: PromoDate | CopyLimit) -> None:
    """Check the name and number of a printing. Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING."""
    row.name, row.number = names.tidy(row.name), row.number.strip()
    if not row.name:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)


@tidies(NameGroup)
def tidy_group(row: NameGroup) -> None:
    """Normalize the names and remove duplicates; at least two must remain. Refused: GROUP_TOO_SMALL."""
    written = dict.fromkeys(names.identity(line) for line in row.names.splitlines())
    row.names = "\n".join(name for name in written if name)
    if len(row.names.splitlines()) < LEAST_OF_GROUP:
        raise Refused(CardRefusal.GROUP_TOO_SMALL)


@tidies(Expansion)
def tidy_expansion(row: Expansion) -> None:
    """Normalize id and codes; a new expansion comes last."""
    row.id, row.codes = row.id.strip(), " ".join(row.codes.split())
    if row._state.adding:
        row.order = (Expansion.objects.aggregate(last=models.Max("order"))["last"] or 0) + 1


@transaction.atomic
def remove(row: models.Model, *, by: User) -> None:
    """Delete a row permanently."""
    state = locks.catalogue()
    _log(row, DELETION, by)
    row.delete()
    version.raise_version(state)


def _check_card(row: Card) -> None:
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.plain_number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    if row.basic_energy and row.supertype != Card.Supertype.ENERGY:
        raise Refused(CardRefusal.CARD_ENERGY_ONLY)
    taken = Card.objects.filter(expansion=row.expansion, plain_number=row.plain_number).exclude(pk=row.pk)
    if other := taken.first():
        raise Refused(
            CardRefusal.CARD_TAKEN, expansion=row.expansion.name, number=row.number, name=other.name
        )


@transaction.atomic
def _save(row: Row, *, by: User) -> Row:
    new = row._state.adding
    state, change = locks.catalogue(), ADDITION if new else CHANGE
    try:
        with transaction.atomic():
            row.save(force_insert=new)
    except IntegrityError as error:
        raise Refused(CardRefusal.TABLE_TWICE) from error
    _log(row, change, by)
    version.raise_version(state)
    return row


def _log(row: models.Model, flag: int, by: User) -> None:
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=flag,
    )
