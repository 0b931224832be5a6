"""Compare the matches of closed rounds with the journal: opponents, byes, missed rounds, walkovers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from core.engine.journal.kinds import fact_types_of_line
from core.engine.model_labels import stored_model_label
from core.engine.seals import Mismatch
from core.engine.snapshots.keys import row_keys_inside
from core.models import JournalEvent
from pairings.engine.bracket import walkover_outcome
from pairings.engine.journal_facts import PlayedFacts
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from tournaments.models import Entry, Tournament

PLAYED_COLUMNS = ("pk", "left", "right", "outcome", "reason")
"""Match columns stored in the fact `played` of a closed round, with players as keys."""

BYE_GIVING_KINDS = ("EntryAdded", "EntriesMerged")
"""Kinds of lines that can give a bye in a round already closed."""

MISSED_ROUND_KINDS = (
    *BYE_GIVING_KINDS,
    "EntriesCheckedIn",
    "EntryChanged",
    "EntryCheckedIn",
    "EntryCheckedOut",
    "EntryDisqualificationLifted",
    "EntryReinstated",
    "RegularsAdded",
)
"""Kinds of lines that can give or remove a loss for a missed round already closed."""


def match_facts_of_round(round_: Round) -> list[PlayedFacts]:
    """Return every match of a round as stored in the fact `played`. One query."""
    return list(round_.matches.order_by("pk").values_list(*PLAYED_COLUMNS))


@dataclass(frozen=True, slots=True)
class _CheckedMatch:
    """A match of a round, from the database or from the fact `played` of its journal line."""

    pk: int
    left: int
    right: int | None
    outcome: str
    reason: str
    table: int = 0

    @property
    def result(self) -> tuple[str, str]:
        return self.outcome, self.reason

    @property
    def by_walkover(self) -> bool:
        return self.reason == Reason.WALKOVER


def closed_round_disagreements(event: Tournament) -> Iterator[Mismatch]:
    """Yield the differences between database and journal of closed rounds: byes, opponents, walkovers.

    Walkovers in open rounds are checked too. Lines of versions without the fact `played` are skipped. Two
    queries, a few more if there are differences.
    """
    rows_by_round: dict[int, dict[int, _CheckedMatch]] = {}
    rounds: dict[int, Round] = {}
    matches = Match.objects.filter(round__division__tournament=event).select_related(
        "round__division", "round__stage"
    )
    for match in matches.defer("round__draw").order_by("round__number", "table", "pk"):
        rounds[match.round_id] = match.round
        rows_by_round.setdefault(match.round_id, {})[match.pk] = _CheckedMatch(
            match.pk, match.left_id, match.right_id, match.outcome, match.reason, match.table or 0
        )
    closings = JournalEvent.objects.filter(tournament=event, kind="RoundClosed", undone_by__isnull=True)
    line_of = {(line.division_id, line.facts["round"]): line for line in closings.order_by("pk")}
    for pk, round_ in rounds.items():
        line = line_of.get((round_.division_id, round_.number))
        if round_.state != Round.State.CLOSED:
            # In an open round, a walkover is only correct if its loser is out of the event.
            walkovers = [row for row in rows_by_round[pk].values() if row.by_walkover]
            is_cut = round_.stage.kind == Stage.Kind.ELIMINATION
            players_out = brackets.players_out(round_.division) if walkovers and is_cut else {}
            for row in walkovers:
                if (
                    row.right is not None
                    and walkover_outcome(row.left, row.right, players_out) != row.outcome
                ):
                    yield Mismatch("result_not_in_journal", round_.number, table=row.table)
        elif line is not None and "played" in line.facts:
            yield from _closing_differences(event, round_, rows_by_round[pk], line)


def _closing_differences(
    event: Tournament, round_: Round, current_rows: Mapping[int, _CheckedMatch], line: JournalEvent
) -> Iterator[Mismatch]:
    """Yield the differences between a round's current matches and the line that closed it."""
    journal_rows = {row[0]: _CheckedMatch(*row) for row in line.facts["played"]}
    later_lines = _LaterLines(event, line)
    for row in current_rows.values():
        journal_row = journal_rows.get(row.pk)
        if row.right is None:
            continue
        if journal_row is None or journal_row.right is None:
            if row.by_walkover:
                yield Mismatch("result_not_in_journal", round_.number, table=row.table)
            continue
        if any(map(later_lines.is_other_entry, (journal_row.left, journal_row.right), (row.left, row.right))):
            yield Mismatch("players_differ", round_.number, table=row.table, line=line.pk)
        if (row.by_walkover or journal_row.by_walkover) and row.result != journal_row.result:
            yield Mismatch("result_differs", round_.number, table=row.table, line=line.pk)
    for journal_row in journal_rows.values():
        if journal_row.by_walkover and journal_row.pk not in current_rows:
            yield Mismatch("result_not_in_table", round_.number, line=line.pk)
    alone_now, alone_then = (
        {row.left: row.result for row in rows.values() if row.right is None}
        for rows in (current_rows, journal_rows)
    )
    if alone_now != alone_then and later_lines.byes_differ(alone_now, alone_then):
        yield Mismatch("byes_differ", round_.number, line=line.pk)


class _LaterLines:
    """Journal lines about players after the line that closed a round.

    They are only loaded if there are differences.
    """

    def __init__(self, event: Tournament, line: JournalEvent) -> None:
        self.event, self.line = event, line
        self._entries_by_kinds: dict[Sequence[str], set[int]] = {}

    def is_other_entry(self, entry_then: int | None, entry_now: int | None) -> bool:
        """Return whether a seat now has a different entry, unless a merge of two entries explains it."""
        is_removed = entry_then is not None and entry_then != entry_now and entry_then not in self.entered_at
        return entry_then != entry_now and not (is_removed and self._entries_named_in(("EntriesMerged",)))

    def byes_differ(
        self, byes_now: Mapping[int, tuple[str, str]], byes_then: Mapping[int, tuple[str, str]]
    ) -> bool:
        """Return whether byes or missed rounds changed without a later line that explains it.

        Both mappings contain (outcome, reason) of players without an opponent, by entry key.
        """
        missed_round = (Outcome.LATE_LOSS.value, "")
        for entry in byes_now.keys() | byes_then.keys():
            byes_of_entry = {byes_now.get(entry), byes_then.get(entry)}
            if len(byes_of_entry) == 1:
                continue
            if byes_of_entry <= {None, missed_round}:
                explained = (
                    entry not in self.entered_at
                    or self.entered_at[entry] >= self.line.at
                    or entry in self._entries_named_in(MISSED_ROUND_KINDS)
                )
            elif entry not in self.entered_at:
                explained = bool(self._entries_named_in(("EntriesMerged",)))
            else:
                explained = entry in self._entries_named_in(BYE_GIVING_KINDS)
            if not explained:
                return True
        return False

    def _entries_named_in(self, kinds: Sequence[str]) -> set[int]:
        """Return the entries named in later lines of these kinds, including lines that undo them."""
        if kinds not in self._entries_by_kinds:
            later_lines = JournalEvent.objects.filter(tournament=self.event, pk__gt=self.line.pk)
            label = stored_model_label(Entry)
            self._entries_by_kinds[kinds] = {
                key
                for kind, facts in later_lines.filter(kind__in=[*kinds, "Undone"]).values_list(
                    "kind", "facts"
                )
                if kind != "Undone" or facts.get("what") in kinds
                for model, key in row_keys_inside(facts, fact_types_of_line(kind, facts).keys)
                if model == label
            }
        return self._entries_by_kinds[kinds]

    @cached_property
    def entered_at(self) -> dict[int, datetime]:
        """Creation time of each entry of the event; removed entries are missing."""
        return dict(self.event.entries.values_list("pk", "created_at"))
