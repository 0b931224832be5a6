"""Data of a player's table page, and a stamp that changes with it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, Exists, OuterRef, Q, Subquery, Value

from checks.queries import rewriting
from decks.models import DeckList
from drafts.queries import draft_runs
from floor.engine.next_acts import Follows
from floor.models import TableMark
from floor.queries import my_standings
from floor.queries.penalties import counting
from pairings.engine.outcomes import ALONE, Outcome
from pairings.engine.player_status import PlayerFacts, PlayerStatus, where
from pairings.engine.rows import Person
from pairings.models import BracketSeat, ClockMark, Dispute, Match, Report, Round, Stage
from pairings.queries.print.event_figures import phase_code
from pairings.queries.reports import clocks, result_reports
from pairings.queries.rounds import desk, rows
from pairings.queries.rounds.desk import Phase
from pairings.queries.rounds.player_matches import PlayerMatch, player_matches
from pairings.queries.standings import below_cut
from tournaments.models import Announcement, Entry, PersonalLink, Tournament

ANNOUNCEMENTS = 3

SEMIFINALS = 2
"""Matches in the round whose losers may play for third place."""

SEATED_AFTER = timedelta(minutes=5)
"""After this time on a self-starting clock, players count as seated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyMatch:
    """One player's match in the newest posted round, with its reports.

    `side` is "left" or "right", empty without a match of two. `mine` and `theirs` are the reports that count;
    `disputed_at` is when they began to differ; `judge_coming`: a judge is on the way.
    """

    link: PersonalLink
    round: Round | None
    match: Match | None
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
        """Whether this player may report here: two at a table, round posted, phone reports allowed."""
        posted = self.round is not None and self.round.state == Round.State.POSTED
        return bool(self.side) and posted and self.event.phone_reports

    @property
    def other(self) -> Entry | None:
        """The opponent."""
        if self.match is None or not self.side:
            return None
        return self.match.right if self.side == "left" else self.match.left

    @property
    def own_name(self) -> str:
        return rows.person(self.entry).name

    @property
    def other_name(self) -> str:
        """The opponent's public name; "" without an opponent."""
        return rows.person(self.other, public=True).name if self.other else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyTable(MyMatch):
    """A player's match with everything else the page shows.

    `place` is that of the newest standings, of `of` players: by the cut if there is one (`by_cut`, `final` once
    it is over), else after the ranked round `ranked`. `begun`: see `_has_begun`.
    """

    where: PlayerStatus
    me: Person
    opponent: Person | None
    place: int | None
    of: int
    by_cut: bool
    final: bool
    ranked: int | None
    next_number: int
    begun: bool

    @property
    def fact_of(self) -> str:
        """The subject of a fact, for its marks (`tournaments.templatetags.facts`)."""
        return f"e{self.entry.pk}"

    @property
    def phase(self) -> str:
        """Phase code of the player's division, as used in marks; "" if the page does not show it."""
        state = PHASES.get(self.where, Round.State.POSTED)
        return phase_code(state, self.round.number if self.round else 0)


PHASES = {
    PlayerStatus.BEFORE: "waiting",
    PlayerStatus.NOT_HERE: "",
    PlayerStatus.NOT_OUT: "closed",
    PlayerStatus.DAY_TWO_COMING: "day_two_next",
    PlayerStatus.CUT_COMING: "cut_next",
    PlayerStatus.BELOW_CUT: "cut_next",
    PlayerStatus.NOT_ON_DAY_TWO: "",
    PlayerStatus.NOT_IN_CUT: "",
    PlayerStatus.OUT: "",
    PlayerStatus.LEFT: "",
    PlayerStatus.DISQUALIFIED: "",
    PlayerStatus.OVER: "over",
}
"""Division state implied by a status; any other status implies a round in play."""

Newest = tuple[Round | None, Match | None]


def newest(link: PersonalLink) -> Newest:
    """The newest round and the player's match in it. Two queries."""
    # The newest posted or closed round, annotated with `newest_stage` and `started`. `newest_stage` shows
    # that day 2 or the cut has begun before its first round is drawn; `started`, that a judge started the
    # clock.
    started = ClockMark.objects.filter(round=OuterRef("pk"), kind=ClockMark.Kind.STARTED, withdrawn_at=None)
    stages = Stage.objects.filter(division=OuterRef("division")).order_by("-position")
    rounds = link.entry.division.rounds.exclude(state=Round.State.UNPOSTED)
    rounds = rounds.annotate(newest_stage=Subquery(stages.values("pk")[:1]), started=Exists(started))
    round_ = rounds.select_related("division__tournament", "stage").order_by("-number").first()
    return round_, _match(link.entry, round_)


def my_match(link: PersonalLink, match_: Newest | None = None) -> MyMatch:
    """Load what a report needs. At most four queries, two if `newest` is passed in `known`."""
    round_, match = match_ or newest(link)
    side, reports, dispute = "", {}, None
    if match is not None and match.right_id is not None:
        side = "left" if match.left_id == link.entry.pk else "right"
        reports = result_reports.of_match(match)
        # A judge is on the way to the dispute or to a call at the table.
        claimed = match.calls.filter(closed_at=None, claimed_at__isnull=False)
        disputes = Dispute.objects.filter(match=match, settled_at__isnull=True).annotate(
            called=Exists(claimed)
        )
        dispute = disputes.values_list("opened_at", "claimed_at", "called").first()
    return MyMatch(
        link=link,
        round=round_,
        match=match,
        side=side,
        mine=reports.pop(link.entry_id, None),
        theirs=next(iter(reports.values()), None),
        disputed_at=dispute[0] if dispute else None,
        judge_coming=bool(dispute and (dispute[1] or dispute[2])),
    )


def my_table(link: PersonalLink, now: datetime, mine: MyMatch | None = None) -> MyTable:
    """Load the whole page. At most ten queries for any size of event, four less if the match is passed in `mine`."""
    mine = mine or my_match(link)
    entry, round_, other = link.entry, mine.round, mine.other
    at = desk.standpoint(entry.division)
    standings = my_standings.of_two(entry, other, cut=_is_in_cut(at))
    return MyTable(
        **{name: getattr(mine, name) for name in MyMatch.__dataclass_fields__},
        where=where(_situation(mine, at)),
        me=rows.person(entry, standings.score(entry)),
        opponent=rows.person(other, standings.score(other), public=True) if other else None,
        place=standings.place,
        of=standings.of,
        by_cut=standings.by_cut,
        final=standings.final,
        ranked=standings.number,
        next_number=round_.number + 1 if round_ else 1,
        begun=_has_begun(round_, mine.match, now),
    )


def _match(entry: Entry, round_: Round | None) -> Match | None:
    """The entry's match in the newest round. In a bracket it is the last round's match once they are out."""
    if round_ is None:
        return None
    rows = Match.objects.filter(Q(left=entry) | Q(right=entry), round=round_).order_by("position", "pk")
    noted = TableMark.objects.filter(match=OuterRef("pk"), withdrawn_at=None)
    rows = rows.annotate(noted=Exists(noted))
    match = rows.select_related("left__player", "right__player").first()
    if match is not None:
        match.round = round_
    return match


def _has_begun(round_: Round | None, match: Match | None, now: datetime) -> bool:
    """Whether a judge started the clock, something was marked at the table, or a self-starting clock has run long
    enough.
    """
    if round_ is None or match is None:
        return False
    if round_.started or match.noted:  # type: ignore[attr-defined]
        return True
    delay = round_.division.tournament.clock_delay
    if delay is None or round_.posted_at is None or not clocks.minutes_of(round_):
        return False
    return now >= round_.posted_at + timedelta(minutes=delay) + SEATED_AFTER


def _situation(mine: MyMatch, at: desk.Standpoint) -> PlayerFacts:
    entry, round_, match, side = mine.entry, mine.round, mine.match, mine.side
    # A cut has started and its first round is not posted: for players it still comes next.
    cut_begins = _is_in_cut(at) and round_ is not None and not mine.cut
    # Players do not know of an unposted round: for them it is still to be paired.
    phase = Phase.SWISS_OVER if cut_begins else Phase.PAIR if at.phase is Phase.REVIEW else at.phase
    if match is None:
        kind = ""
    elif match.outcome in ALONE:
        kind = "missed" if match.outcome == Outcome.LATE_LOSS else "bye"
    else:
        kind = "open" if match.outcome == Outcome.PENDING else "decided"
    return PlayerFacts(
        checked_in=entry.checked_in_at is not None,
        left=entry.dropped_in is not None,
        disqualified=entry.disqualified,
        round=round_.state if round_ else "",
        cut=mine.cut,
        match=kind,
        lost=match is not None and bool(side) and match.outcome not in (Outcome.PENDING.value, side),
        last=_is_last(mine),
        missed=_missed(entry, at.stage),
        phase=phase.value,
        cut_planned=cut_begins or (at.phase is Phase.SWISS_OVER and below_cut.cut_follows(entry.division)),
        below_cut=not cut_begins and below_cut.is_below(entry, round_),
        mine=mine.mine is not None,
        theirs=mine.theirs is not None,
        dispute=mine.disputed_at is not None,
    )


def _is_last(mine: MyMatch) -> bool:
    """Whether no round follows for this player, whatever the other results. One query in a cut, else none."""
    round_, match = mine.round, mine.match
    if round_ is None or match is None or match.outcome == Outcome.PENDING:
        return False
    if not mine.cut:
        return follows(mine) is Follows.STANDINGS
    beside = Match.objects.filter(round=round_, bracket=match.bracket_id, third_place=False).count()
    if match.bracket is None or match.third_place or beside == 1:
        return True
    return match.outcome != mine.side and not (match.bracket.third_place and beside == SEMIFINALS)


def follows(mine: MyMatch) -> Follows:
    """What the division plays after the newest round; STANDINGS too for a player who dropped."""
    round_ = mine.round
    if round_ is None:
        return Follows.ROUND
    if mine.entry.dropped_in is not None:
        return Follows.STANDINGS
    if mine.cut:
        return Follows.NEXT
    if not round_.stage.rounds_planned or round_.number < round_.stage.rounds_planned:
        return Follows.ROUND
    if round_.division.day_two_by and not round_.stage.position:
        return Follows.DAY_TWO
    return Follows.CUT if below_cut.cut_follows(round_.division) else Follows.STANDINGS


def _missed(entry: Entry, stage: Stage | None) -> str:
    """The stage that began without this player: "day_two", "cut", or "". At most one query, none before either."""
    if stage is None or not stage.position:
        return ""
    if stage.kind == Stage.Kind.SWISS:
        return "" if stage.qualifiers.filter(entry=entry).exists() else "day_two"
    return "" if BracketSeat.objects.filter(bracket__stage=stage, entry=entry).exists() else "cut"


def _is_in_cut(at: desk.Standpoint) -> bool:
    return at.stage is not None and at.stage.kind == Stage.Kind.ELIMINATION


def day(entry: Entry) -> list[PlayerMatch]:
    """The player's rounds, newest last; children's names as in public. One query."""
    return player_matches(entry, public=True)


def stamp(mine: MyMatch, now: datetime) -> str:
    """Compute a stamp that changes whenever the page would. At most five queries, in Limited eight."""
    entry, round_, match = mine.entry, mine.round, mine.match
    announcements = Announcement.objects.filter(tournament=entry.tournament_id, withdrawn_at__isnull=True)
    texts = announcements.order_by().values_list("pk", Value("a", CharField()))
    penalties = counting(entry).order_by().values_list("pk", Value("p", CharField()))
    parts: list[object] = [
        entry.dropped_in,
        int(entry.disqualified),
        int(entry.checked_in_at is not None),
        int(below_cut.is_below(entry, round_)),
        int(_has_begun(round_, match, now)),
        ".".join(str(report.pk) if report else "" for report in (mine.mine, mine.theirs)),
        int(mine.disputed_at is not None) + int(mine.judge_coming),
        ".".join(sorted(f"{kind}{pk}" for pk, kind in texts.union(penalties, all=True))),
        int(entry.tournament.phone_reports),
    ]
    if round_ is None:
        row = DeckList.objects.filter(entry=entry).values_list("counts", "sent_back").first()
        parts.append(f"{row[0]}{bool(row[1])}" if row else "")
    else:
        parts.append(f"{round_.pk}{round_.state[:1]}{round_.newest_stage}")  # type: ignore[attr-defined]
    if match is not None:
        times = match.extensions.filter(withdrawn_at=None).values_list("pk", "seconds")
        calls = match.calls.filter(closed_at=None).values_list("pk", "claimed_at", "arrived_at")
        parts += [
            f"{match.pk}.{match.table}.{match.outcome}.{match.reason}.{match.games_left}.{match.games_right}",
            "x" + ".".join(f"{pk}:{seconds}" for pk, seconds in times),
            "c" + ".".join(f"{pk}:{bool(claimed)}{bool(arrived)}" for pk, claimed, arrived in calls),
        ]
    parts += [draft_runs.stamp_of(entry.division), getattr(rewriting.wanted_of(entry), "pk", "")]
    return "-".join(str(part) for part in parts)


def announcements(event: Tournament) -> list[Announcement]:
    """The latest announcements not withdrawn. One query."""
    held = Announcement.objects.filter(tournament=event, withdrawn_at__isnull=True)
    return list(held.order_by("-at", "-pk")[:ANNOUNCEMENTS])
