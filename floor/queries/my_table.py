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


def my_match(link: PersonalLink, found: Newest | None = None) -> MyMatch:
    """Load what a report needs. At most four queries, two if `newest` is passed in `found`."""
    round_, match = found or newest(link)
    side = (
        ""
        if match is None or match.right_id is None
        else "left"
        if match.left_id == link.entry.pk
        else "right"
    )
    words = result_reports.of_match(match) if match and side else {}
    disputed_at, judge_coming = _dispute(match) if match and side else (None, False)
    return MyMatch(
        link=link,
        round=round_,
        match=match,
        side=side,
        mine=words.pop(link.entry_id, None),
        theirs=next(iter(words.values()), None),
        disputed_at=disputed_at,
        judge_coming=judge_coming,
    )


def my_table(link: PersonalLink, now: datetime, found: MyMatch | None = None) -> MyTable:
    """Load the whole page. At most ten queries for any size of event, four less if the match is passed in `found`."""
    found = found or my_match(link)
    entry, round_, other = link.entry, found.round, found.other
    at = desk.standpoint(entry.division)
    standings = my_standings.of_two(entry, other, cut=_is_in_cut(at))
    return MyTable(
        **{name: getattr(found, name) for name in MyMatch.__dataclass_fields__},
        where=where(_situation(found, at)),
        me=rows.person(entry, standings.score(entry)),
        opponent=rows.person(other, standings.score(other), public=True) if other else None,
        place=standings.place,
        of=standings.of,
        by_cut=standings.by_cut,
        final=standings.final,
        ranked=standings.number,
        next_number=round_.number + 1 if round_ else 1,
        begun=_has_begun(round_, found.match, now),
    )


def _match(entry: Entry, round_: Round | None) -> Match | None:
    """The entry's match in the newest round. In a bracket it is the last round's match once they are out."""
    if round_ is None:
        return None
    rows = Match.objects.filter(Q(left=entry) | Q(right=entry), round=round_).order_by("position", "pk")
    noted = TableMark.objects.filter(match=OuterRef("pk"), withdrawn_at=None)
    rows = rows.annotate(noted=Exists(noted))
    found = rows.select_related("left__player", "right__player").first()
    if found is not None:
        found.round = round_
    return found


def _has_begun(round_: Round | None, match: Match | None, now: datetime) -> bool:
    """Whether a judge started the clock, something was marked at the table, or a self-starting clock has run long
    enough.
    """
    if round_ is None or match is None:
        return False
    return round_.started or match.noted or _runs_by_itself(round_, now)  # type: ignore[attr-defined]


def _runs_by_itself(round_: Round, now: datetime) -> bool:
    delay = round_.division.tournament.clock_delay
    if delay is None or round_.posted_at is None or not clocks.minutes_of(round_):
        return False
    return now >= round_.posted_at + timedelta(minutes=delay) + SEATED_AFTER


def _dispute(match: Match) -> tuple[datetime | None, bool]:
    """When the reports began to differ, and whether a judge is on the way, to the dispute or to a call at the
    table.
    """
    claimed = match.calls.filter(closed_at=None, claimed_at__isnull=False)
    rows = Dispute.objects.filter(match=match, settled_at__isnull=True).annotate(called=Exists(claimed))
    found = rows.values_list("opened_at", "claimed_at", "called").first()
    return (found[0], bool(found[1] or found[2])) if found else (None, False)


def _situation(found: MyMatch, at: desk.Standpoint) -> PlayerFacts:
    entry, round_, match, side = found.entry, found.round, found.match, found.side
    # A cut has started and its first round is not posted: for players it still comes next.
    cut_begins = _is_in_cut(at) and round_ is not None and not found.cut
    return PlayerFacts(
        checked_in=entry.checked_in_at is not None,
        left=entry.dropped_in is not None,
        disqualified=entry.disqualified,
        round=round_.state if round_ else "",
        cut=found.cut,
        match=_kind(match),
        lost=match is not None and bool(side) and match.outcome not in (Outcome.PENDING.value, side),
        last=_is_last(found),
        missed=_missed(entry, at.stage),
        phase=Phase.SWISS_OVER.value if cut_begins else _phase(at),
        cut_planned=cut_begins or (at.phase is Phase.SWISS_OVER and below_cut.cut_follows(entry.division)),
        below_cut=not cut_begins and below_cut.is_below(entry, round_),
        mine=found.mine is not None,
        theirs=found.theirs is not None,
        dispute=found.disputed_at is not None,
    )


def _is_last(found: MyMatch) -> bool:
    """Whether no round follows for this player, whatever the other results. One query in a cut, else none."""
    round_, match = found.round, found.match
    if round_ is None or match is None or match.outcome == Outcome.PENDING:
        return False
    if not found.cut:
        return follows(found) is Follows.STANDINGS
    beside = Match.objects.filter(round=round_, bracket=match.bracket_id, third_place=False).count()
    if match.bracket is None or match.third_place or beside == 1:
        return True
    return match.outcome != found.side and not (match.bracket.third_place and beside == SEMIFINALS)


def follows(found: MyMatch) -> Follows:
    """What the division plays after the newest round; STANDINGS too for a player who dropped."""
    round_ = found.round
    if round_ is None:
        return Follows.ROUND
    if found.entry.dropped_in is not None:
        return Follows.STANDINGS
    if found.cut:
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


def _phase(at: desk.Standpoint) -> str:
    # Players do not know of an unposted round: for them it is still to be paired.
    return Phase.PAIR.value if at.phase is Phase.REVIEW else at.phase.value


def _kind(match: Match | None) -> str:
    if match is None:
        return ""
    if match.outcome in ALONE:
        return "missed" if match.outcome == Outcome.LATE_LOSS else "bye"
    return "open" if match.outcome == Outcome.PENDING else "decided"


def day(entry: Entry) -> list[PlayerMatch]:
    """The player's rounds, newest last; children's names as in public. One query."""
    return player_matches(entry, public=True)


def stamp(found: MyMatch, now: datetime) -> str:
    """Compute a stamp that changes whenever the page would. At most five queries, in Limited eight."""
    entry, round_, match = found.entry, found.round, found.match
    announcements = Announcement.objects.filter(tournament=entry.tournament_id, withdrawn_at__isnull=True)
    texts = announcements.order_by().values_list("pk", Value("a", CharField()))
    given = counting(entry).order_by().values_list("pk", Value("p", CharField()))
    parts = [
        entry.dropped_in,
        int(entry.disqualified),
        int(entry.checked_in_at is not None),
        _list_stamp(entry) if round_ is None else "",
        f"{round_.pk}{round_.state[:1]}{round_.newest_stage}" if round_ else "",  # type: ignore[attr-defined]
        int(below_cut.is_below(entry, round_)),
        int(_has_begun(round_, match, now)),
        f"{match.pk}.{match.table}.{match.outcome}.{match.reason}.{match.games_left}.{match.games_right}"
        if match
        else "",
        ".".join(str(report.pk) if report else "" for report in (found.mine, found.theirs)),
        int(found.disputed_at is not None) + int(found.judge_coming),
        ".".join(sorted(f"{kind}{pk}" for pk, kind in texts.union(given, all=True))),
        int(entry.tournament.phone_reports),
        *(_at_the_table(match) if match else ()),
        draft_runs.stamp_of(entry.division),
        getattr(rewriting.wanted_of(entry), "pk", ""),
    ]
    return "-".join(str(part) for part in parts)


def _list_stamp(entry: Entry) -> str:
    """The version of the deck list that counts, and whether it was sent back. One query."""
    row = DeckList.objects.filter(entry=entry).values_list("counts", "sent_back").first()
    return f"{row[0]}{bool(row[1])}" if row else ""


def _at_the_table(match: Match) -> list[str]:
    """Extra time and open calls at a table. Two queries."""
    times = match.extensions.filter(withdrawn_at=None).values_list("pk", "seconds")
    calls = match.calls.filter(closed_at=None).values_list("pk", "claimed_at", "arrived_at")
    return [
        "x" + ".".join(f"{pk}:{seconds}" for pk, seconds in times),
        "c" + ".".join(f"{pk}:{bool(claimed)}{bool(arrived)}" for pk, claimed, arrived in calls),
    ]


def announcements(event: Tournament) -> list[Announcement]:
    """The latest announcements not withdrawn. One query."""
    held = Announcement.objects.filter(tournament=event, withdrawn_at__isnull=True)
    return list(held.order_by("-at", "-pk")[:ANNOUNCEMENTS])
