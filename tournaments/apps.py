from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Events and people")

    def ready(self) -> None:
        from core import hooks as of_core
        from core import stamps
        from tournaments import access, hooks, rules
        from tournaments.engine import journal_kinds  # noqa: F401
        from tournaments.engine.webhook_types import TYPES
        from tournaments.queries import event_origins, journal, snapshot_parts, snapshots, webhook_events
        from tournaments.queries import teams as of_teams
        from tournaments.services import (
            editing,
            personal_links,
        )
        from tournaments.services.merges import double_entries  # noqa: F401
        from tournaments.services.snapshots.restoring import restore_event
        from tournaments.words import (  # noqa: F401
            check_in_words,
            event_words,
            restore_words,
            tag_words,
            webhook_topics,
        )
        from tournaments.words.entrants import naming_entrants
        from tournaments.words.journal_topics import TOPICS

        stamps.exempt_writes_from_stamps(
            tables=r"tournaments_(?:job|knownplayer(?:sload)?|pushsubscription|signin|webhook\w*)$",
            statements=r'INSERT INTO "tournaments_user" '
            r'|UPDATE "tournaments_user" SET (?:"(?:last_login|password)" = \S+,? )+WHERE',
        )  # no page shows a new account without a role, or a sign-in
        of_core.start_pages.update({"tournaments:home", "tournaments:event"})
        of_core.home_powers.append(rules.powers)
        of_core.home_words.append(naming_entrants)
        of_core.may_create.append(access.may_create_events)
        of_core.home_locks.append(editing.lock_event_of_journal)
        of_core.edit_locks.append(editing.lock_event_and_divisions)
        of_core.line_locks.append(editing.lock_line)
        of_core.journal_topics.update(TOPICS)
        of_core.journal_parts.append(journal.journal_divisions)
        of_core.journal_choices.append(journal.JournalRoundFilter())
        of_core.line_readers.append(journal.facts_of_lines)
        of_core.line_links.append(journal.player_names_of_link_lines)
        of_core.deletion_notes.append(event_origins.mismatched_deletion_records)
        of_core.journal_origins.append(event_origins.origins_of)
        of_core.latest_origin.append(event_origins.latest_origin)
        of_core.webhook_topics.update(TYPES)
        of_core.webhook_homes.append(webhook_events.webhook_facts)
        of_core.team_facts.append(of_teams.team_facts)
        of_core.staff_of_home.append(snapshots.staff_with_roles)
        of_core.snapshot_parts.extend(snapshot_parts.PARTS)
        of_core.snapshot_tables[snapshots.PEOPLE] = snapshots.people_table_for_snapshot
        of_core.rows_fitted["tournaments.PersonalLink"] = personal_links.fit_restored_links
        of_core.restorers.append(restore_event)
        hooks.entries_made.append(personal_links.create_links_for_new_entries)
