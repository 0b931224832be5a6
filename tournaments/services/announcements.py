"""Dated announcements by the staff to the players (R-053, R-095, R-096, R-114)."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from core.engine.person_names import has_visible_character
from core.engine.refused import Refused
from core.services import journal
from core.services.double_clicks import stored_by_same_click
from tournaments.engine.journal_kinds import Announced, AnnouncementWithdrawn
from tournaments.engine.refusals import TournamentRefusal
from tournaments.models import Announcement, Tournament, User
from tournaments.services import locks


@transaction.atomic
def post_announcement(
    event: Tournament,
    *,
    by: User | None,
    text: str,
    kind: str = Announcement.Kind.OTHER,
    at: datetime | None = None,
) -> Announcement:
    """Post an announcement, which cannot be edited afterwards, and return it.

    A double click posts it only once. `at` is by default the current time.
    Refused: ANNOUNCEMENT_EMPTY, CHANGED_MEANWHILE.
    """
    text = text.strip()
    if not has_visible_character(text):
        raise Refused(TournamentRefusal.ANNOUNCEMENT_EMPTY)
    locks.lock_event_for_announcements(event)
    at = at or timezone.now()
    fields = {"tournament": event, "kind": Announcement.Kind(kind), "text": text, "by": by}
    duplicates = Announcement.objects.filter(**fields, withdrawn_at=None)
    # Only users double-click; programs may post the same text again.
    if (
        by is not None
        and (earlier_announcement := stored_by_same_click(duplicates, time_field="at", now=at)) is not None
    ):
        return earlier_announcement
    announcement = Announcement.objects.create(**fields, at=at)
    journal.write_journal_line(event, Announced(text=text, announcement=announcement.pk), by=by)
    return announcement


@transaction.atomic
def withdraw_announcement(announcement: Announcement, *, by: User | None) -> Announcement:
    """Withdraw an announcement: it stays on the board, struck through. Refused: ANNOUNCEMENT_WITHDRAWN."""
    row = locks.lock_announcement(announcement)
    if row.withdrawn_at is not None:
        raise Refused(TournamentRefusal.ANNOUNCEMENT_WITHDRAWN)
    row.withdrawn_at = timezone.now()
    row.save(update_fields=["withdrawn_at"])
    journal.write_journal_line(
        row.tournament, AnnouncementWithdrawn(text=row.text, announcement=row.pk), by=by
    )
    return row
