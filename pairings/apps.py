from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingsConfig(AppConfig):
    name = "pairings"
    verbose_name = _("Rounds and standings")

    def ready(self) -> None:
        from pairings import sentences  # noqa: F401
