"""Deck checks of an event, their coverage, and the decks that can be picked."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from checks import hooks
from checks.engine import deck_picks
from checks.engine.deck_picks import CheckCandidate
from checks.models import DeckCheck
from core.models import JournalEvent
from decks.models import CheckRules
from decks.queries.check_rules import check_rules_of as check_rules_of
from pairings.engine.bracket import State
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Match, Round, Seat
from pairings.queries.bracket import brackets
from pairings.queries.rounds.round_entries import STILL_IN_SWISS, present_entries
from tournaments.models import Division, Entry, Tournament

OPEN = (DeckCheck.State.PICKED, DeckCheck.State.RUNNING)
COUNTING_CHECKS = ~Q(state=DeckCheck.State.REMOVED) & Q(not_counted="")
"""Filter for checks that count: neither removed nor ended without counting the cards."""


@dataclass(frozen=True, slots=True)
class CheckCoverage:
    """Numbers of decks in a division: all, to check (`target`), checked (`done`) and picked (`open`).

    A check before the event counts toward the target in the same way as one during it (R-035), so `done` and
    `open` include both; `during` and `during_open` exclude checks before the event.
    """

    division: Division
    decks: int
    target: int
    done: int
    open: int
    during: int
    during_open: int

    @property
    def before(self) -> int:
        """Number of decks checked only before the event."""
        return self.done - self.during

    @property
    def missing(self) -> int:
        """Number of decks still to pick for the target."""
        return max(0, self.target - self.done - self.open)

    @property
    def decks_to_pick_during_event(self) -> int:
        """Number of decks still to pick for the target if checks before the event do not count."""
        return max(0, self.target - self.during - self.during_open)


def division_coverage(
    event: Tournament, rules: CheckRules, *, percent: int | None = None, division: Division | None = None
) -> list[CheckCoverage]:
    """Return the coverage of each division with decks; each target is rounded up (R-038). Two queries.

    A deck is included once its player is checked in or has submitted a list (S17). `percent` overrides the rules.
    """
    counted_entries = Q(entries__checked_in_at__isnull=False) | Q(entries__deck_list__versions__isnull=False)
    if rules.base == CheckRules.Base.STILL_PLAYING:
        counted_entries &= Q(entries__dropped_in=None, entries__disqualified=False)
    all_divisions = event.divisions.annotate(decks=Count("entries", filter=counted_entries, distinct=True))
    all_divisions = all_divisions.order_by("position", "id")
    divisions = [row for row in all_divisions if division is None or row.pk == division.pk]
    done, during = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    # Checks without a count are left out. `waiting`: whether a deck's open check is before the event.
    waiting = defaultdict[int, dict[int, bool]](dict)
    rows = DeckCheck.objects.filter(COUNTING_CHECKS, entry__tournament=event)
    for division_key, entry, state, kind in rows.values_list("entry__division", "entry", "state", "kind"):
        is_before = kind == DeckCheck.Kind.BEFORE
        if state != DeckCheck.State.DONE:
            waiting[division_key][entry] = is_before
            continue
        done[division_key].add(entry)
        if not is_before:
            during[division_key].add(entry)
    target_percent = rules.target if percent is None else percent
    return [
        CheckCoverage(
            row,
            row.decks,
            deck_picks.count_decks_to_check(row.decks, target_percent),
            len(done[row.pk]),
            len(set(waiting[row.pk]) - done[row.pk]),
            len(during[row.pk]),
            sum(not before for entry, before in waiting[row.pk].items() if entry not in during[row.pk]),
        )
        for row in divisions
        if row.decks
    ]


def current_round(division: Division) -> Round | None:
    """Return the current round of a division, or None between rounds."""
    return division.rounds.filter(state=Round.State.POSTED).order_by("-number").first()


def candidates_at_tables(round_: Round) -> list[CheckCandidate]:
    """List both players of each table that is still playing. Three queries.

    Tables that have played their extra turns are left out, because a check would only delay the round.
    """
    open_matches = round_.matches.filter(outcome=Outcome.PENDING.value, right__isnull=False)
    played_out = {pk for hook in hooks.tables_played_out for pk in hook(open_matches)}
    matches = [match for match in open_matches.order_by("position", "id") if match.pk not in played_out]
    places = [
        (entry, match.table, order)
        for order, match in enumerate(matches, start=1)
        for entry in (match.left_id, match.right_id)
        if entry is not None
    ]
    return _candidates_at(round_.division_id, places)


def candidates_between_rounds(division: Division) -> list[CheckCandidate]:
    """List the active players who are present, without tables.

    On day 2 and in the cut, only the remaining players are listed. Three queries, and two per bracket.
    """
    if cut_brackets := brackets.brackets_of_division(division):
        return candidates_in_cut(division, None, cut_brackets)
    present = present_entries(division).filter(STILL_IN_SWISS).order_by("pk")
    return _candidates_at(division.pk, [(pk, None, 0) for pk in present.values_list("pk", flat=True)])


def candidates_in_cut(
    division: Division, round_: Round | None, cut_brackets: Sequence[Bracket] | None = None
) -> list[CheckCandidate]:
    """List the players who are still in the cut, including those with a bye, by seed.

    `round_` is the round whose tables are used; without it, the players have no table. `cut_brackets` are the
    brackets of the division, if already loaded.
    """
    seeds: dict[int, int] = {}
    for bracket in brackets.brackets_of_division(division) if cut_brackets is None else cut_brackets:
        still_playing = {
            side
            for bouts in brackets.unfold_bracket(bracket)
            for bout in bouts
            if bout.state in (State.READY, State.WAITING)
            for side in (bout.left, bout.right)
        }
        seeds |= {
            pk: seed for seed, pk in enumerate(brackets.entrant_keys(bracket), start=1) if pk in still_playing
        }
    active = division.entries.filter(pk__in=seeds, dropped_in=None, disqualified=False)
    active_keys = set(active.values_list("pk", flat=True))
    tables = tables_of_entries(round_, seeds) if round_ else {}
    places = sorted((seed, pk) for pk, seed in seeds.items() if pk in active_keys)
    return _candidates_at(division.pk, [(pk, tables.get(pk), seed) for seed, pk in places])


def candidate_of(entry: Entry) -> CheckCandidate:
    """Return one player as a candidate for a check, at their current table. Three queries."""
    round_ = current_round(entry.division)
    table = tables_of_entries(round_, [entry.pk]).get(entry.pk) if round_ else None
    return _candidates_at(entry.division_id, [(entry.pk, table, 0)])[0]


def tables_of_entries(round_: Round, entries: Collection[int]) -> dict[int, int | None]:
    """Map the entries that play an opponent in a round to their tables. One query."""
    seats = Seat.objects.filter(round=round_, entry__in=list(entries), match__right__isnull=False)
    return dict(seats.values_list("entry", "match__table"))


def _candidates_at(division: int, places: Iterable[tuple[int, int | None, int]]) -> list[CheckCandidate]:
    """Return players of a division as candidates. `places`: (entry, table, order). One query."""
    places = list(places)
    rows = DeckCheck.objects.filter(COUNTING_CHECKS, entry__division=division)
    check_counts = Counter[int]()
    waiting, checked_before = set(), set()
    for entry, state, kind in rows.values_list("entry", "state", "kind"):
        if state != DeckCheck.State.DONE:
            waiting.add(entry)
        elif kind == DeckCheck.Kind.BEFORE:
            checked_before.add(entry)
        else:
            check_counts[entry] += 1
    return [
        CheckCandidate(
            entry, division, table, order, check_counts[entry], entry in waiting, entry in checked_before
        )
        for entry, table, order in places
    ]


def checks_of(event: Tournament) -> QuerySet[DeckCheck]:
    """Return the checks of an event, with the related rows that their pages need."""
    related = ("entry__player", "entry__division", "entry__tournament", "version", "picked_by")
    return DeckCheck.objects.filter(entry__tournament=event).select_related(*related)


def with_current_tables(deck_checks: Iterable[DeckCheck]) -> list[DeckCheck]:
    """Set the player's current round and table on picked checks, for display. One query.

    Nothing is saved; `begin_check` stores where a deck was taken from.
    """
    deck_checks = list(deck_checks)
    waiting = [check.entry_id for check in deck_checks if check.state == DeckCheck.State.PICKED]
    seats = Seat.objects.filter(
        entry__in=waiting, round__state=Round.State.POSTED, match__right__isnull=False
    )
    places = {
        entry: (number, table)
        for entry, number, table in seats.values_list("entry", "round__number", "match__table")
    }
    for check in deck_checks:
        if check.state == DeckCheck.State.PICKED:
            check.round_number, check.table = places.get(check.entry_id, (check.round_number, None))
    return deck_checks


def current_match_of_check(check: DeckCheck) -> Match | None:
    """Return the current match of a check's player, or None if that match has a result or there is none."""
    rows = Match.objects.filter(seats__entry=check.entry_id, round__state=Round.State.POSTED)
    rows = rows.filter(right__isnull=False, outcome=Outcome.PENDING.value)
    return rows.select_related("round__division__tournament", "round__stage").defer("round__draw").first()


def lines_of_same_pick(line: JournalEvent) -> list[JournalEvent]:
    """List the journal lines of the same pick as `line`, one per division, without undone lines."""
    lines = JournalEvent.objects.select_related("division__tournament", "tournament")
    lines = lines.filter(
        tournament=line.tournament_id,
        kind=line.kind,
        at=line.at,
        by=line.by_id,
        undone_by__isnull=True,
    )
    return [pick_line for pick_line in lines if pick_line.facts.get("seed") == line.facts.get("seed")]
