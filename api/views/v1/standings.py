"""Standings with their figures, and brackets."""

from django.http import HttpRequest
from ninja import Router

from api.door import find_event
from api.engine.cursors import Place, decode, part
from api.engine.refusals import ApiRefusal
from api.schemas.play import (
    BoxOut,
    BoxSideOut,
    BracketOut,
    BracketRoundOut,
    ExplanationOut,
    ListingOut,
    MetOut,
    NeighbourOut,
    PercentageOut,
    RowOut,
    StandingsPage,
)
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import ON_A_PAGE, Cursor, EntryKey, Limit, ListKey, Number, Slug
from api.views.v1.rounds import player_out
from core.engine.refused import Refused
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.rows import BracketBox, BracketSide, StandingRow
from pairings.engine.standings import Percentage
from pairings.queries.bracket import brackets, cuts
from pairings.queries.rounds import rows
from pairings.queries.rounds.rows import Table
from pairings.queries.standings import listings
from pairings.queries.standings.listings import Listing
from pairings.queries.standings.standing_explained import Neighbour, Step, why
from pairings.words import standing_words

router = Router(tags=["standings"])


@router.get("/events/{slug:slug}/standings", response={200: StandingsPage, ERRORS: Problem})
def standings(
    request: HttpRequest,
    slug: Slug,
    chosen: ListKey = "",
    after: Number = None,
    cursor: Cursor = "",
    limit: Limit = ON_A_PAGE,
) -> StandingsPage:
    """One list of standings, after its latest closed round or after round `after`.

    A cursor continues with its first page's round, even if others were closed since.
    """
    event = find_event(request, slug)
    behind = decode("standings", cursor, length=3)
    lists = listings.of_event(event)
    listing = _listing(lists, chosen)
    if listing is None:
        return StandingsPage(listing=None, listings=[], after=0, cut=None, final=False, items=[], next=None)
    wanted = behind[0] if behind else after or 0
    past = wanted if 0 < wanted < listing.after else None
    tables = {
        table.age_division: table for table in rows.standings(listing.division, after=past, public=True)
    }
    table = tables.get(listing.age_division, Table(listing.age_division, ()))

    def place(row: StandingRow) -> Place:
        return past or listing.after, row.place, row.person.entry_id

    at = (past or listing.after, *behind[1:]) if behind else None
    page = part(table.rows, place, name="standings", after=at, limit=limit)
    return StandingsPage(
        listing=_listing_out(listing),
        listings=[_listing_out(other) for other in lists],
        after=past or listing.after,
        cut=table.cut,
        final=table.final,
        items=[_row_out(row, figured=listing.after > 0) for row in page.rows],
        next=page.next,
    )


def _listing(lists: list[Listing], key: str) -> Listing | None:
    """The list named in the URL, by default the first. Refused: API_NOT_FOUND."""
    if key and all(listing.key != key for listing in lists):
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return listings.choose(lists, key)


def _listing_out(listing: Listing) -> ListingOut:
    return ListingOut(
        key=listing.key,
        name=listing.label,
        division=listing.division.pk,
        age_division=listing.age_division,
        players=listing.players,
    )


def _row_out(row: StandingRow, *, figured: bool) -> RowOut:
    return RowOut(
        place=row.place,
        player=player_out(row.person),
        points=row.person.points,
        wins=row.wins,
        losses=row.losses,
        ties=row.ties,
        **(row.tie_breaks if figured else dict.fromkeys(TIE_BREAKS)),
    )


@router.get("/events/{slug:slug}/standings/{int:entry}", response={200: ExplanationOut, ERRORS: Problem})
def explanation(
    request: HttpRequest, slug: Slug, entry: EntryKey, chosen: ListKey = "", after: Number = None
) -> ExplanationOut:
    """Why a player has this place: every figure, opponent by opponent. Without `list` in the list they are in."""
    event = find_event(request, slug)
    lists = listings.of_event(event)
    wanted = [_listing(lists, chosen)] if chosen else lists
    homes = {listing_.division.pk: listing_ for listing_ in wanted if listing_ is not None}
    for listing in homes.values():
        past = after if after and after < listing.after else None
        explained = why(listing.division, entry, after=past, public=True)
        if explained is not None:
            break
    else:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    own = _percentage_out(explained.figures.own)
    assert own is not None  # noqa: S101 - whoever has figures has played
    return ExplanationOut(
        player=player_out(explained.person),
        after=explained.after,
        place=explained.place,
        points=explained.points,
        equal_points=explained.alike,
        own=own,
        **explained.figures.tie_breaks,
        as_of=explained.figures.as_of,
        because=standing_words.because(explained),
        rounds=[_met_out(step) for step in explained.steps],
        next_below=_neighbour_out(explained.below) if explained.below else None,
    )


def _percentage_out(percentage: Percentage | None) -> PercentageOut | None:
    if percentage is None:
        return None
    return PercentageOut(
        wins=percentage.wins,
        losses=percentage.losses,
        ties=percentage.ties,
        byes=percentage.byes,
        raw=percentage.raw,
        value=percentage.value,
        notes=[note.value for note in percentage.notes],
    )


def _met_out(step: Step) -> MetOut:
    return MetOut(
        round=step.met.round,
        opponent=player_out(step.opponent) if step.opponent else None,
        result=step.met.result.value,
        points=step.met.points,
        percentage=_percentage_out(step.met.percentage),
        owp=step.met.owp,
        notes=[note.value for note in step.met.notes],
    )


def _neighbour_out(below: Neighbour) -> NeighbourOut:
    return NeighbourOut(
        player=player_out(below.person),
        place=below.place,
        points=below.points,
        **below.tie_breaks,
        beaten=below.beaten,
    )


@router.get("/events/{slug:slug}/brackets", response={200: list[BracketOut], ERRORS: Problem})
def all_brackets(request: HttpRequest, slug: Slug) -> list[BracketOut]:
    """Every top cut that has begun, and single eliminations, as far as they are played."""
    event = find_event(request, slug)
    homes = {home.pk: home for home in event.divisions.all()}
    brackets_ = []
    for division, drawn in brackets.of_event(event).items():
        homes[division].tournament = event
        for bracket in drawn:
            bracket.stage.division = homes[division]
            brackets_.append(_bracket_out(cuts.drawn(bracket, public=True), division))
    return brackets_


def _bracket_out(drawn: cuts.Drawn, division: int) -> BracketOut:
    return BracketOut(
        division=division,
        age_division=drawn.bracket.age_division,
        size=drawn.bracket.size,
        rounds=[
            BracketRoundOut(name=round_.title, boxes=[_box_out(box) for box in round_.boxes])
            for round_ in drawn.rounds
        ],
        third_place=_box_out(drawn.third) if drawn.third else None,
        champion=player_out(drawn.champion) if drawn.champion else None,
    )


def _box_out(box: BracketBox) -> BoxOut:
    sides = [_box_side(box.left), _box_side(box.right)]
    return BoxOut(table=box.table, bye=box.bye, walkover=box.by_walkover, sides=sides)


def _box_side(side: BracketSide) -> BoxSideOut:
    player = player_out(side.person) if side.person else None
    return BoxSideOut(seed=side.seed, player=player, games=side.games, won=side.won)
