"""The current state when a request stored on a player's phone comes too late: both are shown, the player decides."""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from core.engine.numbers import whole_number
from core.wording import labelled
from floor.models import JudgeCall
from floor.queries.my_table import MyMatch
from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, differs
from pairings.models import Match, Round
from pairings.queries.reports.result_reports import reported_by
from pairings.queries.rounds.rows import person
from pairings.services.reports.result_reports import ResultReport
from pairings.words import result_words
from pairings.words.report_wording import report_text
from tournaments.models import Entry

WINNERS = {"won": True, "they_conceded": True, "lost": False, "conceded": False}
"""Whether a report claims that its player won; the others are ties."""


def match_of(entry: Entry, number: str) -> Match | None:
    """A match this player has seen, by the key submitted. One query."""
    pk = whole_number(number)
    if pk is None:
        return None
    rows = Match.objects.filter(Q(left=entry) | Q(right=entry), pk=pk)
    rows = rows.exclude(round__state=Round.State.UNPOSTED)
    rows = rows.select_related("round__division__tournament", "round__stage", "left__player", "right__player")
    return rows.defer("round__draw").first()


def match_text(match: Match) -> str:
    """ "Round 2, table 5: Ana Lima won 2-1", or that it has no result yet."""
    place = _("%(round)s, table %(table)s") % {
        "round": result_words.match_name(match),
        "table": match.table or result_words.DASH,
    }
    if match.outcome == Outcome.PENDING or match.right is None:
        result_text = _("No result yet")
    else:
        names = {"left": person(match.left, public=True).name, "right": person(match.right, public=True).name}
        score = reported_by(match).games
        result_text = report_text(match.outcome, match.reason, names, score)
    return labelled(place, result_text)


def seat_text(at: MyMatch) -> str:
    """Where the player sits now: "You play at table 5 against Ana L. now."; "" without a match to play."""
    if at.match is None or at.other is None or at.match.outcome != Outcome.PENDING:
        return ""
    return _("You play at table %(table)s against %(name)s now.") % {
        "table": at.match.table or result_words.DASH,
        "name": at.other_name,
    }


def is_as_sent(match: Match, entry: Entry, how: str) -> bool:
    """Whether the saved result equals the player's report of this match."""
    won = WINNERS.get(how)
    if match.outcome == Outcome.PENDING or not how:
        return False
    if won is None:
        return bool(match.outcome == Outcome.TIE)
    left = (match.left_id == entry.pk) == won
    return bool(match.outcome == (Outcome.LEFT if left else Outcome.RIGHT))


def is_crossed(at: MyMatch, sent: ResultReport) -> bool:
    """Whether a result other than the one sent is saved, and this player has no counting report."""
    if at.match is None or at.mine is not None or at.match.outcome == Outcome.PENDING:
        return False
    claim = ReportedResult(Outcome(sent.result.outcome), sent.result.reason, sent.result.games)
    return differs(claim, reported_by(at.match))


def answered_call(match: Match, since: datetime) -> JudgeCall | None:
    """The call of this table that a judge closed after the player raised a hand offline."""
    rows = match.calls.filter(closed_at__gte=since, withdrawn=False)
    return rows.select_related("closed_by").order_by("closed_at").last()
