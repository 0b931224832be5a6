"""The data of a player's table page, and a stamp that changes when the data does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from floor.engine.next_acts import Follows
from floor.queries import my_standings
from floor.queries.player.division_facts import DivisionFacts, RoundFacts
from floor.queries.player.own_rows import MatchFacts, Newest, OwnRows, load_own_rows, newest_match
from pairings.engine.display_rows import EntryPerson
from pairings.engine.outcomes import ALONE, Outcome
from pairings.engine.player_status import PlayerFacts, PlayerStatus, determine_player_status
from pairings.models import BracketSeat, Match, Report, Round, Stage
from pairings.queries.desk.division_state import DivisionState, Phase
from pairings.queries.reports import clocks
from pairings.queries.rounds.event_progress import phase_code
from pairings.queries.rounds.match_rows import person_of_entry
from pairings.queries.rounds.player_matches import PlayerMatch, build_player_matches
from pairings.queries.standings import below_cut
from tournaments.models import Entry, PersonalLink, Tournament

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

SEMIFINALS = 2
"""Number of matches in the round whose losers may play for third place."""

SEATED_AFTER = timedelta(minutes=5)
"""Running time of a clock that started by itself, after which players count as seated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyMatch:
    """A player's match in the newest posted round, with its reports.

    `side` is "left" or "right", or "" unless two players meet. `mine` and `theirs` are the current reports of the
    player and the opponent. `disputed_at` is the time since when the two reports differ. `judge_coming` is true
    if a judge is on the way. `played` are all matches of the player in order.
    """

    link: PersonalLink
    division: DivisionFacts
    rows: OwnRows
    played: "Sequence[WithAnnotations[Match, MatchFacts]]"
    round: "WithAnnotations[Round, RoundFacts] | None"
    match: "WithAnnotations[Match, MatchFacts] | None"
    side: str
    mine: Report | None
    theirs: Report | None
    disputed_at: datetime | None
    judge_coming: bool

    @property
    def entry(self) -> Entry:
        return self.link.entry

    @property
    def event(self) -> Tournament:
        return self.link.entry.tournament

    @property
    def cut(self) -> bool:
        return self.round is not None and self.round.stage.kind == Stage.Kind.ELIMINATION

    @property
    def best_of(self) -> int:
        return self.event.cut_best_of if self.cut else self.event.best_of

    @property
    def reports(self) -> bool:
        """Whether this player can report.

        This requires a posted round, an opponent, and an event that allows phone reports.
        """
        is_posted = self.round is not None and self.round.state == Round.State.POSTED
        return bool(self.side) and is_posted and self.event.phone_reports

    @property
    def other(self) -> Entry | None:
        """The opponent, or None in a match without an opponent."""
        if self.match is None or not self.side:
            return None
        return self.match.right if self.side == "left" else self.match.left

    @property
    def follows(self) -> Follows:
        """The part of the event that follows the newest round.

        Without a round, this is ROUND. After that, it is STANDINGS for a player who dropped.
        """
        round_ = self.round
        if round_ is None:
            return Follows.ROUND
        if self.entry.dropped_in is not None:
            return Follows.STANDINGS
        if self.cut:
            return Follows.NEXT
        if not round_.stage.rounds_planned or round_.number < round_.stage.rounds_planned:
            return Follows.ROUND
        if round_.division.has_day_two and not round_.stage.position:
            return Follows.DAY_TWO
        return Follows.CUT if self.division.cut_follows else Follows.STANDINGS

    def is_last(self) -> bool:
        """Return whether no round follows for this player, whatever the other results are.

        The result is False until the player's match has a result. One query in a cut, otherwise none.
        """
        if self.round is None or self.match is None or self.match.outcome == Outcome.PENDING:
            return False
        if not self.cut:
            return self.follows is Follows.STANDINGS
        bracket = self.match.bracket
        matches = Match.objects.filter(round=self.round, bracket=bracket, third_place=False).count()
        if bracket is None or self.match.third_place or matches == 1:
            return True
        return self.match.outcome != self.side and not (bracket.third_place and matches == SEMIFINALS)

    def has_begun(self, now: datetime) -> bool:
        """Return whether play has begun.

        Play has begun if a judge started the clock, if a mark was made at the table, or if a clock that started
        automatically has run long enough.
        """
        round_, match = self.round, self.match
        if round_ is None or match is None:
            return False
        if round_.started or match.newest_mark:
            return True
        delay = round_.division.tournament.clock_delay
        if delay is None or round_.posted_at is None or not clocks.minutes_of_round(round_):
            return False
        return now >= round_.posted_at + timedelta(minutes=delay) + SEATED_AFTER

    @property
    def own_name(self) -> str:
        return person_of_entry(self.entry).name

    @property
    def other_name(self) -> str:
        """The opponent's public name, or "" without an opponent."""
        return person_of_entry(self.other, public=True).name if self.other else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTable(MyMatch):
    """A player's match with the other data of the page.

    `place` is the place among `of` players in the newest standings: decided by the cut if there is one (`by_cut`, and
    `final` once it is over), otherwise after the ranked round `ranked`. `begun` is the result of `has_begun`.
    """

    where: PlayerStatus
    me: EntryPerson
    opponent: EntryPerson | None
    place: int | None
    of: int
    by_cut: bool
    final: bool
    ranked: int | None
    next_number: int
    begun: bool

    @property
    def fact_subject(self) -> str:
        """The player's key in the HTML attributes that mark facts (see `tournaments.templatetags.facts`)."""
        return f"e{self.entry.pk}"

    @property
    def phase(self) -> str:
        """Phase code of the player's division, for the attributes that mark facts on the page.

        It is empty if the page does not show the phase.
        """
        state = PHASES.get(self.where, Round.State.POSTED)
        return phase_code(state, self.round.number if self.round else 0)


PHASES = {
    PlayerStatus.BEFORE: "waiting",
    PlayerStatus.NOT_HERE: "",
    PlayerStatus.NOT_OUT: "closed",
    PlayerStatus.DAY_TWO_COMING: "day_two_next",
    PlayerStatus.DAY_TWO_CHECK_IN: "closed",
    PlayerStatus.ON_DAY_TWO: "closed",
    PlayerStatus.CUT_COMING: "cut_next",
    PlayerStatus.BELOW_CUT: "cut_next",
    PlayerStatus.NOT_ON_DAY_TWO: "",
    PlayerStatus.NOT_IN_CUT: "",
    PlayerStatus.OUT: "",
    PlayerStatus.LEFT: "",
    PlayerStatus.DISQUALIFIED: "",
    PlayerStatus.OVER: "over",
}
"""Phase of the division by the player's status. Any other status means that a round is in play."""


def my_match(link: PersonalLink, newest: Newest | None = None) -> MyMatch:
    """Load the data needed for a report. At most seven queries besides `division_facts`, six with `newest`."""
    newest = newest or newest_match(link)
    match, rows = newest.match, load_own_rows(link.entry, newest)
    side, reports, disputed_at, is_claimed = "", {}, None, False
    if match is not None and match.right_id is not None:
        side = "left" if match.left_id == link.entry.pk else "right"
        reports, disputed_at = rows.reports.current, match.disputed_at
        # A judge who claimed the dispute or a call at the table is on the way.
        is_claimed = bool(match.dispute_claimed_at) or any(call.claimed_at for call in rows.calls)
    return MyMatch(
        link=link,
        division=newest.division,
        rows=rows,
        played=newest.played,
        round=newest.round,
        match=match,
        side=side,
        mine=reports.pop(link.entry_id, None),
        theirs=next(iter(reports.values()), None),
        disputed_at=disputed_at,
        judge_coming=disputed_at is not None and is_claimed,
    )


def my_table(link: PersonalLink, now: datetime, player_match: MyMatch | None = None) -> MyTable:
    """Load the data of a player's table page. At most five queries besides `my_match`, for any event size."""
    player_match = player_match or my_match(link)
    entry, round_, opponent = link.entry, player_match.round, player_match.other
    standpoint = player_match.division.state
    standings = my_standings.standings_of_two(entry, opponent, player_match.division)
    return MyTable(
        **{name: getattr(player_match, name) for name in MyMatch.__dataclass_fields__},
        where=determine_player_status(_player_facts(player_match, standpoint)),
        me=person_of_entry(entry, standings.score(entry)),
        opponent=person_of_entry(opponent, standings.score(opponent), public=True) if opponent else None,
        place=standings.place,
        of=standings.of,
        by_cut=standings.by_cut,
        final=standings.final,
        ranked=standings.number,
        next_number=round_.number + 1 if round_ else 1,
        begun=player_match.has_begun(now),
    )


def _player_facts(player_match: MyMatch, standpoint: DivisionState) -> PlayerFacts:
    """Collect the facts that decide the player's status on this page."""
    entry, round_, match, side = player_match.entry, player_match.round, player_match.match, player_match.side
    newest_stage = player_match.division.newest_stage
    is_before_day_two = round_ and not round_.stage.position and newest_stage != round_.stage_id
    # To players, a cut is still to come until its first round is posted.
    is_cut_ahead = standpoint.in_cut and round_ is not None and not player_match.cut
    # To players, a round that is not posted is not paired either.
    phase = (
        Phase.SWISS_OVER
        if is_cut_ahead
        else Phase.PAIR
        if standpoint.phase is Phase.REVIEW
        else standpoint.phase
    )
    if match is None:
        match_state = ""
    elif match.outcome in ALONE:
        match_state = "missed" if match.outcome == Outcome.LATE_LOSS else "bye"
    else:
        match_state = "open" if match.outcome == Outcome.PENDING else "decided"
    missed_stage, stage = "", standpoint.stage
    if stage is not None and stage.position and stage.kind == Stage.Kind.SWISS:
        missed_stage = "" if stage.qualifiers.filter(entry=entry).exists() else "day_two"
    elif stage is not None and stage.position:
        seats = BracketSeat.objects.filter(bracket__stage=stage, entry=entry)
        missed_stage = "" if seats.exists() else "cut"
    return PlayerFacts(
        checked_in=entry.checked_in_at is not None,
        left=entry.dropped_in is not None,
        disqualified=entry.disqualified,
        round=round_.state if round_ else "",
        cut=player_match.cut,
        match=match_state,
        lost=match is not None and bool(side) and match.outcome not in (Outcome.PENDING.value, side),
        last=player_match.is_last(),
        missed=missed_stage,
        day_two=(player_match.rows.day_two_mark or "") if is_before_day_two else "",
        phase=phase.value,
        cut_planned=is_cut_ahead
        or (standpoint.phase is Phase.SWISS_OVER and player_match.division.cut_follows),
        below_cut=not is_cut_ahead and below_cut.missed_cut(entry, round_),
        mine=player_match.mine is not None,
        theirs=player_match.theirs is not None,
        dispute=player_match.disputed_at is not None,
    )


def rounds_of_player(player_match: MyMatch, titles: Mapping[int, str]) -> list[PlayerMatch]:
    """List the player's rounds, newest last, with children's names as on public pages.

    `titles` are the names of the cut matches by match key. No query.
    """
    return build_player_matches(player_match.entry.pk, player_match.played, titles, public=True)


def my_table_stamp(player_match: MyMatch, now: datetime) -> str:
    """Compute a stamp that changes whenever the player's table page changes.

    No query.
    """
    entry, round_, match = player_match.entry, player_match.round, player_match.match
    division, rows = player_match.division, player_match.rows
    texts = [
        *(f"a{pk}" for pk in division.announced),
        *(f"p{penalty.pk}" for penalty in rows.penalties),
    ]
    parts: list[object] = [
        entry.dropped_in,
        int(entry.disqualified),
        int(entry.checked_in_at is not None),
        int(below_cut.missed_cut(entry, round_)),
        int(player_match.has_begun(now)),
        ".".join(str(report.pk) if report else "" for report in (player_match.mine, player_match.theirs)),
        int(player_match.disputed_at is not None) + int(player_match.judge_coming),
        ".".join(sorted(texts)),
        int(entry.tournament.phone_reports),
    ]
    if round_ is None:
        deck_list = rows.deck_list
        parts.append(f"{deck_list.counts_id}{bool(deck_list.sent_back)}" if deck_list else "")
    else:
        parts.append(f"{round_.pk}{round_.state[:1]}{division.newest_stage}{rows.day_two_mark or ''}")
    if match is not None:
        parts += [
            f"{match.pk}.{match.table}.{match.outcome}.{match.reason}.{match.games_left}.{match.games_right}",
            "x"
            + ".".join(f"{extension.pk}:{extension.seconds}" for extension in clocks.extensions_of(match)),
            "c"
            + ".".join(f"{call.pk}:{bool(call.claimed_at)}{bool(call.arrived_at)}" for call in rows.calls),
        ]
        # The counter of extra turns is on both phones.
        if match.outcome == Outcome.PENDING and player_match.reports and clocks.is_time_called(match, now):
            parts.append(f"t{match.newest_mark}")
    parts += [division.drafts_stamp, rows.rewrite.pk if rows.rewrite else ""]
    return "-".join(str(part) for part in parts)
