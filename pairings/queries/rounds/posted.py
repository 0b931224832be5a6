"""The rounds visible to players, for the apps without access to rounds."""

from datetime import datetime

from django.db.models import Q

from core.models import JournalEvent
from pairings.models import Round
from pairings.queries.print.event_figures import events_over
from pairings.queries.reports import clocks
from tournaments.models import Division, Tournament
from tournaments.scopes import remembered_of


def phase(event: Tournament) -> str:
    """ "before" round 1 is posted, "running", "over" once all rounds are played.

    No query before the next change at the event; else one, none on a page with a scoreboard, and three more between
    rounds.
    """
    return remembered_of(event, "phase", lambda: _phase(event))


def _phase(event: Tournament) -> str:
    states = clocks.states_read(event)
    if states is None:
        rows = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
        states = set(rows.order_by().values_list("state", flat=True).distinct())
    if not states:
        return "before"
    return "running" if Round.State.POSTED in states or not events_over([event.pk]) else "over"


def times(division: Division) -> dict[int, datetime]:
    """When each posted or closed round was posted, by its number; an imported one when it was paired. One query."""
    rows = Round.objects.filter(division=division).exclude(state=Round.State.UNPOSTED)
    return {
        number: posted or paired
        for number, posted, paired in rows.values_list("number", "posted_at", "paired_at")
    }


def since(moment: datetime) -> set[int]:
    """The keys of the events with a round posted since then (an imported one: paired), or with a newer TOM file.

    One query.
    """
    newer = Q(posted_at__gte=moment) | Q(posted_at=None, paired_at__gte=moment)
    rows = Round.objects.filter(newer).exclude(state=Round.State.UNPOSTED).order_by()
    added = JournalEvent.objects.filter(kind="TomRoundsAdded", at__gte=moment).order_by()
    events = rows.values_list("division__tournament").union(added.values_list("tournament"))
    return {event for (event,) in events}
