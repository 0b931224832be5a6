from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed
from django.conf import settings
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards and formats")

    def ready(self) -> None:
        from cards import tasks  # noqa: F401
        from cards.words import card_rules, catalogue_words  # noqa: F401
        from core import stamps

        stamps.exempt_writes_from_stamps(tables=r"cards_cardimport$")
        post_migrate.connect(load_shipped_cards, sender=self)


def load_shipped_cards(
    *, using: str, plan: Sequence[tuple[Any, bool]] = (), apps: Any = installed, **_rest: object
) -> None:
    """Load the shipped cards after migrations, once the tables have all columns of this version.

    Does nothing for another database, for backward migrations, or if LOAD_SHIPPED_CARDS is off.
    """
    from cards.models import Card
    from cards.services import catalogue

    if not settings.LOAD_SHIPPED_CARDS or using != "default" or any(backwards for _step, backwards in plan):
        return
    try:
        fields = apps.get_model("cards", "Card")._meta.get_fields()
    except LookupError:
        return
    if {field.name for field in fields} >= {field.name for field in Card._meta.concrete_fields}:
        catalogue.load_new_cards()
