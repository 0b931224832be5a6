"""The matches of a closed round as its journal line has them: opponents, byes, missed rounds, walkovers."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.engine.journal.kinds import line_fact
from core.engine.labels import label_of
from core.engine.seals import Found
from core.engine.snapshots.keys import mentioned
from core.models import JournalEvent
from pairings.engine.bracket import walkover
from pairings.engine.journal_facts import PlayedFacts
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round, Stage
from pairings.models.match import Reason
from pairings.queries.bracket import brackets
from tournaments.models import Entry, Tournament

PLAYED = ("pk", "left", "right", "outcome", "reason")
"""The columns of a match in the fact `played` of a closed round; people are keys."""

CAME = ("EntryAdded", "EntriesMerged")
"""The lines after a closing that can give someone a bye of the closed round."""

MISSED = (
    *CAME,
    "EntriesCheckedIn",
    "EntryChanged",
    "EntryCheckedIn",
    "EntryCheckedOut",
    "EntryDisqualificationLifted",
    "EntryReinstated",
    "RegularsAdded",
)
"""The lines after a closing that can give, or remove, a loss for having missed the closed round."""


def played_in(round_: Round) -> list[PlayedFacts]:
    """Every match of a round, for the fact `played`. One query."""
    return list(round_.matches.order_by("pk").values_list(*PLAYED))


@dataclass(frozen=True, slots=True)
class _Row:
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


def disagreements(event: Tournament) -> Iterator[Found]:
    """Where the tables differ from the journal of a closed round: byes, opponents, walkovers.

    Lines of versions before the fact `played` are not compared. Two queries, a few more for a difference.
    """
    rows: dict[int, dict[int, _Row]] = {}
    rounds: dict[int, Round] = {}
    matches = Match.objects.filter(round__division__tournament=event).select_related(
        "round__division", "round__stage"
    )
    for match in matches.defer("round__draw").order_by("round__number", "table", "pk"):
        rounds[match.round_id] = match.round
        rows.setdefault(match.round_id, {})[match.pk] = _Row(
            match.pk, match.left_id, match.right_id, match.outcome, match.reason, match.table or 0
        )
    closings = JournalEvent.objects.filter(tournament=event, kind="RoundClosed", undone_by__isnull=True)
    line_of = {(line.division_id, line.facts["round"]): line for line in closings.order_by("pk")}
    for pk, round_ in rounds.items():
        line = line_of.get((round_.division_id, round_.number))
        if round_.state != Round.State.CLOSED:
            yield from _unfounded_walkovers(round_, rows[pk].values())
        elif line is not None and "played" in line.facts:
            yield from _closing(event, round_, rows[pk], line)


def _unfounded_walkovers(round_: Round, rows: Collection[_Row]) -> Iterator[Found]:
    """Walkovers of an open round whose losers are not out of the event."""
    decided = [row for row in rows if row.by_walkover and row.right is not None]
    if not decided:
        return
    out = brackets.out(round_.division) if round_.stage.kind == Stage.Kind.ELIMINATION else {}
    for row in decided:
        if row.right is not None and walkover(row.left, row.right, out) != row.outcome:
            yield Found("result_not_in_journal", round_.number, table=row.table)


def _closing(
    event: Tournament, round_: Round, now: Mapping[int, _Row], line: JournalEvent
) -> Iterator[Found]:
    then = {row[0]: _Row(*row) for row in line.facts["played"]}
    since = _Since(event, line)
    for row in now.values():
        was = then.get(row.pk)
        if row.right is None:
            continue
        if was is None or was.right is None:
            if row.by_walkover:
                yield Found("result_not_in_journal", round_.number, table=row.table)
            continue
        if any(map(since.is_another, (was.left, was.right), (row.left, row.right))):
            yield Found("players_differ", round_.number, table=row.table, line=line.pk)
        if (row.by_walkover or was.by_walkover) and row.result != was.result:
            yield Found("result_differs", round_.number, table=row.table, line=line.pk)
    for was in then.values():
        if was.by_walkover and was.pk not in now:
            yield Found("result_not_in_table", round_.number, line=line.pk)
    if _alone(now.values()) != _alone(then.values()) and since.byes_differ(
        _alone(now.values()), _alone(then.values())
    ):
        yield Found("byes_differ", round_.number, line=line.pk)


def _alone(rows: Collection[_Row]) -> dict[int, tuple[str, str]]:
    return {row.left: row.result for row in rows if row.right is None}


class _Since:
    """The journal lines about players after the closing line; read only for a difference."""

    def __init__(self, event: Tournament, line: JournalEvent) -> None:
        self.event, self.line = event, line
        self._named: dict[Sequence[str], set[int]] = {}
        self._entries: dict[int, datetime] | None = None

    def is_another(self, was: int | None, now: int | None) -> bool:
        """Whether a seat has another entry, other than by a merge of the two."""
        return was != now and not (self._was_removed(was) and self._named_in(("EntriesMerged",)))

    def byes_differ(self, now: Mapping[int, tuple[str, str]], then: Mapping[int, tuple[str, str]]) -> bool:
        missed = (Outcome.LATE_LOSS.value, "")
        for entry in now.keys() | then.keys():
            byes = {now.get(entry), then.get(entry)}
            if len(byes) == 1:
                continue
            if byes <= {None, missed}:
                explained = (
                    self._was_removed(entry)
                    or self._here()[entry] >= self.line.at
                    or entry in self._named_in(MISSED)
                )
            elif self._was_removed(entry):
                explained = bool(self._named_in(("EntriesMerged",)))
            else:
                explained = entry in self._named_in(CAME)
            if not explained:
                return True
        return False

    def _named_in(self, kinds: Sequence[str]) -> set[int]:
        """The entries that later lines of these kinds name, including lines that undo one."""
        if kinds not in self._named:
            later = JournalEvent.objects.filter(tournament=self.event, pk__gt=self.line.pk)
            label = label_of(Entry)
            self._named[kinds] = {
                key
                for kind, facts in later.filter(kind__in=[*kinds, "Undone"]).values_list("kind", "facts")
                if kind != "Undone" or facts.get("what") in kinds
                for model, key in mentioned(facts, line_fact(kind, facts).keys)
                if model == label
            }
        return self._named[kinds]

    def _was_removed(self, entry: int | None) -> bool:
        return entry is not None and entry not in self._here()

    def _here(self) -> dict[int, datetime]:
        if self._entries is None:
            self._entries = dict(self.event.entries.values_list("pk", "created_at"))
        return self._entries
