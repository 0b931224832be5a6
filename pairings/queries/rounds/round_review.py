"""Data for reviewing an unposted round before posting it."""

from collections import Counter
from dataclasses import dataclass

from core.models import JournalEvent
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.queries.desk.desk_rows import paired_down_side
from pairings.queries.rounds import engine_fields, match_rows, posting_checks
from pairings.queries.rounds.round_entries import (
    entries_to_remove_from_round,
    later_joiners,
    unseated_entries,
)
from tournaments.models import Entry

BYES = (Outcome.BYE, Outcome.AWARDED_BYE)


@dataclass(frozen=True, slots=True)
class UnpostedMatch:
    """A match of an unposted round.

    `down` is the side with more points, whose player is paired down: "left", "right", or "" if there is
    none. `met` is the last round in which the two players met, or None.
    """

    row: MatchRow
    down: str
    met: int | None

    @property
    def higher(self) -> EntryPerson | None:
        """The player who is paired down, or None."""
        return {"left": self.row.left, "right": self.row.right}.get(self.down)

    @property
    def lower(self) -> EntryPerson | None:
        """The opponent of the player who is paired down, or None."""
        return {"left": self.row.right, "right": self.row.left}.get(self.down)


@dataclass(frozen=True, slots=True)
class UnpostedRound:
    """An unposted round under review.

    tables, alone: matches of two players, and matches of players without an opponent.
    bye: the player with the random bye, or None.
    second_bye: whether that player had a bye before.
    by_hand: whether the pairs of a Swiss round differ from its draw.
    came, left: names of players to add to the pairings, and of players to remove from them.
    joins_later: names of players who start in a later round and get a loss when this one is posted.
    corrected: whether results changed after the pairing.
    swaps: up to 12 swaps that can be undone, newest first.
    """

    tables: list[UnpostedMatch]
    alone: list[UnpostedMatch]
    bye: EntryPerson | None
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
    def is_stale(self) -> bool:
        """Whether the round has to be paired again before it can be posted."""
        return bool(self.came or self.left or self.corrected)

    @property
    def players(self) -> int:
        """The number of players in the round."""
        return 2 * len(self.tables) + len(self.alone)


def load_unposted_round(round_: Round) -> UnpostedRound:
    """Return the data of an unposted round's review page. At most ten queries."""
    is_swiss, depends_on_attendance = (
        round_.stage.kind == Stage.Kind.SWISS,
        engine_fields.round_depends_on_attendance(round_),
    )
    last_meetings, had_bye = last_meetings_and_byes(round_)
    matches = [
        UnpostedMatch(
            row, paired_down_side(row) if is_swiss else "", last_meetings.get(row.pair) if is_swiss else None
        )
        for row in match_rows.match_rows(round_)
    ]
    tables = [row for row in matches if row.row.right is not None]
    lone_matches = [row for row in matches if row.row.right is None]
    bye = next((row.row.left for row in lone_matches if row.row.outcome is Outcome.BYE), None)
    pairs = {row.row.pair for row in tables}
    # Pairing the round again discards earlier swaps, so only later ones can be undone.
    swap_lines = round_.division.journal.filter(kind="PlayersSwapped", facts__round=round_.number)
    swap_lines = swap_lines.filter(at__gte=round_.paired_at, undone_by__isnull=True)
    return UnpostedRound(
        tables=tables,
        alone=lone_matches,
        bye=bye,
        second_bye=bye is not None and bye.entry_id in had_bye,
        by_hand=is_swiss and pairs != {frozenset(pair) for pair in round_.draw.get("pairs", ())},
        came=[str(entry) for entry in unseated_entries(round_)] if depends_on_attendance else [],
        left=[str(entry) for entry in entries_to_remove_from_round(round_)] if depends_on_attendance else [],
        joins_later=[str(entry) for entry in later_joiners(round_)]
        if is_swiss and depends_on_attendance
        else [],
        corrected=is_swiss and posting_checks.follows_old_results(round_),
        swaps=list(swap_lines.order_by("-pk")[:12]),
    )


def last_meetings_and_byes(round_: Round) -> tuple[dict[frozenset[int], int], set[int]]:
    """Return the last earlier round in which each pair met, and the entries that had a bye. One query."""
    met, byes = meetings_and_byes(round_)
    return {pair: rounds[-1] for pair, rounds in met.items()}, set(byes)


def meetings_and_byes(round_: Round) -> tuple[dict[frozenset[int], tuple[int, ...]], Counter[int]]:
    """Return each pair's earlier rounds, in order, and the number of byes by entry. One query.

    Pairs are sets of two entry keys. Random and awarded byes both count.
    """
    earlier_matches = Match.objects.filter(round__division=round_.division, round__number__lt=round_.number)
    met: dict[frozenset[int], tuple[int, ...]] = {}
    byes: Counter[int] = Counter()
    for number, left, right, outcome in earlier_matches.order_by("round__number").values_list(
        "round__number", "left_id", "right_id", "outcome"
    ):
        if right is not None:
            pair = frozenset((left, right))
            met[pair] = (*met.get(pair, ()), number)
        elif outcome in BYES:
            byes[left] += 1
    return met, byes


@dataclass(frozen=True, slots=True)
class UnmetRequests:
    """Requests that a draw could not fulfill.

    `together` lists the two names of each pair of family or team members who meet. `tables` lists (name, table)
    of each fixed table that could not be assigned.
    """

    together: list[tuple[str, str]]
    tables: list[tuple[str, int]]


def unmet_requests(round_: Round) -> UnmetRequests:
    """Return the requests that this round does not fulfill. One query, none if it fulfills all of them."""
    avoided_pairs, tables = round_.draw.get("avoided", ()), round_.draw.get("unmet_tables", ())
    entry_keys = {entry for pair in avoided_pairs for entry in pair} | {entry for entry, _ in tables}
    rows = Entry.objects.filter(pk__in=entry_keys).select_related("player") if entry_keys else ()
    name_of = {entry.pk: str(entry) for entry in rows}
    return UnmetRequests(
        [(name_of[left], name_of[right]) for left, right in avoided_pairs],
        [(name_of[entry], table) for entry, table in tables],
    )
