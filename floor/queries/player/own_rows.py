"""The rows of one player that the player's page shows: matches, reports, calls, penalties and the requested list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from django.db.models import Exists, OuterRef, QuerySet, Subquery

from checks.models import DeckCheck
from checks.queries import rewriting
from decks.models import DeckList
from floor.models import JudgeCall, Penalty, TableMark
from floor.queries.my_list import deck_list_of
from floor.queries.penalties import counting_penalties
from floor.queries.player.division_facts import DivisionFacts, RoundFacts, division_facts
from pairings.models import Dispute, Extension, Match, Qualifier, Report, Round
from pairings.queries.reports import clocks
from pairings.queries.reports.result_reports import MatchReports, all_reports_of_match
from pairings.queries.rounds import player_matches
from tournaments.models import Entry, PersonalLink

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations


class MatchFacts(TypedDict):
    """Annotations of the player's matches, which say what else has to be queried.

    `newest_mark`: the number of the newest mark at the table, or None without marks. `disputed_at` and
    `dispute_claimed_at`: times of the open dispute. The others: whether there are such rows of the match or, for
    `has_penalties` and `has_rewrite`, of the player.
    """

    newest_mark: int | None
    disputed_at: datetime | None
    dispute_claimed_at: datetime | None
    is_reported: bool
    has_calls: bool
    has_extensions: bool
    has_penalties: bool
    has_rewrite: bool


class Newest(NamedTuple):
    """The newest round of a player's division, the player's match in it, and all matches of the player in order."""

    division: DivisionFacts
    round: "WithAnnotations[Round, RoundFacts] | None"
    match: "WithAnnotations[Match, MatchFacts] | None"
    played: "Sequence[WithAnnotations[Match, MatchFacts]]"


def newest_match(link: PersonalLink) -> Newest:
    """Load the newest round that was posted, and the player's match in it. One query besides `division_facts`.

    The round includes its clock marks. The match is None for a player without one. Both are None before the first
    round is posted.
    """
    entry, division = link.entry, division_facts(link.entry.division)
    round_ = division.newest
    if round_ is None:
        return Newest(division, None, None, ())
    played = list(_annotated_matches(entry))
    # A match of another division, or of a round posted since the facts were cached.
    other_rounds = {match.round_id for match in played} - division.rounds.keys()
    rounds = Round.objects.filter(pk__in=other_rounds).select_related("division__tournament", "stage")
    rounds_by_key = {**division.rounds, **(rounds.defer("draw").in_bulk() if other_rounds else {})}
    for match in played:
        match.round = rounds_by_key[match.round_id]
    # A player out of the bracket has no match in it.
    matches = [match for match in played if match.round_id == round_.pk]
    return Newest(
        division, round_, min(matches, key=lambda match: (match.position, match.pk), default=None), played
    )


def _annotated_matches(entry: Entry) -> "QuerySet[WithAnnotations[Match, MatchFacts]]":
    marks = TableMark.objects.filter(match=OuterRef("pk"), withdrawn_at=None).order_by("-number")
    disputes = Dispute.objects.filter(match=OuterRef("pk"), settled_at=None).order_by("opened_at", "pk")
    rewrites = DeckCheck.objects.filter(entry=entry, state=DeckCheck.State.DONE, rewrite=True)
    return player_matches.matches_in_order([entry.pk]).annotate(
        newest_mark=Subquery(marks.values("number")[:1]),
        disputed_at=Subquery(disputes.values("opened_at")[:1]),
        dispute_claimed_at=Subquery(disputes.values("claimed_at")[:1]),
        is_reported=Exists(Report.objects.filter(match=OuterRef("pk"))),
        has_calls=Exists(JudgeCall.objects.filter(match=OuterRef("pk"), closed_at=None)),
        has_extensions=Exists(Extension.objects.filter(match=OuterRef("pk"), withdrawn_at=None)),
        has_penalties=Exists(Penalty.objects.filter(entry=entry, withdrawn_at=None)),
        has_rewrite=Exists(rewrites),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRows:
    """What was reported, called and given at the player's table, and to the player.

    `rewrite` is the deck check after which the list must be rewritten, `day_two_mark` the check-in for day 2, or
    None if the player is not on it. `deck_list` is only loaded before the first round.
    """

    reports: MatchReports
    calls: Sequence[JudgeCall]
    penalties: Sequence[Penalty]
    rewrite: DeckCheck | None
    day_two_mark: str | None
    deck_list: DeckList | None


def load_own_rows(entry: Entry, newest: Newest) -> OwnRows:
    """Load these rows, and the time extensions of the match. One query for each kind that exists."""
    match, row = newest.match, newest.played[0] if newest.played else None
    has_penalties, has_rewrite = (row.has_penalties, row.has_rewrite) if row else (True, True)
    if match is not None:
        match.__dict__["loaded_extensions"] = []
        if match.has_extensions:
            del match.__dict__["loaded_extensions"]
            match.__dict__["loaded_extensions"] = clocks.extensions_of(match)
    qualifiers = Qualifier.objects.filter(entry=entry, stage__division=entry.division_id)
    penalties = counting_penalties(entry).select_related("match__round__stage").defer("match__round__draw")
    return OwnRows(
        reports=all_reports_of_match(match) if match and match.is_reported else MatchReports(),
        calls=list(match.calls.filter(closed_at=None)) if match and match.has_calls else (),
        penalties=list(penalties) if has_penalties else (),
        rewrite=rewriting.open_rewrite_of(entry) if has_rewrite else None,
        day_two_mark=qualifiers.values_list("mark", flat=True).first() if newest.division.qualifies else None,
        deck_list=deck_list_of(entry) if newest.round is None else None,
    )
