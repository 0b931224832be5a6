"""Deck checks of an event: decks that can be picked, progress, and the checks."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from checks import hooks
from checks.engine import checks
from checks.engine.checks import Candidate
from checks.models import DeckCheck
from decks.models import CheckRules
from decks.queries.check_rules import rules_of as rules_of
from pairings.engine.bracket import State
from pairings.engine.outcomes import Outcome
from pairings.models import Bracket, Match, Round, Seat
from pairings.queries.bracket import brackets
from pairings.queries.rounds import fields
from tournaments.models import Division, Entry, Tournament

OPEN = (DeckCheck.State.PICKED, DeckCheck.State.RUNNING)
MADE = ~Q(state=DeckCheck.State.REMOVED) & Q(not_counted="")
"""Checks that count: neither removed nor ended without a count."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many decks a division has, should check, has checked, and has waiting.

    A check at the start of the tournament counts towards the 10 % like one between rounds (R-035), so `done` and `open`
    include both; `during` and `during_open` exclude those before the event.
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
        """Decks checked only before the event."""
        return self.done - self.during

    @property
    def missing(self) -> int:
        return max(0, self.target - self.done - self.open)

    @property
    def missing_during(self) -> int:
        """As `missing`, without checks before the event."""
        return max(0, self.target - self.during - self.during_open)


def coverage(
    event: Tournament, rules: CheckRules, *, percent: int | None = None, division: Division | None = None
) -> list[Coverage]:
    """Each division with decks, rounded up separately (R-038). Two queries.

    A deck is registered once its player is checked in or a list is submitted (S17).
    """
    base = Q(entries__checked_in_at__isnull=False) | Q(entries__deck_list__versions__isnull=False)
    if rules.base == CheckRules.Base.STILL_PLAYING:
        base &= Q(entries__dropped_in=None, entries__disqualified=False)
    homes = event.divisions.annotate(decks=Count("entries", filter=base, distinct=True))
    homes = homes.order_by("position", "id")
    divisions = [home for home in homes if division is None or home.pk == division.pk]
    done, during, waiting = _checked(event)
    share = rules.target if percent is None else percent
    return [
        Coverage(
            home,
            home.decks,
            checks.target(home.decks, share),
            len(done[home.pk]),
            len(set(waiting[home.pk]) - done[home.pk]),
            len(during[home.pk]),
            sum(not before for entry, before in waiting[home.pk].items() if entry not in during[home.pk]),
        )
        for home in divisions
        if home.decks
    ]


def _checked(
    event: Tournament,
) -> tuple[defaultdict[int, set[int]], defaultdict[int, set[int]], defaultdict[int, dict[int, bool]]]:
    """Division -> entries checked, checked during the event, and waiting or being checked.

    The last with whether that check is one before the event. A check without a count does not count (R-034).
    """
    done, during = defaultdict[int, set[int]](set), defaultdict[int, set[int]](set)
    waiting = defaultdict[int, dict[int, bool]](dict)
    rows = DeckCheck.objects.filter(MADE, entry__tournament=event)
    for home, entry, state, kind in rows.values_list("entry__division", "entry", "state", "kind"):
        before = kind == DeckCheck.Kind.BEFORE
        if state != DeckCheck.State.DONE:
            waiting[home][entry] = before
            continue
        done[home].add(entry)
        if not before:
            during[home].add(entry)
    return done, during, waiting


def round_on(division: Division) -> Round | None:
    """The current round."""
    return division.rounds.filter(state=Round.State.POSTED).order_by("-number").first()


def at_tables(round_: Round) -> list[Candidate]:
    """Both players of each open table that still plays. Three queries.

    At a table whose extra turns are over, a check would delay only the round.
    """
    open_ones = round_.matches.filter(outcome=Outcome.PENDING.value, right__isnull=False)
    over = {pk for answer in hooks.tables_played_out for pk in answer(open_ones)}
    matches = [match for match in open_ones.order_by("position", "id") if match.pk not in over]
    pairs = [
        (entry, match.table, order)
        for order, match in enumerate(matches, start=1)
        for entry in (match.left_id, match.right_id)
        if entry is not None
    ]
    return _candidates(round_.division_id, pairs)


def between_rounds(division: Division) -> list[Candidate]:
    """Everyone here and still playing, without a table: on day 2 those qualified, in the cut those still in it.

    Three queries, and two per bracket.
    """
    if drawn := brackets.of_division(division):
        return in_cut(division, None, drawn)
    here = fields.present(division).filter(fields.GOES_ON).order_by("pk")
    return _candidates(division.pk, [(pk, None, 0) for pk in here.values_list("pk", flat=True)])


def in_cut(
    division: Division, round_: Round | None, drawn: Sequence[Bracket] | None = None
) -> list[Candidate]:
    """Players still in the cut, including those with a bye, by seed."""
    still: dict[int, int] = {}
    for bracket in brackets.of_division(division) if drawn is None else drawn:
        to_play = {
            side
            for bouts in brackets.unfold(bracket)
            for bout in bouts
            if bout.state in (State.READY, State.WAITING)
            for side in (bout.left, bout.right)
        }
        still |= {pk: seed for seed, pk in enumerate(brackets.entrants(bracket), start=1) if pk in to_play}
    active = division.entries.filter(pk__in=still, dropped_in=None, disqualified=False)
    here = set(active.values_list("pk", flat=True))
    tables = tables_of(round_, still) if round_ else {}
    places = sorted((seed, pk) for pk, seed in still.items() if pk in here)
    return _candidates(division.pk, [(pk, tables.get(pk), seed) for seed, pk in places])


def one_candidate(entry: Entry) -> Candidate:
    """A player with the current table. Three queries."""
    round_ = round_on(entry.division)
    table = tables_of(round_, [entry.pk]).get(entry.pk) if round_ else None
    return _candidates(entry.division_id, [(entry.pk, table, 0)])[0]


def tables_of(round_: Round, entries: Collection[int]) -> dict[int, int | None]:
    """Entry -> table in a round, for entries seated in it. One query."""
    seats = Seat.objects.filter(round=round_, entry__in=list(entries), match__right__isnull=False)
    return dict(seats.values_list("entry", "match__table"))


def _candidates(division: int, places: Iterable[tuple[int, int | None, int]]) -> list[Candidate]:
    places = list(places)
    rows = DeckCheck.objects.filter(MADE, entry__division=division)
    times = Counter[int]()
    waiting, before = set(), set()
    for entry, state, kind in rows.values_list("entry", "state", "kind"):
        if state != DeckCheck.State.DONE:
            waiting.add(entry)
        elif kind == DeckCheck.Kind.BEFORE:
            before.add(entry)
        else:
            times[entry] += 1
    return [
        Candidate(entry, division, table, order, times[entry], entry in waiting, entry in before)
        for entry, table, order in places
    ]


def checks_of(event: Tournament) -> QuerySet[DeckCheck]:
    """The checks of an event with related rows for their pages."""
    related = ("entry__player", "entry__division", "entry__tournament", "version", "picked_by")
    return DeckCheck.objects.filter(entry__tournament=event).select_related(*related)


def where_now(rows: Iterable[DeckCheck]) -> list[DeckCheck]:
    """Checks to display: a picked one gets the current table of its player, if any. One query.

    Nothing is saved: `begin` stores where a deck was taken from.
    """
    rows = list(rows)
    waiting = [row.entry_id for row in rows if row.state == DeckCheck.State.PICKED]
    seats = Seat.objects.filter(
        entry__in=waiting, round__state=Round.State.POSTED, match__right__isnull=False
    )
    sits = {
        entry: (number, table)
        for entry, number, table in seats.values_list("entry", "round__number", "match__table")
    }
    for row in rows:
        if row.state == DeckCheck.State.PICKED:
            row.round_number, row.table = sits.get(row.entry_id, (row.round_number, None))
    return rows


def match_of(check: DeckCheck) -> Match | None:
    """The match this player plays now, without a result yet."""
    rows = Match.objects.filter(seats__entry=check.entry_id, round__state=Round.State.POSTED)
    rows = rows.filter(right__isnull=False, outcome=Outcome.PENDING.value)
    return rows.select_related("round__division__tournament", "round__stage").defer("round__draw").first()
