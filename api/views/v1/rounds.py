"""Pairings and results of posted rounds."""

from collections.abc import Container, Sequence

from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.cursors import CursorPage, Place, decode_cursor, page_after
from api.schemas.play import MatchesPage, MatchOut, MemberOut, PlayerOut, SideOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import DEFAULT_ROWS, MAX_INTEGER, Cursor, Limit, Number, Slug
from pairings.engine.display_rows import EntryPerson, MatchRow
from pairings.engine.outcomes import Outcome, result_of_side
from pairings.models import Round
from pairings.queries import public_pairings
from pairings.queries.rounds.feature_tables import names_of_feature_tables

router = Router(tags=["rounds"])

RoundMatch = tuple[Round, MatchRow]


@router.get("/events/{slug:slug}/pairings", response={200: MatchesPage, ERRORS: Problem})
def pairings(
    request: ApiRequest,
    slug: Slug,
    division: Number = None,
    round: Number = None,  # noqa: A002 - the name of the parameter
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> MatchesPage:
    """List the matches of the latest posted round of each division, or of `round`, by division and table."""
    event = find_event_for_api(request, slug)
    rounds = public_pairings.rounds_to_show(
        public_pairings.posted_rounds(event), division=division, number=round
    )
    features = names_of_feature_tables(event)
    return _matches_page(_matches_of_rounds(rounds), "pairings", cursor, limit, features=features)


@router.get("/events/{slug:slug}/results", response={200: MatchesPage, ERRORS: Problem})
def results(
    request: ApiRequest,
    slug: Slug,
    division: Number = None,
    round: Number = None,  # noqa: A002
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> MatchesPage:
    """List the matches with a result, of all posted rounds or of `round`, by division, round and table."""
    event = find_event_for_api(request, slug)
    rounds = [
        round_
        for round_ in public_pairings.posted_rounds(event)
        if division in (None, round_.division_id) and round in (None, round_.number)
    ]
    finished = [match for match in _matches_of_rounds(rounds) if match[1].outcome is not Outcome.PENDING]
    features = names_of_feature_tables(event)
    return _matches_page(finished, "results", cursor, limit, features=features)


def _matches_of_rounds(rounds: Sequence[Round]) -> list[RoundMatch]:
    rounds_by_key = {round_.pk: round_ for round_ in rounds}
    matches = [
        (rounds_by_key[key], row) for key, row in public_pairings.match_rows_with_round(rounds, public=True)
    ]
    return sorted(matches, key=_match_sort_key)


def _match_sort_key(match: RoundMatch) -> Place:
    """Return a sort key that orders matches by division, round and table. Matches without a table come last."""
    round_, row = match
    table = MAX_INTEGER if row.table is None else row.table
    return round_.division.position, round_.division_id, round_.number, table, row.match_id


def _matches_page(
    rows: Sequence[RoundMatch], name: str, cursor: str, limit: int, *, features: Container[int]
) -> MatchesPage:
    """Return the page of matches after `cursor`, which must belong to the list `name`.

    `features` are the numbers of the feature tables.

    Refused: API_CURSOR_ODD.
    """
    page: CursorPage[RoundMatch] = page_after(
        rows, _match_sort_key, name=name, after=decode_cursor(name, cursor, length=5), limit=limit
    )
    items = [
        MatchOut(
            id=row.match_id,
            division=round_.division_id,
            round=round_.number,
            table=row.table,
            feature=row.table in features,
            done=row.outcome is not Outcome.PENDING,
            walkover=row.by_walkover,
            sides=[
                SideOut(
                    player=api_player(person),
                    result=result_of_side(row.outcome, left=is_left).value,
                    games=row.games_left if is_left else row.games_right,
                )
                for person, is_left in ((row.left, True), (row.right, False))
                if person is not None
            ],
        )
        for round_, row in page.rows
    ]
    return MatchesPage(items=items, next=page.next)


def api_player(person: EntryPerson) -> PlayerOut:
    return PlayerOut(
        entry=person.entry_id,
        name=person.name,
        age_division=person.age_division,
        dropped=person.dropped,
        members=[MemberOut(seat=member.seat, name=member.name) for member in person.members],
    )
