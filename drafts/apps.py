from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DraftsConfig(AppConfig):
    name = "drafts"
    verbose_name = _("Drafts")

    def ready(self) -> None:
        from core import hooks as core_hooks
        from decks import hooks as deck_hooks
        from drafts.engine import journal_kinds  # noqa: F401
        from drafts.queries import snapshot_parts
        from drafts.queries.building_clocks import building_clocks_of_draft
        from drafts.queries.drafts import draft_feature_in_use
        from drafts.queries.tracking import entries_still_picking
        from drafts.services import (  # noqa: F401
            beginnings,
            building_clocks,
            draft_log,
            draft_runs,
            drafts,
            late_seats,
            pick_time,
            pods,
            prereleases,
            secret_copies,
            tracking,
        )
        from drafts.views.my_draft import draft_link_of_entry
        from drafts.words import (  # noqa: F401
            draft_log_words,
            draft_run_words,
            draft_words,
            event_draft_words,
            odd_words,
            pod_words,
            tracking_words,
        )
        from tournaments import hooks

        deck_hooks.building_clocks.append(
            lambda draft, rounds: building_clocks_of_draft(draft, rounds=rounds)
        )
        deck_hooks.entries_picking.append(entries_still_picking)
        deck_hooks.draft_links.append(draft_link_of_entry)
        hooks.event_changed.append(drafts.refuse_leaving_limited)
        hooks.prereleases_created.append(prereleases.set_up_sealed)
        hooks.features_in_use.append(draft_feature_in_use)
        core_hooks.copied.append(secret_copies.journal_copy_of_secret_picks)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
