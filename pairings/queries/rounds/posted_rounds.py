"""Posted rounds, for apps that must not import the models of rounds."""

from datetime import datetime

from django.db.models import Q

from core.models import JournalEvent
from core.stamps.memory import cached_until_change
from pairings.models import Round
from pairings.queries.reports import clocks
from pairings.queries.rounds.event_progress import select_finished_events
from tournaments.models import Division, Tournament
from tournaments.scopes import cached_for_home, event_scope


def event_phase(event: Tournament) -> str:
    """Return "before" until round 1 is posted, then "running", and "over" once all rounds are played.

    Cached until the event changes. Otherwise, one query (none on a page with a scoreboard), and three more
    between rounds.
    """

    def read_phase() -> str:
        states = clocks.loaded_round_states(event)
        if states is None:
            rows = Round.objects.filter(division__tournament=event).exclude(state=Round.State.UNPOSTED)
            states = set(rows.order_by().values_list("state", flat=True).distinct())
        if not states:
            return "before"
        return "running" if Round.State.POSTED in states or not select_finished_events([event.pk]) else "over"

    return cached_for_home(event, "phase", read_phase)


def posting_times(division: Division) -> dict[int, datetime]:
    """Return when each posted or closed round was posted, by number. One query, then cached until the event changes.

    Imported rounds have no posting time, so their pairing time is returned.
    """
    rows = Round.objects.filter(division=division).exclude(state=Round.State.UNPOSTED)
    times = rows.values_list("number", "posted_at", "paired_at")
    return cached_until_change(
        f"posted.{division.pk}",
        [event_scope(division.tournament_id)],
        lambda: {number: posted or paired for number, posted, paired in times.all()},
    )


def events_posted_since(moment: datetime) -> set[int]:
    """Return the keys of events with a round posted since this moment, or with a newer TOM file.

    Imported rounds count as posted when they were paired. One query.
    """
    posted_since = Q(posted_at__gte=moment) | Q(posted_at=None, paired_at__gte=moment)
    rows = Round.objects.filter(posted_since).exclude(state=Round.State.UNPOSTED).order_by()
    imports = JournalEvent.objects.filter(kind="TomRoundsAdded", at__gte=moment).order_by()
    events = rows.values_list("division__tournament").union(imports.values_list("tournament"))
    return {event for (event,) in events}
