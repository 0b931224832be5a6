from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        from cards.queries.expansion_names import find_expansion, suggested_expansions
        from core import hooks as core_hooks
        from decks import tasks  # noqa: F401
        from decks.engine import journal_kinds  # noqa: F401
        from decks.queries import snapshot_parts
        from decks.queries.lists.event_lists import active_entries_without_list
        from decks.queries.lists.list_rules import deck_list_feature_in_use
        from decks.services import check_rules, pool_disputes, pools, proxies  # noqa: F401
        from decks.services.lists import (  # noqa: F401
            collecting,
            locking,
            rejudge_after_event_change,
            rejudging,
            ruling,
            submitting,
        )
        from decks.views.lists.open_tasks import choose_expansion_task
        from decks.views.lists.step_news import rejudged_texts
        from decks.words import (  # noqa: F401
            deck_rules,
            deck_words,
            limited_words,
            list_words,
            pool_words,
            proxy_words,
        )
        from registration import hooks as registration_hooks
        from tournaments import hooks

        registration_hooks.without_list.append(active_entries_without_list)
        hooks.event_changed.append(rejudge_after_event_change)
        hooks.expansion_suggestions.append(suggested_expansions)
        hooks.expansion_codes.append(lambda text: find_expansion(text).code)
        hooks.prereleases_created.append(collecting.collect_lists_of_prerelease)
        hooks.entries_made.append(collecting.make_lists_of_new_entries)
        hooks.event_restored.append(collecting.make_lists_of_restored_event)
        hooks.features_in_use.append(deck_list_feature_in_use)
        hooks.open_tasks.append(choose_expansion_task)
        core_hooks.step_news.append(rejudged_texts)
        core_hooks.snapshot_parts.extend(snapshot_parts.PARTS)
