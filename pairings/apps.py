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
        from pairings import tasks
        from pairings.queries import snapshot_parts
        from pairings.queries.bracket.cut_titles import cut_round_titles_of_event
        from pairings.queries.event_copies import latest_round_slug
        from pairings.queries.player_tags import tag_lines
        from pairings.queries.rounds import round_news
        from pairings.queries.rounds.event_progress import planned_swiss_rounds, select_finished_events
        from pairings.queries.rounds.options import unassigned_tables
        from pairings.queries.rounds.posted_rounds import events_posted_since, posting_times
        from pairings.queries.verification import journal_check
        from pairings.services import event_copies, player_tags, prints, tom  # noqa: F401
        from pairings.services.check_in import missing  # noqa: F401
        from pairings.services.reports import clocks, disputes, result_reports, time_extensions  # noqa: F401
        from pairings.services.reports.idempotency import store_new_idempotency_key
        from pairings.services.rounds import (  # noqa: F401
            feature_matches,
            merged_entries,
            no_shows,
            regulars,
            round_undo,
            rounds,
            step_undos,
        )
        from pairings.services.rounds.attendance import delete_losses_of_entry, update_after_entry_change
        from pairings.services.rounds.missed_rounds import record_missed_rounds
        from pairings.services.standings.ranking import rank_again_after_event_change
        from pairings.services.tom import newer_file  # noqa: F401
        from pairings.views.rounds.free_byes import free_bye_links
        from pairings.words import (  # noqa: F401
            check_in_words,
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
            tom_file_words,
        )
        from tournaments import hooks

        stamps.exempt_writes_from_stamps(tables=r"pairings_(?:idempotencykey|storedprint|printedround)$")
        hooks.blocked_tables.append(unassigned_tables)
        hooks.event_changed.append(rank_again_after_event_change)
        hooks.entry_changed.append(update_after_entry_change)
        hooks.entry_removed.append(delete_losses_of_entry)
        hooks.entry_restored.append(record_missed_rounds)
        hooks.rounds_paired.append(merged_entries.rounds_paired)
        hooks.entries_joined.append(merged_entries.move_matches_to_entry)
        hooks.entries_parted.append(merged_entries.move_matches_back)
        hooks.results_moved.append(merged_entries.rank_again_after_merge)
        hooks.of_rounds |= {
            f"pairings.{name}" for name in ("Match", "Seat", "Standing", "Qualifier", "BracketSeat")
        }
        hooks.tag_lines.append(tag_lines)
        hooks.tags_set.append(player_tags.set_tags)
        hooks.events_over.append(select_finished_events)
        hooks.first_time.append(store_new_idempotency_key)
        hooks.round_titles.append(cut_round_titles_of_event)
        hooks.posted_since.append(events_posted_since)
        hooks.rounds_begun.append(planned_swiss_rounds)
        hooks.round_news.append(round_news.event_round_news)
        of_decks.posted_rounds.append(posting_times)
        core_hooks.standing_at.append(latest_round_slug)
        core_hooks.step_news.append(free_bye_links)
        core_hooks.undo_addresses.append(
            lambda event, line: reverse("pairings:undo", args=[event.slug, line])
        )
        core_hooks.line_written.append(tasks.queue_event_copy_after_line)
        core_hooks.journal_checks.append(journal_check.journal_disagreements)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
