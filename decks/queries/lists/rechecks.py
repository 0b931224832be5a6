"""Find lists that have to be judged again."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet

from cards.queries.catalogue import stored_catalogue_version
from core.models import JournalEvent
from decks.models import DeckList
from decks.queries.lists.event_lists import DAYS_UNTIL_OVER, NEWS_DURATION, NO_VERDICT, RECHECKED
from tournaments.models import Tournament


def events_with_stale_lists(now: datetime) -> list[Tournament]:
    """Return ongoing and future events that have lists judged with another version of the catalogue."""
    events = stale_lists(now).values("entry__tournament")
    return list(Tournament.objects.filter(pk__in=events).order_by("pk"))


def stale_lists(now: datetime) -> QuerySet[DeckList]:
    """Return the lists of ongoing and future events that need a verdict from the current catalogue.

    Lists without an effective version are left out.
    """
    # An event is over once it is reported, or two days after its last day.
    since = now - timedelta(days=DAYS_UNTIL_OVER)
    not_over = Q(entry__tournament__starts_at__gte=since) | Q(
        entry__tournament__list_rules__last_day__gte=since.date()
    )
    rows = DeckList.objects.filter(not_over, entry__tournament__reported_at=None, counts__isnull=False)
    return rows.exclude(counts__catalogue_version=stored_catalogue_version())


def latest_recheck(event: Tournament, now: datetime) -> JournalEvent | None:
    """Return the journal line of the latest recheck within the last `NEWS_DURATION` that changed a verdict, or None."""
    lines = JournalEvent.objects.filter(tournament=event, kind="ListsRechecked", at__gte=now - NEWS_DURATION)
    return lines.order_by("-at", "-pk").first()


def recheck_lines_after(event: Tournament, line: int) -> QuerySet[JournalEvent]:
    """Return the journal lines about changed verdicts that were written after the one with key `line`."""
    return JournalEvent.objects.filter(tournament=event, kind__in=RECHECKED, pk__gt=line).order_by("pk")


def has_lists_to_judge(event: Tournament) -> bool:
    """Return whether a job still has to judge lists again after a change of the event."""
    rows = DeckList.objects.filter(entry__tournament=event, counts__catalogue_version=NO_VERDICT)
    # Without a stored catalogue its version is 0 too, like `NO_VERDICT`, and there is nothing to judge.
    return rows.exclude(counts__catalogue_version=stored_catalogue_version()).exists()
