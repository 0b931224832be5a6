from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PairingsConfig(AppConfig):
    name = "pairings"
    verbose_name = _("Rounds and standings")

    def ready(self) -> None:
        from decks import hooks as of_decks
        from decks.queries.rewriting import wanted_of
        from pairings import before_words as _before_words  # noqa: F401
        from pairings import check_words as _check_words  # noqa: F401
        from pairings import floor_sentences, sentences  # noqa: F401
        from pairings import penalty_words as _penalty_words  # noqa: F401
        from pairings import report_sentences as _report_sentences  # noqa: F401
        from pairings import table_words as _table_words  # noqa: F401
        from pairings.queries.panel import events_over, rounds_begun
        from pairings.queries.posted import times
        from pairings.services import (  # noqa: F401
            before_checks,
            calls,
            check_photos,
            check_sheets,
            clocks,
            deck_checks,
            extensions,
            kinds,
            sectors,
        )
        from pairings.services.entries import follow_change
        from tournaments import hooks

        hooks.entry_changed.append(follow_change)
        hooks.events_over.append(events_over)
        hooks.rounds_begun.append(rounds_begun)
        of_decks.posted_rounds.append(times)
        of_decks.list_requests.append(wanted_of)
