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
    found = played_divisions(event)
    for one in found:
        one.tournament = event
    return [one for one in found if not choice.divisions or one.pk in choice.divisions]


def rounds_of(event: Tournament, choice: PrintChoice) -> list[Round]:
    """The round of each chosen division: the chosen number, else its newest, posted or not. Two queries."""
    return newest_rounds(divisions_of(event, choice), choice.number)


def newest_rounds(divisions: Collection[Division], number: int = 0) -> list[Round]:
    """The round of each division with this number, 0 for its newest, posted or not. One query."""
    return newest_of(all_rounds(divisions), divisions, number)


def all_rounds(divisions: Collection[Division]) -> list[Round]:
    """The rounds of these divisions by number, posted or not. One query."""
    homes = {one.pk: one for one in divisions}
    rows = Round.objects.filter(division__in=homes).select_related("stage").defer("draw").order_by("number")
    for row in rows:
        row.division = homes[row.division_id]
    return list(rows)


def newest_of(rounds: Collection[Round], divisions: Collection[Division], number: int = 0) -> list[Round]:
    """Of `rounds`, the one of each division with this number, 0 for its newest."""
    newest = {row.division_id: row for row in rounds if number in (0, row.number)}
    return [newest[one.pk] for one in divisions if one.pk in newest]


def newest_on(rounds: Collection[Round], divisions: Collection[Division]) -> list[Round]:
    """Of `rounds`, the newest posted or closed one of each division, with its clock. One query, none if empty."""
    found = newest_of([row for row in rounds if row.state != Round.State.UNPOSTED], divisions)
    prefetch_related_objects(found, MARKS)
    return found


def sort_names(event: Tournament, rounds: Collection[Round]) -> list[str]:
    """The names on the wall in these rounds. One query, two where teams may enter."""
    rows = Match.objects.filter(round__in=rounds)
    found = rows.values_list("left__last_name", "left__first_name", "right__last_name", "right__first_name")
    names = [name for row in found for name in (row[:2], row[2:]) if name[0] or name[1]]
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
    outdated = (
        tuple(one for one in rounds if _is_outdated(one)) if row.state == StoredPrint.State.DONE else ()
    )
    return Printed(row, rounds, outdated, row.is_silent(now))


def _is_outdated(one: PrintedRound) -> bool:
    if one.round is None:
        return True
    now = one.round.revision if one.round.state != Round.State.UNPOSTED else 0
    return now != one.revision


def latest(found: Sequence[Printed], kind: str) -> Printed | None:
    """The newest finished print of a kind."""
    done = (one for one in found if one.row.kind == kind and one.row.state == StoredPrint.State.DONE)
    return next(done, None)


def last_choice(event: Tournament, user: User, found: Sequence[Printed]) -> PrintChoice | None:
    """The last choice of this member of the staff; `found` are the newest prints. One query if it is not among them."""
    crash = StoredPrint.Kind.CRASH
    newest = (one.row.choice for one in found if one.row.by_id == user.pk and one.row.kind != crash)
    facts = next(newest, None)
    if facts is None and len(found) == ON_PAGE:
        rows = StoredPrint.objects.filter(tournament=event, by=user).exclude(kind=crash).order_by("-pk")
        facts = rows.values_list("choice", flat=True).first()
    return PrintChoice.read(facts) if facts else None
