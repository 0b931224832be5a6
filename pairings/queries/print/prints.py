"""The rounds and divisions of a print choice, the stored prints, and which of them are outdated."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, prefetch_related_objects

from pairings.engine.prints import PrintChoice
from pairings.models import Match, PrintedRound, Round, StoredPrint
from pairings.queries.print.printing import seated_in_teams
from pairings.queries.reports.clocks import MARKS
from tournaments.models import Division, Tournament, User
from tournaments.queries.divisions import played_divisions

ON_PAGE = 12
"""The most prints on the page."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A print of the page: `outdated` are its rounds whose pairings changed since, `silent` whether its worker has
    died.
    """

    row: StoredPrint
    rounds: tuple[PrintedRound, ...]
    outdated: tuple[PrintedRound, ...]
    silent: bool


def divisions_of(event: Tournament, choice: PrintChoice) -> list[Division]:
    """The chosen divisions with players, all without a choice."""
    divisions = played_divisions(event)
    for division in divisions:
        division.tournament = event
    return [division for division in divisions if not choice.divisions or division.pk in choice.divisions]


def rounds_of(event: Tournament, choice: PrintChoice) -> list[Round]:
    """The round of each chosen division: the chosen number, else its newest, posted or not. Two queries."""
    divisions = divisions_of(event, choice)
    return newest_of(all_rounds(divisions), divisions, choice.number)


def all_rounds(divisions: Collection[Division]) -> list[Round]:
    """The rounds of these divisions by number, posted or not. One query."""
    homes = {division.pk: division for division in divisions}
    rows = Round.objects.filter(division__in=homes).select_related("stage").defer("draw").order_by("number")
    for row in rows:
        row.division = homes[row.division_id]
    return list(rows)


def newest_of(rounds: Collection[Round], divisions: Collection[Division], number: int = 0) -> list[Round]:
    """Of `rounds`, the one of each division with this number, 0 for its newest."""
    newest = {row.division_id: row for row in rounds if number in (0, row.number)}
    return [newest[division.pk] for division in divisions if division.pk in newest]


def newest_on(rounds: Collection[Round], divisions: Collection[Division]) -> list[Round]:
    """Of `rounds`, the newest posted or closed one of each division, with its clock. One query, none if empty."""
    newest = newest_of([row for row in rounds if row.state != Round.State.UNPOSTED], divisions)
    prefetch_related_objects(newest, MARKS)
    return newest


def sort_names(event: Tournament, rounds: Collection[Round]) -> list[str]:
    """The names on the wall in these rounds. One query, two where teams may enter."""
    rows = Match.objects.filter(round__in=rounds)
    people = rows.values_list("left__last_name", "left__first_name", "right__last_name", "right__first_name")
    names = [name for row in people for name in (row[:2], row[2:]) if name[0] or name[1]]
    names += seated_in_teams(event, rounds).values_list("last_name", "first_name")
    return [", ".join(filter(None, name)) for name in names]


def printed(event: Tournament, *, now: datetime) -> list[Printed]:
    """The newest prints of an event. Two queries."""
    rows = StoredPrint.objects.filter(tournament=event).select_related("by").order_by("-pk")
    return [printed_row(row, now) for row in rows.prefetch_related(_ROUNDS)[:ON_PAGE]]


def find(event: Tournament, pk: int) -> StoredPrint | None:
    """A print of this event, with its rounds."""
    rows = StoredPrint.objects.filter(tournament=event).select_related("tournament", "by")
    return rows.prefetch_related(_ROUNDS).filter(pk=pk).first()


_ROUNDS = Prefetch(
    "rounds",
    PrintedRound.objects.select_related("round__division__tournament", "round__stage").defer("round__draw"),
)


def printed_row(row: StoredPrint, now: datetime) -> Printed:
    rounds = tuple(row.rounds.all())
    outdated: tuple[PrintedRound, ...] = ()
    if row.state == StoredPrint.State.DONE:
        outdated = tuple(
            part
            for part in rounds
            if part.round is None
            or part.revision != (0 if part.round.state == Round.State.UNPOSTED else part.round.revision)
        )
    return Printed(row, rounds, outdated, row.is_silent(now))


def latest(newest: Sequence[Printed], kind: str) -> Printed | None:
    """The newest finished print of a kind."""
    done = (entry for entry in newest if entry.row.kind == kind and entry.row.state == StoredPrint.State.DONE)
    return next(done, None)


def last_choice(event: Tournament, user: User, recent: Sequence[Printed]) -> PrintChoice | None:
    """The last choice of this member of the staff; `recent` are the newest prints. One query if it is not in them."""
    crash = StoredPrint.Kind.CRASH
    newest = (entry.row.choice for entry in recent if entry.row.by_id == user.pk and entry.row.kind != crash)
    facts = next(newest, None)
    if facts is None and len(recent) == ON_PAGE:
        rows = StoredPrint.objects.filter(tournament=event, by=user).exclude(kind=crash).order_by("-pk")
        facts = rows.values_list("choice", flat=True).first()
    return PrintChoice.read(facts) if facts else None
