"""An unposted round under review: what to check before it is posted."""

from collections import Counter
from dataclasses import dataclass

from core.models import JournalEvent
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.models import Match, Round, Stage
from pairings.queries.rounds import fields, rows, stale_pairings
from pairings.queries.rounds.desk import paired_down
from tournaments.models import Entry

BYES = (Outcome.BYE, Outcome.AWARDED_BYE)


@dataclass(frozen=True, slots=True)
class UnpostedMatch:
    """A match of an unposted round. `met`: the round these two met in before, None if never; `down` as on the desk."""

    row: MatchRow
    down: str
    met: int | None

    @property
    def higher(self) -> Person | None:
        """The player paired down."""
        return {"left": self.row.left, "right": self.row.right}.get(self.down)

    @property
    def lower(self) -> Person | None:
        return {"left": self.row.right, "right": self.row.left}.get(self.down)


@dataclass(frozen=True, slots=True)
class UnpostedRound:
    """An unposted round for its review.

    tables, alone: matches of two, and those without opponent.
    bye: the player with the random bye, with `second_bye` if they had one before.
    by_hand: whether players were swapped.
    came, left: players missing in the pairings, and players to be removed from them.
    joins_later: players who start with a later round, so that the posting gives them a loss.
    corrected: whether results changed since.
    swaps: swaps that can be undone, newest first.
    """

    tables: list[UnpostedMatch]
    alone: list[UnpostedMatch]
    bye: Person | None
    second_bye: bool
    by_hand: bool
    came: list[str]
    left: list[str]
    joins_later: list[str]
    corrected: bool
    swaps: list[JournalEvent]

    @property
    def rematches(self) -> list[UnpostedMatch]:
        return [row for row in self.tables if row.met is not None]

    @property
    def pair_downs(self) -> list[UnpostedMatch]:
        return [row for row in self.tables if row.down]

    @property
    def stale(self) -> bool:
        """Whether it has to be paired again before it can be posted."""
        return bool(self.came or self.left or self.corrected)

    @property
    def players(self) -> int:
        return 2 * len(self.tables) + len(self.alone)


def unposted_round(round_: Round) -> UnpostedRound:
    """Everything on the review page. Ten queries at most."""
    swiss, follows = round_.stage.kind == Stage.Kind.SWISS, fields.follows_people(round_)
    met, had_bye = history(round_)
    matches = []
    for row in rows.match_rows(round_):
        pair = frozenset((row.left.entry_id, row.right.entry_id)) if row.right else frozenset()
        matches.append(
            UnpostedMatch(row, paired_down(row) if swiss else "", met.get(pair) if swiss else None)
        )
    tables = [row for row in matches if row.row.right is not None]
    alone = [row for row in matches if row.row.right is None]
    bye = next((row.row.left for row in alone if row.row.outcome is Outcome.BYE), None)
    pairs = {frozenset((row.row.left.entry_id, row.row.right.entry_id)) for row in tables if row.row.right}
    # Swaps since the pairing that were not undone, newest first
    lines = round_.division.journal.filter(kind="PlayersSwapped", facts__round=round_.number)
    lines = lines.filter(at__gte=round_.paired_at, undone_by__isnull=True)
    return UnpostedRound(
        tables=tables,
        alone=alone,
        bye=bye,
        second_bye=bye is not None and bye.entry_id in had_bye,
        by_hand=swiss and pairs != {frozenset(pair) for pair in round_.draw.get("pairs", ())},
        came=[str(entry) for entry in fields.unseated(round_)] if follows else [],
        left=[str(entry) for entry in fields.no_longer_playing(round_)] if follows else [],
        joins_later=[str(entry) for entry in fields.joins_later(round_)] if swiss and follows else [],
        corrected=swiss and stale_pairings.follows_old_results(round_),
        swaps=list(lines.order_by("-pk")[:12]),
    )


def history(round_: Round) -> tuple[dict[frozenset[int], int], set[int]]:
    """The last round in which each pair met, and the players with a bye; one query."""
    met, byes = meetings(round_)
    return {pair: rounds[-1] for pair, rounds in met.items()}, set(byes)


def meetings(round_: Round) -> tuple[dict[frozenset[int], tuple[int, ...]], Counter[int]]:
    """The earlier rounds of each pair, in order, and the number of byes of each player; one query."""
    earlier = Match.objects.filter(round__division=round_.division, round__number__lt=round_.number)
    met: dict[frozenset[int], tuple[int, ...]] = {}
    byes: Counter[int] = Counter()
    for number, left, right, outcome in earlier.order_by("round__number").values_list(
        "round__number", "left_id", "right_id", "outcome"
    ):
        if right is not None:
            pair = frozenset((left, right))
            met[pair] = (*met.get(pair, ()), number)
        elif outcome in BYES:
            byes[left] += 1
    return met, byes


@dataclass(frozen=True, slots=True)
class Unkept:
    """Requests a draw could not meet: names of a family or team that meet, (name, table) not assigned."""

    together: list[tuple[str, str]]
    tables: list[tuple[str, int]]


def unkept(round_: Round) -> Unkept:
    """The unmet requests of a round. One query, none if all are met."""
    met, tables = round_.draw.get("avoided", ()), round_.draw.get("unmet_tables", ())
    wanted = {entry for pair in met for entry in pair} | {entry for entry, _ in tables}
    rows = Entry.objects.filter(pk__in=wanted).select_related("player") if wanted else ()
    name = {entry.pk: str(entry) for entry in rows}
    return Unkept(
        [(name[left], name[right]) for left, right in met], [(name[entry], table) for entry, table in tables]
    )
