"""What a phone shows of a round as soon as it is posted."""

from pairings.models import Match, Round, Stage
from pairings.queries.rounds.rows import person
from tournaments.engine.round_news import RoundNews


def of_event(event: int) -> RoundNews:
    """The seats in the rounds of this event that are posted and not closed. Two queries."""
    states = Round.objects.filter(division__tournament=event).order_by().values_list("state", flat=True)
    due = Round.State.UNPOSTED in set(states.distinct())
    rows = Match.objects.filter(round__division__tournament=event, round__state=Round.State.POSTED)
    rows = rows.filter(round__division__tournament__published=True).order_by()
    rows = rows.select_related("left", "right", "round__stage").defer("round__draw")
    seats: dict[int, dict[str, int | str]] = {}
    for match in rows:
        round_, posted = match.round, match.round.posted_at
        for entry, other in ((match.left, match.right), (match.right, match.left)):
            if entry is not None:
                seats[entry.pk] = {
                    "posted": round(posted.timestamp() * 1000) if posted else 0,
                    "number": round_.number if round_.stage.kind == Stage.Kind.SWISS else 0,
                    "table": match.table or 0,
                    "against": person(other, public=True).name if other is not None else "",
                }
    return RoundNews(due, seats)
