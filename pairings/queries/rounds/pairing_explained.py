"""The explanation of a round's pairings: groups, pair-downs, the bye, the proof."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import BracketSeat, KeptApart, Round
from pairings.queries.rounds import rows, unposted
from pairings.queries.rounds.verification import Checked, checked, weighs_repeats

Met = Mapping[frozenset[int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Group:
    """Players with the same points: how many meet a player with more (`up`) or fewer (`down`) points, or sit out."""

    points: int
    players: int
    up: int
    down: int
    byes: int

    @property
    def remain(self) -> int:
        """Players left for this group and those below after those above have taken theirs."""
        return self.players - self.up - self.byes


@dataclass(frozen=True, slots=True)
class Excluded:
    """A player excluded from a place: met this opponent last in `round`; must not meet them where it is None."""

    person: Person
    round: int | None


@dataclass(frozen=True, slots=True)
class PairDown:
    """`higher` meets `lower`, who has fewer points.

    `excluded`: others of the group who had met `lower`; `met_below`: players of that group whom `higher` had met.
    """

    row: MatchRow
    higher: Person
    lower: Person
    group: Group
    excluded: list[Excluded]
    met_below: list[Excluded]


@dataclass(frozen=True, slots=True)
class Bye:
    """The player with the random bye. `excluded` had more byes before and have at most the points of that player.

    `had`: that player's earlier byes; `fewest`: the least of anyone here. `passed` are players with fewer points who
    could have had it: the bye there would have forced a repeated match, or a more recent one.
    """

    person: Person
    group: Group
    candidates: int
    excluded: list[Person]
    passed: int
    had: int
    fewest: int

    @property
    def second(self) -> bool:
        return self.had > 0


@dataclass(frozen=True, slots=True)
class Proof:
    """The proof that no draw is better: its cost and the least possible one.

    kind: "bound", "window", "field" as in the engine, "" where the round was not drawn here. `cost` is that of the
    draw, `now` that of the matches after manual changes.
    """

    kind: str
    cost: int
    bound: int
    now: int
    examined: int
    players: int
    by_standing: bool
    fewest_pair_downs: bool


@dataclass(frozen=True, slots=True)
class Explained:
    """A round and the facts of its draw. `met`: the earlier rounds of each pair.

    `weighed`: whether the number and age of repeated matches was weighed. `made`: the kind of journal line that made a
    match, or a bye, not in the draw. `checked`: the facts from the results alone, where the draw stored none.
    """

    round: Round
    matches: list[MatchRow]
    groups: list[Group]
    pair_downs: list[PairDown]
    bye: Bye | None
    proof: Proof
    by_hand: bool
    met: Met
    weighed: bool = False
    checked: Checked | None = None
    made: dict[frozenset[int], str] = field(default_factory=dict)

    @property
    def rematches(self) -> list[tuple[MatchRow, tuple[int, ...]]]:
        earlier = ((row, self.met.get(_pair(row))) for row in self.matches)
        return [(row, rounds) for row, rounds in earlier if rounds is not None]

    def group_of(self, points: int) -> Group:
        return next(group for group in self.groups if group.points == points)


def explained(round_: Round, *, public: bool) -> Explained:
    """A Swiss round explained; imported ones as far as their matches allow. Seven queries.

    Only staff see pairs that must not meet.
    """
    met, byes = unposted.meetings(round_)
    apart: set[frozenset[int]] = set()
    if not public:
        barred = KeptApart.objects.filter(first__division=round_.division)
        apart = {frozenset(pair) for pair in barred.values_list("first", "second")}
    # The rows with the points used by the draw, if stored.
    by_points = round_.draw.get("inputs", {}).get("by_points", ())
    points = {entry: points for points, entries in by_points for entry in entries}
    matches = [
        replace(row, left=_with(row.left, points), right=_with(row.right, points) if row.right else None)
        for row in rows.match_rows(round_, public=public)
    ]
    sizes = Counter(person.points for person in people(matches))
    up: Counter[int] = Counter()
    down: Counter[int] = Counter()
    for row in matches:
        if _gap(row) and row.right:
            high, low = sorted((row.left.points, row.right.points), reverse=True)
            down[high] += 1
            up[low] += 1
    alone = Counter(row.left.points for row in matches if row.outcome is Outcome.BYE)
    groups = [
        Group(level, sizes[level], up[level], down[level], alone[level])
        for level in sorted(sizes, reverse=True)
    ]
    pairs = {frozenset(pair) for pair in round_.draw.get("pairs", ())}
    return Explained(
        round=round_,
        matches=matches,
        groups=groups,
        pair_downs=[_pair_down(row, groups, matches, met, apart) for row in matches if _gap(row)],
        bye=_bye(matches, groups, byes),
        proof=_proof(round_.draw, matches),
        checked=None if round_.draw.get("proof") else checked(round_),
        weighed=bool(round_.draw.get("proof")) and weighs_repeats(round_),
        by_hand=bool(pairs) and pairs != {_pair(row) for row in matches if row.right},
        met=met,
        made=_made(round_, matches, pairs) if pairs else {},
    )


BY_HAND = (
    "PlayersSwapped",
    "TablesDrawnAgain",
    "MatchMadeByHand",
    "LateEntrySeated",
    "LateEntryGivenBye",
    "EntryTakenOut",
)


def _made(round_: Round, matches: list[MatchRow], drawn: set[frozenset[int]]) -> dict[frozenset[int], str]:
    """The kind of line that made each match not in the draw, by its players."""
    lines = JournalEvent.objects.filter(
        division=round_.division, kind__in=BY_HAND, facts__round=round_.number, undone_by__isnull=True
    )
    now = {_pair(row) or frozenset((row.left.entry_id,)) for row in matches}
    now -= drawn | {frozenset((round_.draw.get("bye"),))}
    kinds: dict[frozenset[int], str] = {}
    for kind, facts in lines.order_by("id").values_list("kind", "facts"):
        touched = [frozenset(entry for entry in row[1:3] if entry) for row in facts.get("places_after", ())]
        if kind == "PlayersSwapped":
            touched = [two for two in now if two & {facts["first"], facts["second"]}]
        kinds |= {two: kind for two in touched if two in now}
    return kinds


def _with(person: Person, points: Mapping[int, int]) -> Person:
    return replace(person, points=points.get(person.entry_id, person.points))


def _pair(row: MatchRow) -> frozenset[int]:
    return frozenset((row.left.entry_id, row.right.entry_id)) if row.right else frozenset()


def _gap(row: MatchRow) -> int:
    return abs(row.left.points - row.right.points) if row.right else 0


def people(matches: Iterable[MatchRow]) -> list[Person]:
    """All players placed by the draw."""
    drawn = [row for row in matches if row.outcome not in (Outcome.AWARDED_BYE, Outcome.LATE_LOSS)]
    return [person for row in drawn for person in (row.left, row.right) if person is not None]


def _pair_down(
    row: MatchRow, groups: list[Group], matches: list[MatchRow], met: Met, apart: set[frozenset[int]]
) -> PairDown:
    assert row.right is not None  # noqa: S101 - a pair-down has two players
    higher, lower = sorted((row.left, row.right), key=lambda person: -person.points)
    everybody = people(matches)
    beside = [other for other in everybody if other.points == higher.points and other != higher]
    below = [other for other in everybody if other.points == lower.points and other != lower]
    return PairDown(
        row=row,
        higher=higher,
        lower=lower,
        group=next(group for group in groups if group.points == higher.points),
        excluded=list(_who_met(lower, beside, met, apart)),
        met_below=list(_who_met(higher, below, met, apart)),
    )


def _who_met(
    person: Person, others: Iterable[Person], met: Met, apart: set[frozenset[int]]
) -> Iterable[Excluded]:
    for other in others:
        two = frozenset((person.entry_id, other.entry_id))
        numbers = met.get(two)
        if numbers is not None or two in apart:
            yield Excluded(other, numbers[-1] if numbers else None)


def _bye(matches: list[MatchRow], groups: list[Group], byes: Mapping[int, int]) -> Bye | None:
    person = next((row.left for row in matches if row.outcome is Outcome.BYE), None)
    if person is None:
        return None
    everybody = people(matches)
    had, fewest = byes.get(person.entry_id, 0), min(byes.get(other.entry_id, 0) for other in everybody)
    more = [
        other for other in everybody if other.points <= person.points and byes.get(other.entry_id, 0) > had
    ]
    could = [other for other in everybody if byes.get(other.entry_id, 0) <= had]
    group = next(group for group in groups if group.points == person.points)
    beside = sum(other.points == person.points for other in could)
    passed = sum(other.points < person.points for other in could)
    return Bye(person, group, beside, more, passed, had, fewest)


def _proof(draw: Mapping[str, Any], matches: list[MatchRow]) -> Proof:
    now = sum(_gap(row) ** 2 for row in matches)
    wished = draw.get("inputs", {}).get("options", {})
    # The least cost of these players without earlier meetings: neighbors by points, without those who sit out.
    seated = [person for row in matches if row.right for person in (row.left, row.right)]
    points = sorted((person.points for person in seated), reverse=True)
    least = sum((high - low) ** 2 for high, low in zip(points[::2], points[1::2], strict=True))
    return Proof(
        kind=draw.get("proof", ""),
        cost=draw.get("gap_cost", now),
        bound=draw.get("bound", least),
        now=now,
        examined=len(draw.get("examined", ())),
        players=len(people(matches)),
        by_standing=bool(wished.get("by_standing")),
        fewest_pair_downs=bool(wished.get("fewest_pair_downs")),
    )


def seeds(round_: Round) -> dict[int, int]:
    """Seed of each player of a round of the cut. One query."""
    seats = BracketSeat.objects.filter(bracket__stage=round_.stage)
    return dict(seats.values_list("entry", "seed"))
