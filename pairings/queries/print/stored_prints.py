"""Rounds and divisions of a print choice, and stored prints with their outdated rounds."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, prefetch_related_objects

from pairings.engine.display_rows import MatchRow
from pairings.engine.print_choice import PrintChoice
from pairings.models import PrintedRound, Round, StoredPrint
from pairings.queries.print.print_figures import rows_by_round
from pairings.queries.reports.clocks import MARKS
from pairings.queries.rounds.division_rounds import rounds_of_divisions
from tournaments.models import Division, Tournament, User
from tournaments.queries.divisions import divisions_with_entries

MAX_LISTED_PRINTS = 12
"""Maximum number of prints on the page."""


@dataclass(frozen=True, slots=True)
class PrintRow:
    """A print on the page.

    `outdated` lists the rounds whose pairings changed after a finished print; `silent` is True if its
    worker has died.
    """

    row: StoredPrint
    rounds: tuple[PrintedRound, ...]
    outdated: tuple[PrintedRound, ...]
    silent: bool


def divisions_to_print(event: Tournament, choice: PrintChoice) -> list[Division]:
    """Return the chosen divisions that have players, or all of them if none was chosen."""
    divisions = divisions_with_entries(event)
    for division in divisions:
        division.tournament = event
    return [division for division in divisions if not choice.divisions or division.pk in choice.divisions]


def rounds_to_print(event: Tournament, choice: PrintChoice) -> list[Round]:
    """Return the chosen round of each chosen division, by default the latest, posted or not. Two queries."""
    divisions = divisions_to_print(event, choice)
    return round_of_each_division(rounds_of_divisions(divisions), divisions, choice.number)


def round_of_each_division(
    rounds: Collection[Round], divisions: Collection[Division], number: int = 0
) -> list[Round]:
    """Pick the round with this number in each division; `rounds` are in ascending order.

    Number 0 picks the latest round.
    """
    round_by_division = {row.division_id: row for row in rounds if number in (0, row.number)}
    return [round_by_division[division.pk] for division in divisions if division.pk in round_by_division]


def latest_posted_rounds(rounds: Collection[Round], divisions: Collection[Division]) -> list[Round]:
    """Pick the latest posted or closed round of each division, with its clock. At most one query."""
    latest_rounds = round_of_each_division(
        [row for row in rounds if row.state != Round.State.UNPOSTED], divisions
    )
    prefetch_related_objects(latest_rounds, MARKS)
    return latest_rounds


def rows_of_longest_round(rounds: Collection[Round]) -> list[MatchRow]:
    """Return the matches of the round that has most of them. One query, two if teams may enter."""
    return max(rows_by_round(rounds).values(), key=len, default=[])


def latest_prints(event: Tournament, *, now: datetime) -> list[PrintRow]:
    """Return the latest prints of an event. Two queries."""
    rows = StoredPrint.objects.filter(tournament=event).select_related("by").order_by("-pk")
    return [row_of_print(row, now) for row in rows.prefetch_related(_ROUNDS)[:MAX_LISTED_PRINTS]]


def find_print(event: Tournament, pk: int) -> StoredPrint | None:
    """Return a print of this event with its rounds, or None."""
    rows = StoredPrint.objects.filter(tournament=event).select_related("tournament", "by")
    return rows.prefetch_related(_ROUNDS).filter(pk=pk).first()


_ROUNDS = Prefetch(
    "rounds",
    PrintedRound.objects.select_related("round__division__tournament", "round__stage").defer("round__draw"),
)


def row_of_print(row: StoredPrint, now: datetime) -> PrintRow:
    """Build the row of a print, with the rounds whose pairings changed or were undone after it was made."""
    rounds = tuple(row.rounds.all())
    outdated: tuple[PrintedRound, ...] = ()
    if row.state == StoredPrint.State.DONE:
        outdated = tuple(
            printed_round
            for printed_round in rounds
            if printed_round.round is None
            or printed_round.revision
            != (0 if printed_round.round.state == Round.State.UNPOSTED else printed_round.round.revision)
        )
    return PrintRow(row, rounds, outdated, row.is_silent(now))


def latest_finished_print(newest: Sequence[PrintRow], kind: str) -> PrintRow | None:
    """Return the latest finished print of a kind, or None. `newest` lists the newest print first."""
    finished_prints = (
        entry for entry in newest if entry.row.kind == kind and entry.row.state == StoredPrint.State.DONE
    )
    return next(finished_prints, None)


def last_print_choice(event: Tournament, user: User, recent: Sequence[PrintRow]) -> PrintChoice | None:
    """Return the last choice of this member of staff except for crash packs, or None.

    One query if it is not among the `recent` prints.
    """
    crash = StoredPrint.Kind.CRASH
    own_choices = (
        entry.row.choice for entry in recent if entry.row.by_id == user.pk and entry.row.kind != crash
    )
    choice_facts = next(own_choices, None)
    if choice_facts is None and len(recent) == MAX_LISTED_PRINTS:
        rows = StoredPrint.objects.filter(tournament=event, by=user).exclude(kind=crash).order_by("-pk")
        choice_facts = rows.values_list("choice", flat=True).first()
    return PrintChoice.from_facts(choice_facts) if choice_facts else None


def latest_print_choice(event: Tournament) -> PrintChoice | None:
    """Return the latest choice of the Print center, by anyone, except for crash packs. One query."""
    rows = StoredPrint.objects.filter(tournament=event).exclude(kind=StoredPrint.Kind.CRASH).order_by("-pk")
    choice_facts = rows.values_list("choice", flat=True).first()
    return PrintChoice.from_facts(choice_facts) if choice_facts else None
