"""Changes of cards and fact tables by the installation's staff."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, TypeVar

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, models, transaction

from cards.engine import card_names, collector_numbers
from cards.engine.refusals import CardRefusal
from cards.models import Ban, Card, CopyLimit, Erratum, Expansion, NameGroup, PromoDate, Reprint, Rotation
from cards.models.cards import Period
from cards.services import locks
from cards.services.catalogue import version
from core.engine.refused import Refused
from tournaments.models import User

Row = TypeVar("Row", bound=models.Model)
MIN_NAMES_OF_GROUP = 2


@contextmanager
def locked_catalogue() -> Iterator[None]:
    """Lock the catalogue within the context, so that rows read in it do not change before they are replaced."""
    with transaction.atomic():
        locks.lock_catalogue()
        yield


TIDIED: dict[type[models.Model], Callable[[Any], None]] = {}
"""Functions that normalize and check a row before it is saved, by model or base class of models."""


def register_row_tidying(
    *models_: type[models.Model],
) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    """Register the decorated function to normalize and check rows of these models."""

    def register(tidy: Callable[[Any], None]) -> Callable[[Any], None]:
        for model in models_:
            TIDIED[model] = tidy
        return tidy

    return register


def save_card(
    card: Card | None = None, *, by: User, expansion: Expansion, number: str, name: str, **facts: Any
) -> Card:
    """Save a new or changed card. Later imports do not change it.

    `facts`: the card's other columns. Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING, CARD_TAKEN (expansion,
    number, name), CARD_ENERGY_ONLY, TABLE_TWICE.
    """
    row = card or Card()
    row.expansion, row.number, row.name = expansion, number.strip(), card_names.tidy_card_name(name)
    row.key, row.plain_number, row.edited = (
        card_names.card_name_identity(name),
        collector_numbers.plain_collector_number(number),
        True,
    )
    for field, value in facts.items():
        setattr(row, field, value)
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.plain_number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    if row.basic_energy and row.supertype != Card.Supertype.ENERGY:
        raise Refused(CardRefusal.CARD_ENERGY_ONLY)
    same_number = Card.objects.filter(expansion=row.expansion, plain_number=row.plain_number)
    if other_card := same_number.exclude(pk=row.pk).first():
        raise Refused(
            CardRefusal.CARD_TAKEN, expansion=row.expansion.name, number=row.number, name=other_card.name
        )
    return _save_row(row, by=by)


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
    """Save a row of the reprint table (R-011). Without `old`, it applies to every printing older than the new one.

    Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING, TABLE_TWICE.
    """
    row = reprint or Reprint()
    row.key, row.identical, row.source = card_names.card_name_identity(name), identical, source.strip()
    row.new_expansion, row.new_number = new[0], new[1].strip()
    row.old_expansion, row.old_number = (old[0], old[1].strip()) if old else (None, "")
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.new_number or (old and not row.old_number):
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    return _save_row(row, by=by)


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
    """Save a row of the ban list (R-087). Refused: CARD_NUMBER_MISSING, PERIOD_BACKWARDS, TABLE_TWICE."""
    row = ban or Ban()
    row.expansion, row.number, row.name = expansion, number.strip(), card_names.tidy_card_name(name)
    row.format, row.starts_on, row.ends_on, row.source = card_format, starts_on, ends_on, source.strip()
    if not row.number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)
    if ends_on is not None and ends_on <= starts_on:
        raise Refused(CardRefusal.PERIOD_BACKWARDS)
    return _save_row(row, by=by)


def save_fact_row(row: Row, *, by: User, **facts: Any) -> Row:
    """Save a new or changed row of a fact table.

    The tables are expansions, rotations, promo cut-offs, errata, promo dates, copy limits and name groups. Refused:
    PERIOD_BACKWARDS, ROTATION_OF_BOTH (since and marks), EXPANSION_UNKNOWN (expansion), CARD_NAME_MISSING,
    CARD_NUMBER_MISSING, GROUP_TOO_SMALL, TABLE_TWICE.
    """
    for field, value in facts.items():
        setattr(row, field, value)
    for model, tidy in TIDIED.items():
        if isinstance(row, model):
            tidy(row)
    return _save_row(row, by=by)


@register_row_tidying(Period)
def tidy_period(row: Period) -> None:
    """Check that a period ends after its start. Refused: PERIOD_BACKWARDS."""
    if row.ends_on is not None and row.ends_on <= row.starts_on:
        raise Refused(CardRefusal.PERIOD_BACKWARDS)


@register_row_tidying(Rotation)
def tidy_rotation(row: Rotation) -> None:
    """Check that a rotation has either a first expansion and perhaps older products, or regulation marks (M-040).

    Refused: ROTATION_OF_BOTH, EXPANSION_UNKNOWN (expansion).
    """
    row.marks, row.also = " ".join(row.marks.upper().split()), " ".join(row.also.split())
    if bool(row.since_id) == bool(row.marks):
        raise Refused(CardRefusal.ROTATION_OF_BOTH)
    known_ids = set(Expansion.objects.filter(pk__in=row.also.split()).values_list("pk", flat=True))
    if unknown_ids := [code for code in row.also.split() if code not in known_ids]:
        raise Refused(CardRefusal.EXPANSION_UNKNOWN, expansion=", ".join(unknown_ids))


@register_row_tidying(Erratum)
def tidy_erratum(row: Erratum) -> None:
    """Normalize the name. Refused: CARD_NAME_MISSING."""
    row.key = card_names.card_name_identity(row.key)
    if not row.key:
        raise Refused(CardRefusal.CARD_NAME_MISSING)


@register_row_tidying(PromoDate, CopyLimit)
def tidy_printing(row: PromoDate | CopyLimit) -> None:
    """Check the name and number of a printing. Refused: CARD_NAME_MISSING, CARD_NUMBER_MISSING."""
    row.name, row.number = card_names.tidy_card_name(row.name), row.number.strip()
    if not row.name:
        raise Refused(CardRefusal.CARD_NAME_MISSING)
    if not row.number:
        raise Refused(CardRefusal.CARD_NUMBER_MISSING)


@register_row_tidying(NameGroup)
def tidy_group(row: NameGroup) -> None:
    """Normalize the names and remove duplicates. At least two names must remain. Refused: GROUP_TOO_SMALL."""
    identities = dict.fromkeys(card_names.card_name_identity(line) for line in row.names.splitlines())
    row.names = "\n".join(name for name in identities if name)
    if len(row.names.splitlines()) < MIN_NAMES_OF_GROUP:
        raise Refused(CardRefusal.GROUP_TOO_SMALL)


@register_row_tidying(Expansion)
def tidy_expansion(row: Expansion) -> None:
    """Normalize id and codes, and put a new expansion last in order."""
    row.id, row.codes = row.id.strip(), " ".join(row.codes.split())
    if row._state.adding:
        row.order = (Expansion.objects.aggregate(last=models.Max("order"))["last"] or 0) + 1


@transaction.atomic
def remove_catalogue_row(row: models.Model, *, by: User) -> None:
    """Delete a row of the catalogue permanently, log it in the admin and raise the version."""
    state = locks.lock_catalogue()
    _write_admin_log_entry(row, DELETION, by)
    row.delete()
    version.raise_catalogue_version(state)


@transaction.atomic
def _save_row(row: Row, *, by: User) -> Row:
    """Save a row, log it in the admin and raise the version of the catalogue. Refused: TABLE_TWICE."""
    is_new = row._state.adding
    state, action = locks.lock_catalogue(), ADDITION if is_new else CHANGE
    try:
        with transaction.atomic():
            row.save(force_insert=is_new)
    except IntegrityError as error:
        raise Refused(CardRefusal.TABLE_TWICE) from error
    _write_admin_log_entry(row, action, by)
    version.raise_catalogue_version(state)
    return row


def _write_admin_log_entry(row: models.Model, flag: int, by: User) -> None:
    """Record an addition, change or deletion (`flag`) in the admin's log."""
    LogEntry.objects.create(
        user=by,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=str(row)[:200],
        action_flag=flag,
    )
