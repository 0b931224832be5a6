from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Events and people")

    def ready(self) -> None:
        from tournaments import feature_words  # noqa: F401
        from tournaments.services import (  # noqa: F401
            announcements,
            divisions,
            entries,
            events,
            features,
            links,
            merges,
            players,
            schedule,
            staff,
            undo,
        )
