from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CardsConfig(AppConfig):
    name = "cards"
    verbose_name = _("Cards and formats")

    def ready(self) -> None:
        from cards import tasks  # noqa: F401
        from cards.words import card_rules, catalogue_words  # noqa: F401
        from core import stamps

        stamps.silence(tables=r"cards_cardimport$")
