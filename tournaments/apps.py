from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Events and people")

    def ready(self) -> None:
        from core import hooks as of_core
        from core import stamps
        from core.queries import webhook_data as webhooks
        from core.services import teams  # noqa: F401
        from core.services.webhooks import changes, outbox
        from core.tasks import notices as tasks
        from core.tasks.webhooks import webhooks_wait
        from core.words import snapshot_words, webhook_words
        from tournaments import feature_words, hooks  # noqa: F401
        from tournaments.engine import journal_kinds  # noqa: F401
        from tournaments.engine.webhook_types import TYPES
        from tournaments.queries import snapshot_parts
        from tournaments.queries.origins import noted_deletions, origins_of
        from tournaments.services import (  # noqa: F401
            announcements,
            divisions,
            editing,
            entries,
            events,
            features,
            links,
            merges,
            players,
            schedule,
            snapshots,
            staff,
        )
        from tournaments.services.merges import double_entries  # noqa: F401
        from tournaments.words import event_words, states  # noqa: F401

        stamps.silence(
            tables=r"tournaments_(?:job|knownplayer(?:sload)?|pushsubscription|signin|webhook\w*)$",
            statements=r'INSERT INTO "tournaments_user" '
            r'|UPDATE "tournaments_user" SET (?:"(?:last_login|password)" = \S+,? )+WHERE',
        )  # an account has no role yet when it is created, and signing in changes nothing anyone sees
        of_core.start_pages.update({"tournaments:home", "tournaments:event"})
        of_core.home_locks.append(editing.lock_event)
        of_core.webhook_topics.update(TYPES)
        of_core.webhook_changed.append(changes.note_change)
        of_core.webhook_data.append(webhooks.data_of)
        hooks.entries_made.append(links.make_all)
        hooks.event_deleted.append(snapshots.shelf.clear)
        of_core.line_written += [outbox.note_line, tasks.line_written]
        of_core.journal_sealed.append(outbox.note_seal)
        of_core.deletion_notes.append(noted_deletions)
        of_core.journal_origins.append(origins_of)
        of_core.line_locks.append(editing.lock_line)
        of_core.webhooks_wait.append(webhooks_wait)
        of_core.each_hour.append(tasks.forget_old_sign_ins)
        hooks.snapshot_parts.extend(snapshot_parts.PARTS)
        hooks.rows_fitted["tournaments.PersonalLink"] = links.fit
