from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "floor"
    verbose_name = _("The floor")

    def ready(self) -> None:
        from checks import hooks as of_checks
        from floor.queries.floor import features_of
        from floor.queries.table import played_out
        from floor.services import calls, penalties, rulings, sectors, table  # noqa: F401
        from floor.views.penalties import advice
        from floor.words import floor_words, penalty_words, table_words  # noqa: F401
        from tournaments import hooks

        hooks.features_in_use.append(features_of)
        of_checks.penalty_advice.append(advice)
        of_checks.tables_played_out.append(played_out)
