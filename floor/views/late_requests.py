"""Requests that a phone stored offline and sent too late.

The page shows the current state beside the request, and the player decides.
"""

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext as _

from core.engine.numbers import whole_number
from core.text_parts import text_labeled_with_part
from floor.models import JudgeCall
from floor.queries.my_table import MyMatch
from pairings.engine.outcomes import Outcome
from pairings.engine.reports import ReportedResult, contradicts_entered_result
from pairings.models import Match, Round
from pairings.queries.reports.result_reports import reported_result
from pairings.queries.rounds.match_rows import person_of_entry
from pairings.services.reports.result_reports import ResultReport
from pairings.words import result_words, round_names
from pairings.words.reported_result_words import report_text
from tournaments.models import Entry

WINNERS = {"won": True, "they_conceded": True, "lost": False, "conceded": False}
"""Whether a report claims that its player won. Reports that are not listed claim a tie."""


def match_of_request(entry: Entry, number: str) -> Match | None:
    """Return the player's match with the submitted key `number`. One query.

    None if the key is malformed, or if the player has no match with this key in a round that was posted.
    """
    pk = whole_number(number)
    if pk is None:
        return None
    matches = Match.objects.filter(Q(left=entry) | Q(right=entry), pk=pk)
    matches = matches.exclude(round__state=Round.State.UNPOSTED)
    matches = matches.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player"
    )
    return matches.defer("round__draw").first()


def match_text(match: Match) -> str:
    """Describe a match: "Round 2, table 5: Ana Lima won 2-1", or that it has no result yet."""
    place = _("%(round)s, table %(table)s") % {
        "round": round_names.round_name_of_match(match),
        "table": match.table or result_words.DASH,
    }
    if match.outcome == Outcome.PENDING or match.right is None:
        result_text = _("No result yet")
    else:
        names = {
            "left": person_of_entry(match.left, public=True).name,
            "right": person_of_entry(match.right, public=True).name,
        }
        score = reported_result(match).games
        result_text = report_text(match.outcome, match.reason, names, score)
    return text_labeled_with_part(place, result_text)


def seat_text(player_match: MyMatch) -> str:
    """Describe the player's seat, such as "You play at table 5 against Ana L. now".

    Return "" if there is no match to play.
    """
    if (
        player_match.match is None
        or player_match.other is None
        or player_match.match.outcome != Outcome.PENDING
    ):
        return ""
    return _("You now play at table %(table)s against %(name)s.") % {
        "table": player_match.match.table or result_words.DASH,
        "name": player_match.other_name,
    }


def is_result_as_sent(match: Match, entry: Entry, how: str) -> bool:
    """Return whether the saved result has the winner, or is the tie, that the sent report claims.

    `how` is the report's choice, such as "won". Without a result or a choice, return False. Games do not matter.
    """
    won = WINNERS.get(how)
    if match.outcome == Outcome.PENDING or not how:
        return False
    if won is None:
        return bool(match.outcome == Outcome.TIE)
    left_won = (match.left_id == entry.pk) == won
    return bool(match.outcome == (Outcome.LEFT if left_won else Outcome.RIGHT))


def has_other_result(player_match: MyMatch, sent: ResultReport) -> bool:
    """Return whether the match has a result that differs from the player's sent report.

    Return False if the player already has a current report.
    """
    if (
        player_match.match is None
        or player_match.mine is not None
        or player_match.match.outcome == Outcome.PENDING
    ):
        return False
    claim = ReportedResult(Outcome(sent.result.outcome), sent.result.reason, sent.result.games)
    return contradicts_entered_result(claim, reported_result(player_match.match))


def call_answered_since(match: Match, since: datetime) -> JudgeCall | None:
    """Find the latest call at this table that was closed since this time and not withdrawn, or None."""
    closed_calls = match.calls.filter(closed_at__gte=since, withdrawn=False)
    return closed_calls.select_related("closed_by").order_by("closed_at").last()
