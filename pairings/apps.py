from django.apps import AppConfig
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class PairingsConfig(AppConfig):
    name = "pairings"
    verbose_name = _("Rounds and standings")

    def ready(self) -> None:
        from core import hooks as core_hooks
        from core import stamps
        from decks import hooks as of_decks
        from pairings import hooks as own
        from pairings import tasks
        from pairings.queries import snapshot_parts
        from pairings.queries.bracket.cuts import round_titles
        from pairings.queries.event_copies import standing_at
        from pairings.queries.print.event_figures import events_over, rounds_begun
        from pairings.queries.rounds import journal_check, round_news
        from pairings.queries.rounds.options import blocked_tables
        from pairings.queries.rounds.posted import since, times
        from pairings.services import event_copies, prints, tom  # noqa: F401
        from pairings.services.reports import clocks, disputes, result_reports, time_extensions  # noqa: F401
        from pairings.services.reports.idempotency import first_time
        from pairings.services.rounds import (  # noqa: F401
            merged_entries,
            no_shows,
            regulars,
            rounds,
            undoing,
            undone_rounds,
        )
        from pairings.services.rounds.attendance import follow_change, forget_losses
        from pairings.services.rounds.missed_rounds import miss_rounds
        from pairings.services.tom import newer_file  # noqa: F401
        from pairings.views.rounds.late_news import free_byes
        from pairings.words import (  # noqa: F401
            clock_words,
            copy_words,
            known_player_words,
            match_rules,
            print_words,
            refusal_words,
            report_words,
            round_words,
            seal_words,
            states,
            tom_words,
        )
        from tournaments import hooks

        stamps.silence(tables=r"pairings_(?:idempotencykey|storedprint|printedround)$")
        own.round_moved.append(tasks.copy_after)
        hooks.blocked_tables.append(blocked_tables)
        hooks.entry_changed.append(follow_change)
        hooks.entry_removed.append(forget_losses)
        hooks.entry_restored.append(miss_rounds)
        hooks.rounds_paired.append(merged_entries.rounds_paired)
        hooks.entries_joined.append(merged_entries.join)
        hooks.entries_parted.append(merged_entries.part)
        hooks.results_moved.append(merged_entries.rank_again)
        hooks.of_rounds |= {
            f"pairings.{name}" for name in ("Match", "Seat", "Standing", "Qualifier", "BracketSeat")
        }
        hooks.events_over.append(events_over)
        hooks.first_time.append(first_time)
        hooks.round_titles.append(round_titles)
        hooks.posted_since.append(since)
        hooks.rounds_begun.append(rounds_begun)
        hooks.round_news.append(round_news.of_event)
        of_decks.posted_rounds.append(times)
        core_hooks.standing_at.append(standing_at)
        core_hooks.step_news.append(free_byes)
        core_hooks.undo_addresses.append(
            lambda event, line: reverse("pairings:undo", args=[event.slug, line])
        )
        core_hooks.journal_checks.append(journal_check.disagreements)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
