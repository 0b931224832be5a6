"""An expansion newer than the data: added with its code, date and the names of its cards, until the data has it."""

from collections.abc import Iterable

from django.db import models, transaction

from cards.engine import names, numbers
from cards.engine.announced import AnnouncedCard
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
"""What a Trainer or Energy has in common with an older one of its name."""

LINES: tuple[tuple[type[models.Model], str], ...] = (
    (Ban, "expansion"),
    (PromoCutoff, "expansion"),
    (PromoDate, "expansion"),
    (CopyLimit, "expansion"),
    (Reprint, "old_expansion"),
    (Reprint, "new_expansion"),
    (Rotation, "since"),
)
"""The tables that name an expansion."""


@transaction.atomic
def announce(
    expansion: Expansion | None = None, *, by: User, cards: Iterable[AnnouncedCard], **facts: object
) -> Expansion:
    """Add an expansion, or names to one; returns it. Cards that are here stay.

    A Trainer or Energy whose name is known is taken for that card; of any other only name and number are known, so
    that no one can tell about it. Refused: TABLE_TWICE, CARD_NUMBER_MISSING.
    """
    row = expansion or editing.save_fact(Expansion(), by=by, **facts)
    state = locks.catalogue()
    taken = set(Card.objects.filter(expansion=row).values_list("plain_number", flat=True))
    cards_now = queries.current()
    new = {}
    for announced in cards:
        plain = numbers.plain(announced.number)
        if not plain:
            raise Refused(CardRefusal.CARD_NUMBER_MISSING)
        if plain in taken:
            continue
        card = Card(
            expansion=row,
            number=announced.number,
            plain_number=plain,
            name=names.tidy(announced.name),
            key=names.identity(announced.name),
            supertype=Card.Supertype.POKEMON,
            announced=True,
        )
        if same := [older for older in cards_now.printings(card.key) if older.supertype != "pokemon"]:
            for name in COPIED:
                value = getattr(same[-1], name)
                setattr(card, name, "|".join(value) if name == "subtypes" else value)
            card.announced = False
        new[plain] = card
    Card.objects.bulk_create(new.values())
    if new:
        version.raise_version(state)
    return row


@transaction.atomic
def adopt(expansions: Iterable[KnownExpansion]) -> None:
    """Give what was announced under a code to the stored expansion of the data with that code.

    Its announced cards go, since the data has them; its lines in other tables stay with the expansion.
    """
    wanted = {code.upper(): expansion.id for expansion in expansions for code in expansion.codes[:1]}
    ids = set(wanted.values())
    for row in Expansion.objects.exclude(pk__in=ids).filter(series=""):
        here = next((wanted[code.upper()] for code in row.codes.split() if code.upper() in wanted), None)
        cards = Card.objects.filter(expansion=row)
        if here is None or not cards.exists() or cards.exclude(text_key="").exists():
            continue
        for model, field in LINES:
            model._default_manager.filter(**{field: row.pk}).update(**{field: here})
        cards.delete()
        row.delete()
