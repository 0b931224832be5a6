from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "floor"
    verbose_name = _("The floor")

    def ready(self) -> None:
        from checks import hooks as check_hooks
        from core import hooks as core_hooks
        from floor import tasks
        from floor.engine import journal_kinds  # noqa: F401
        from floor.queries import notices, snapshot_parts, webhooks
        from floor.queries.floor_board import floor_features
        from floor.queries.penalties import penalty_entered_result
        from floor.queries.queue import queue_entries
        from floor.queries.table_state import matches_after_extra_turns
        from floor.services import (
            calls,
            screens,
        )
        from floor.views.my_events.home import my_events_card
        from floor.views.penalties import penalty_advice
        from floor.views.queue.desk_queue import desk_queue, desk_queue_stamp
        from floor.words import (  # noqa: F401
            call_words,
            confiscation_words,
            notice_words,
            penalty_words,
            people_words,
            queue_words,
            retention_words,
            screen_words,
            table_words,
        )
        from pairings import hooks as pairing_hooks
        from tournaments import hooks

        core_hooks.start_pages.update({"floor:floor", "floor:my"})
        core_hooks.notices.update(notices.FINDERS)
        core_hooks.notice_pages.update({"entry": "floor:my", "member": "floor:calls"})
        core_hooks.webhook_types.update(webhooks.TYPES)
        core_hooks.webhook_facts.update(webhooks.FACTS)
        core_hooks.each_hour.append(tasks.remove_personal_data)
        hooks.home_cards.append(my_events_card)
        hooks.features_in_use.append(floor_features)
        core_hooks.start_pages |= {"floor:floor", "floor:my"}
        pairing_hooks.open_at_tables.append(queue_entries.open_queue_entries_at_tables)
        pairing_hooks.desk_queues.append(desk_queue)
        pairing_hooks.desk_queue_stamps.append(desk_queue_stamp)
        pairing_hooks.match_moved.append(calls.move_calls)
        pairing_hooks.round_closing.append(calls.close_calls_of_round)
        pairing_hooks.round_reopened.append(calls.reopen_calls_of_round)
        pairing_hooks.results_bound.append(penalty_entered_result)
        pairing_hooks.extension_steps.append(calls.update_calls_for_extension)
        pairing_hooks.extension_undone.append(calls.undo_calls_of_extension)
        check_hooks.penalty_advice.append(penalty_advice)
        check_hooks.tables_played_out.append(matches_after_extra_turns)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
        core_hooks.rows_fitted["floor.HallScreen"] = screens.replace_screen_addresses
