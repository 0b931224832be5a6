from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        from decks import draft_sentences, list_sentences, sentences  # noqa: F401
