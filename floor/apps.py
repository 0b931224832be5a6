from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FloorConfig(AppConfig):
    name = "floor"
    verbose_name = _("The floor")

    def ready(self) -> None:
        from checks import hooks as of_checks
        from core import hooks as of_core
        from floor import tasks
        from floor.engine import journal_kinds  # noqa: F401
        from floor.queries import notices, queue, snapshot_parts, webhooks
        from floor.queries.floor import features_of
        from floor.queries.penalties import entered_result
        from floor.queries.table import played_out
        from floor.services import (  # noqa: F401
            calls,
            confiscations,
            forget,
            penalties,
            retention,
            rulings,
            screens,
            sectors,
            table,
        )
        from floor.views.penalties import advice
        from floor.words import (  # noqa: F401
            confiscation_words,
            floor_words,
            notice_words,
            penalty_words,
            people_words,
            queue_words,
            retention_words,
            screen_words,
            table_words,
        )
        from pairings import hooks as of_pairings
        from tournaments import hooks

        of_core.start_pages.update({"floor:floor", "floor:my"})
        of_core.notices.update(notices.FINDERS)
        of_core.notice_pages.update({"entry": "floor:my", "member": "floor:calls"})
        of_core.webhook_types.update(webhooks.TYPES)
        of_core.webhook_facts.update(webhooks.FACTS)
        of_core.each_hour.append(tasks.remove_personal_data)
        hooks.features_in_use.append(features_of)
        of_core.start_pages |= {"floor:floor", "floor:my"}
        of_pairings.open_at_tables.append(queue.open_at_tables)
        of_pairings.round_closing.append(calls.end_in_round)
        of_pairings.round_reopened.append(calls.reopen_in_round)
        of_pairings.results_bound.append(entered_result)
        of_pairings.extension_steps.append(calls.follow_extension)
        of_pairings.extension_undone.append(calls.follow_undone_extension)
        of_checks.penalty_advice.append(advice)
        of_checks.tables_played_out.append(played_out)
        of_core.snapshot_parts.extend(snapshot_parts.PARTS)
        of_core.rows_fitted["floor.HallScreen"] = screens.fit
