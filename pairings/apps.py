from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingsConfig(AppConfig):
    name = "pairings"
    verbose_name = _("Rounds and standings")

    def ready(self) -> None:
        from pairings import sentences  # noqa: F401
        from pairings.services.entries import follow_change
        from tournaments.services.entries import FOLLOWED_BY

        FOLLOWED_BY.append(follow_change)
