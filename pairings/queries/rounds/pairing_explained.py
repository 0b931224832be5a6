"""The explanation of a round's pairings: groups, pair-downs, the bye, the proof."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from core.models import JournalEvent
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import KeptApart, Round
from pairings.queries.rounds import match_rows, round_review
from pairings.queries.verification.pairing_check import (
    CheckedPairing,
    check_pairing,
    draw_weighs_repeated_matches,
)

Met = Mapping[frozenset[int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class PointGroup:
    """Players with the same points.

    `up` of them meet players with more points, and `down` of them players with fewer.
    """

    points: int
    players: int
    up: int
    down: int
    byes: int

    @property
    def remain(self) -> int:
        """Number of players paired within the group or with a lower one."""
        return self.players - self.up - self.byes


@dataclass(frozen=True, slots=True)
class ExcludedOpponent:
    """A player who could not be the opponent.

    `round` is the last round in which the two met, or None if they must not meet.
    """

    person: EntryPerson
    round: int | None


@dataclass(frozen=True, slots=True)
class PairDown:
    """A match in which `higher` meets `lower`, who has fewer points.

    `group` is the group of `higher`. `excluded` lists other players of this group who had already met
    `lower` or must not meet them; `met_below` lists players of the lower group in the same way for
    `higher`.
    """

    row: MatchRow
    higher: EntryPerson
    lower: EntryPerson
    group: PointGroup
    excluded: list[ExcludedOpponent]
    met_below: list[ExcludedOpponent]


@dataclass(frozen=True, slots=True)
class ExplainedBye:
    """The player with the random bye.

    `group` is the player's group, and `candidates` the number of its players who could have had the bye.
    `excluded` lists players with at most as many points who had more byes before. `had` is the player's
    number of earlier byes, and `fewest` the minimum in the field. `passed` counts players with fewer points
    whose bye would have forced a repeated match, or a more recent one.
    """

    person: EntryPerson
    group: PointGroup
    candidates: int
    excluded: list[EntryPerson]
    passed: int
    had: int
    fewest: int

    @property
    def is_second_bye(self) -> bool:
        return self.had > 0


@dataclass(frozen=True, slots=True)
class DrawProof:
    """Proof that no draw is better: the cost of the draw and the lower bound.

    `kind` is "bound", "window" or "field" as in the engine, or "" if the round was not drawn by Stadium. `cost`
    is the cost of the draw, `now` the cost of the current matches after manual changes.
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
class RoundExplanation:
    """A round and the facts of its draw. `met` lists each pair's earlier rounds.

    `by_hand` is True if the matches are no longer those of the draw. `weighed` is True if the draw
    considered the number and age of repeated matches. `made` maps each match or bye that is not in the draw
    to the kind of journal line that made it. `checked` is computed from the results if the draw stored no
    facts.
    """

    round: Round
    matches: list[MatchRow]
    groups: list[PointGroup]
    pair_downs: list[PairDown]
    bye: ExplainedBye | None
    proof: DrawProof
    by_hand: bool
    met: Met
    weighed: bool = False
    checked: CheckedPairing | None = None
    made: dict[frozenset[int], str] = field(default_factory=dict)

    @property
    def rematches(self) -> list[tuple[MatchRow, tuple[int, ...]]]:
        """Matches whose players had met before, each with the numbers of the earlier rounds."""
        earlier_rounds = ((row, self.met.get(row.pair)) for row in self.matches)
        return [(row, rounds) for row, rounds in earlier_rounds if rounds is not None]

    def group_of(self, points: int) -> PointGroup:
        """Return the group of players with these points."""
        return next(group for group in self.groups if group.points == points)


def explain_round(round_: Round, *, public: bool) -> RoundExplanation:
    """Explain the pairings of a Swiss round. Seven queries.

    An imported round is explained as far as its matches allow. Pairs that must not meet are left out if
    `public`.
    """
    met, byes = round_review.meetings_and_byes(round_)
    separated: set[frozenset[int]] = set()
    if not public:
        forbidden_pairs = KeptApart.objects.filter(first__division=round_.division)
        separated = {frozenset(pair) for pair in forbidden_pairs.values_list("first", "second")}
    # Show the points used in the draw, which later corrections may have changed.
    by_points = round_.draw_inputs.get("by_points", ())
    points = {entry: points for points, entries in by_points for entry in entries}
    matches = []
    for row in match_rows.match_rows(round_, public=public):
        left, right = row.left, row.right
        left = left.with_score(points.get(left.entry_id, left.points))
        right = right and right.with_score(points.get(right.entry_id, right.points))
        matches.append(replace(row, left=left, right=right))
    sizes = Counter(person.points for person in players_in_draw(matches))
    up_counts: Counter[int] = Counter()
    down_counts: Counter[int] = Counter()
    for row in matches:
        if row.gap and row.right:
            high_points, low_points = sorted((row.left.points, row.right.points), reverse=True)
            down_counts[high_points] += 1
            up_counts[low_points] += 1
    byes_by_points = Counter(row.left.points for row in matches if row.outcome is Outcome.BYE)
    groups = [
        PointGroup(level, sizes[level], up_counts[level], down_counts[level], byes_by_points[level])
        for level in sorted(sizes, reverse=True)
    ]
    drawn_pairs = {frozenset(pair) for pair in round_.draw.get("pairs", ())}
    return RoundExplanation(
        round=round_,
        matches=matches,
        groups=groups,
        pair_downs=[_explain_pair_down(row, groups, matches, met, separated) for row in matches if row.gap],
        bye=_explain_bye(matches, groups, byes),
        proof=_build_proof(round_, matches),
        checked=None if round_.draw.get("proof") else check_pairing(round_),
        weighed=bool(round_.draw.get("proof")) and draw_weighs_repeated_matches(round_),
        by_hand=bool(drawn_pairs) and drawn_pairs != {row.pair for row in matches if row.right},
        met=met,
        made=_kinds_of_manual_matches(round_, matches, drawn_pairs) if drawn_pairs else {},
    )


BY_HAND = (
    "PlayersSwapped",
    "TablesDrawnAgain",
    "MatchMadeByHand",
    "LateEntrySeated",
    "LateEntryGivenBye",
    "EntryTakenOut",
)


def _kinds_of_manual_matches(
    round_: Round, matches: list[MatchRow], drawn_pairs: set[frozenset[int]]
) -> dict[frozenset[int], str]:
    """Return the kind of journal line that made each match or bye outside the draw, by its players."""
    lines = JournalEvent.objects.filter(
        division=round_.division, kind__in=BY_HAND, facts__round=round_.number, undone_by__isnull=True
    )
    changed_pairs = {place.pair or frozenset((place.left.entry_id,)) for place in matches}
    changed_pairs -= drawn_pairs | {frozenset((round_.draw.get("bye"),))}
    kinds: dict[frozenset[int], str] = {}
    for kind, facts in lines.order_by("id").values_list("kind", "facts"):
        affected_pairs = [
            frozenset(entry for entry in place[1:3] if entry) for place in facts.get("places_after", ())
        ]
        if kind == "PlayersSwapped":
            affected_pairs = [pair for pair in changed_pairs if pair & {facts["first"], facts["second"]}]
        kinds |= {pair: kind for pair in affected_pairs if pair in changed_pairs}
    return kinds


def players_in_draw(matches: Iterable[MatchRow]) -> list[EntryPerson]:
    """Return the players of these matches who were part of the draw."""
    drawn_rows = [row for row in matches if row.outcome not in (Outcome.AWARDED_BYE, Outcome.LATE_LOSS)]
    return [person for row in drawn_rows for person in (row.left, row.right) if person is not None]


def _explain_pair_down(
    row: MatchRow, groups: list[PointGroup], matches: list[MatchRow], met: Met, apart: set[frozenset[int]]
) -> PairDown:
    """Explain a match between players of different groups. `apart` are the pairs that must not meet."""
    assert row.right is not None  # noqa: S101 - a pair-down has two players
    higher, lower = sorted((row.left, row.right), key=lambda person: -person.points)
    everyone = players_in_draw(matches)
    group_mates = [other for other in everyone if other.points == higher.points and other != higher]
    lower_group_mates = [other for other in everyone if other.points == lower.points and other != lower]
    return PairDown(
        row=row,
        higher=higher,
        lower=lower,
        group=next(group for group in groups if group.points == higher.points),
        excluded=list(_excluded_opponents(lower, group_mates, met, apart)),
        met_below=list(_excluded_opponents(higher, lower_group_mates, met, apart)),
    )


def _excluded_opponents(
    person: EntryPerson, others: Iterable[EntryPerson], met: Met, apart: set[frozenset[int]]
) -> Iterable[ExcludedOpponent]:
    """Yield the `others` who had already met the player or must not meet them."""
    for other in others:
        pair = frozenset((person.entry_id, other.entry_id))
        numbers = met.get(pair)
        if numbers is not None or pair in apart:
            yield ExcludedOpponent(other, numbers[-1] if numbers else None)


def _explain_bye(
    matches: list[MatchRow], groups: list[PointGroup], byes: Mapping[int, int]
) -> ExplainedBye | None:
    """Explain the random bye of the round, or return None if there is none.

    `byes` are the numbers of earlier byes by entry.
    """
    person = next((row.left for row in matches if row.outcome is Outcome.BYE), None)
    if person is None:
        return None
    everyone = players_in_draw(matches)
    bye_count, fewest = byes.get(person.entry_id, 0), min(byes.get(other.entry_id, 0) for other in everyone)
    players_with_more_byes = [
        other
        for other in everyone
        if other.points <= person.points and byes.get(other.entry_id, 0) > bye_count
    ]
    candidates = [other for other in everyone if byes.get(other.entry_id, 0) <= bye_count]
    group = next(group for group in groups if group.points == person.points)
    candidates_in_group = sum(other.points == person.points for other in candidates)
    passed_over = sum(other.points < person.points for other in candidates)
    return ExplainedBye(
        person, group, candidates_in_group, players_with_more_byes, passed_over, bye_count, fewest
    )


def _build_proof(round_: Round, matches: list[MatchRow]) -> DrawProof:
    """Build the proof from the draw, or from the matches if the draw stored no costs."""
    draw, draw_options = round_.draw, round_.draw_inputs.get("options", {})
    current_cost = sum(row.gap**2 for row in matches)
    # Without earlier meetings, pairing neighbors by points costs least. Players who sit out don't count.
    seated_people = [person for row in matches if row.right for person in (row.left, row.right)]
    points = sorted((person.points for person in seated_people), reverse=True)
    least_cost = sum((high - low) ** 2 for high, low in zip(points[::2], points[1::2], strict=True))
    return DrawProof(
        kind=draw.get("proof", ""),
        cost=draw.get("gap_cost", current_cost),
        bound=draw.get("bound", least_cost),
        now=current_cost,
        examined=len(draw.get("examined", ())),
        players=len(players_in_draw(matches)),
        by_standing=bool(draw_options.get("by_standing")),
        fewest_pair_downs=bool(draw_options.get("fewest_pair_downs")),
    )
