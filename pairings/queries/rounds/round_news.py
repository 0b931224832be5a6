"""Seats of posted rounds, for phones."""

from pairings.models import Match, Round, Stage
from pairings.queries.rounds.match_rows import person_of_entry
from tournaments.engine.round_news import RoundNews


def event_round_news(event: int) -> RoundNews:
    """Return the seats of players in posted rounds of this event. Two queries.

    An event that is not public has no seats. Opponents have their public names. `due` says whether a round is
    paired but not posted.
    """
    states = Round.objects.filter(division__tournament=event).order_by().values_list("state", flat=True)
    has_unposted_round = Round.State.UNPOSTED in set(states.distinct())
    rows = Match.objects.filter(round__division__tournament=event, round__state=Round.State.POSTED)
    rows = rows.filter(round__division__tournament__published=True).order_by()
    rows = rows.select_related("left", "right", "round__stage").defer("round__draw")
    seats: dict[int, dict[str, int | str]] = {}
    for match in rows:
        round_, posted_at = match.round, match.round.posted_at
        for entry, opponent in ((match.left, match.right), (match.right, match.left)):
            if entry is not None:
                seats[entry.pk] = {
                    "posted": round(posted_at.timestamp() * 1000) if posted_at else 0,
                    "number": round_.number if round_.stage.kind == Stage.Kind.SWISS else 0,
                    "table": match.table or 0,
                    "against": person_of_entry(opponent, public=True).name if opponent is not None else "",
                }
    return RoundNews(has_unposted_round, seats)
