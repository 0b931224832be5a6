"""Pairings and results: the matches of posted rounds."""

from collections.abc import Sequence

from django.http import HttpRequest
from ninja import Router

from api.door import find_event
from api.engine.cursors import Part, Place, decode, part
from api.schemas.play import MatchesPage, MatchOut, MemberOut, PlayerOut, SideOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import LARGEST, ON_A_PAGE, Cursor, Limit, Number, Slug
from pairings.engine.outcomes import Outcome, result_of
from pairings.engine.rows import MatchRow, Person
from pairings.models import Round
from pairings.queries.print import public_pairings

router = Router(tags=["rounds"])

Found = tuple[Round, MatchRow]


@router.get("/events/{slug:slug}/pairings", response={200: MatchesPage, ERRORS: Problem})
def pairings(
    request: HttpRequest,
    slug: Slug,
    division: Number = None,
    round: Number = None,  # noqa: A002 - the name of the parameter
    cursor: Cursor = "",
    limit: Limit = ON_A_PAGE,
) -> MatchesPage:
    """The matches of the latest posted round of each division, or of `round`, by division and table."""
    rounds = public_pairings.rounds_to_show(
        public_pairings.posted_rounds(find_event(request, slug)), division=division, number=round
    )
    return _page(_matches(rounds), "pairings", cursor, limit)


@router.get("/events/{slug:slug}/results", response={200: MatchesPage, ERRORS: Problem})
def results(
    request: HttpRequest,
    slug: Slug,
    division: Number = None,
    round: Number = None,  # noqa: A002
    cursor: Cursor = "",
    limit: Limit = ON_A_PAGE,
) -> MatchesPage:
    """The matches with a result, of all posted rounds or of `round`, by division, round and table."""
    event = find_event(request, slug)
    rounds = [
        round_
        for round_ in public_pairings.posted_rounds(event)
        if division in (None, round_.division_id) and round in (None, round_.number)
    ]
    rows = [row for row in _matches(rounds) if row[1].outcome is not Outcome.PENDING]
    return _page(rows, "results", cursor, limit)


def _matches(rounds: Sequence[Round]) -> list[Found]:
    by_key = {round_.pk: round_ for round_ in rounds}
    rows = [(by_key[key], row) for key, row in public_pairings.match_rows(rounds, public=True)]
    return sorted(rows, key=_place)


def _place(found: Found) -> Place:
    """Sort key: division, round and table; matches without a table come last."""
    round_, row = found
    table = LARGEST if row.table is None else row.table
    return round_.division.position, round_.division_id, round_.number, table, row.match_id


def _page(rows: Sequence[Found], name: str, cursor: str, limit: int) -> MatchesPage:
    page: Part[Found] = part(rows, _place, name=name, after=decode(name, cursor, length=5), limit=limit)
    return MatchesPage(items=[match_out(*row) for row in page.rows], next=page.next)


def match_out(round_: Round, row: MatchRow) -> MatchOut:
    return MatchOut(
        id=row.match_id,
        division=round_.division_id,
        round=round_.number,
        table=row.table,
        done=row.outcome is not Outcome.PENDING,
        walkover=row.by_walkover,
        sides=[_side(row.left, row, left=True), *([_side(row.right, row, left=False)] if row.right else [])],
    )


def _side(person: Person, row: MatchRow, *, left: bool) -> SideOut:
    games = row.games_left if left else row.games_right
    return SideOut(player=player_out(person), result=result_of(row.outcome, left=left).value, games=games)


def player_out(person: Person) -> PlayerOut:
    return PlayerOut(
        entry=person.entry_id,
        name=person.name,
        age_division=person.age_division,
        dropped=person.dropped,
        members=[MemberOut(seat=member.seat, name=member.name) for member in person.members],
    )
