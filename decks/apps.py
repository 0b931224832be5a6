from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class DecksConfig(AppConfig):
    name = "decks"
    verbose_name = _("Decks")

    def ready(self) -> None:
        from decks import (  # noqa: F401
            draft_log_words,
            draft_run_words,
            draft_sentences,
            event_draft_sentences,
            list_sentences,
            pool_sentences,
            sentences,
            tasks,
            tracking_words,
        )
        from decks.services import draft_log, drafts, pods, pools, proxies  # noqa: F401
        from decks.services.lists import follow_event
        from decks.views.news import rejudged
        from tournaments import hooks

        hooks.event_changed.extend((drafts.stay_limited, follow_event))
        hooks.step_news.append(rejudged)
