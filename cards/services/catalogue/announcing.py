"""Announced expansions: staff add their code, date and card names before the data has them."""

from collections.abc import Iterable

from django.db import models, transaction

from cards.engine import card_names, collector_numbers
from cards.engine.announced_cards import AnnouncedCard
from cards.engine.cards import Expansion as KnownExpansion
from cards.engine.refusals import CardRefusal
from cards.models import Ban, Card, CopyLimit, Expansion, PromoCutoff, PromoDate, Reprint, Rotation
from cards.queries import catalogue as queries
from cards.services import locks
from cards.services.catalogue import editing, version
from core.engine.refused import Refused
from tournaments.models import User

COPIED = (
    "supertype", "subtypes", "basic_energy", "ace_spec", "prism_star", "limit", "not_tournament_legal",
)  # fmt: skip
"""Columns that a Trainer or Energy card copies from an older printing of the same name."""

LINES: tuple[tuple[type[models.Model], str], ...] = (
    (Ban, "expansion"),
    (PromoCutoff, "expansion"),
    (PromoDate, "expansion"),
    (CopyLimit, "expansion"),
    (Reprint, "old_expansion"),
    (Reprint, "new_expansion"),
    (Rotation, "since"),
)
"""Tables and fields that refer to an expansion."""


@transaction.atomic
def save_announced_expansion(
    expansion: Expansion | None = None, *, by: User, cards: Iterable[AnnouncedCard], **facts: object
) -> Expansion:
    """Add an expansion with card names, or add card names to `expansion`, and return it.

    `facts`: the columns of a new expansion. Cards whose number is already stored do not change. A Trainer or
    Energy card is stored as a reprint of a known card with the same name. Any other card is stored as
    `announced`, since only its name and number are known. Refused: TABLE_TWICE, CARD_NUMBER_MISSING.
    """
    row = expansion or editing.save_fact_row(Expansion(), by=by, **facts)
    state = locks.lock_catalogue()
    stored_numbers = set(Card.objects.filter(expansion=row).values_list("plain_number", flat=True))
    known_cards = queries.current_catalogue()
    new_cards = {}
    for announced_card in cards:
        plain_number = collector_numbers.plain_collector_number(announced_card.number)
        if not plain_number:
            raise Refused(CardRefusal.CARD_NUMBER_MISSING)
        if plain_number in stored_numbers:
            continue
        card = Card(
            expansion=row,
            number=announced_card.number,
            plain_number=plain_number,
            name=card_names.tidy_card_name(announced_card.name),
            key=card_names.card_name_identity(announced_card.name),
            supertype=Card.Supertype.POKEMON,
            announced=True,
        )
        if older_printings := [
            printing for printing in known_cards.printings(card.key) if printing.supertype != "pokemon"
        ]:
            for column in COPIED:
                value = getattr(older_printings[-1], column)
                setattr(card, column, "|".join(value) if column == "subtypes" else value)
            card.announced = False
        new_cards[plain_number] = card
    Card.objects.bulk_create(new_cards.values())
    if new_cards:
        version.raise_catalogue_version(state)
    return row


@transaction.atomic
def replace_announced(expansions: Iterable[KnownExpansion]) -> None:
    """Replace announced expansions by the expansions in the data that have the same code.

    An announced expansion has no series, and it has cards, none of which has a known text. These cards are
    deleted, since the data contains them. Rows of other tables move to the expansion in the data.
    """
    id_by_code = {code.upper(): expansion.id for expansion in expansions for code in expansion.codes[:1]}
    data_ids = set(id_by_code.values())
    for announced in Expansion.objects.exclude(pk__in=data_ids).filter(series=""):
        data_id = next(
            (id_by_code[code.upper()] for code in announced.codes.split() if code.upper() in id_by_code), None
        )
        cards = Card.objects.filter(expansion=announced)
        if data_id is None or not cards.exists() or cards.exclude(text_key="").exists():
            continue
        for model, field in LINES:
            model._default_manager.filter(**{field: announced.pk}).update(**{field: data_id})
        cards.delete()
        announced.delete()
