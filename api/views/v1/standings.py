"""Standings with all figures, and brackets."""

from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.cursors import Place, decode_cursor, page_after
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
from api.views.v1.params import DEFAULT_ROWS, Cursor, EntryKey, Limit, ListKey, Number, Slug
from api.views.v1.rounds import api_player
from core.engine.refused import Refused
from pairings.engine.display_rows import BracketBox, StandingRow
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.standings import Percentage
from pairings.queries.bracket import brackets, displayed_brackets
from pairings.queries.standings import listings
from pairings.queries.standings.listings import StandingsListing
from pairings.queries.standings.standing_explained import explain_place
from pairings.queries.standings.standings_lists import StandingsList, standings_lists
from pairings.words import standing_words

router = Router(tags=["standings"])


@router.get("/events/{slug:slug}/standings", response={200: StandingsPage, ERRORS: Problem})
def standings(
    request: ApiRequest,
    slug: Slug,
    list_key: ListKey = "",
    after: Number = None,
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> StandingsPage:
    """Return a list of standings, after the latest closed round or after round `after`.

    A cursor continues with the round of the first page, even if more rounds have been closed since.
    """
    event = find_event_for_api(request, slug)
    cursor_key = decode_cursor("standings", cursor, length=3)
    lists = listings.standings_listings_of_event(event)
    listing = _requested_listing(lists, list_key)
    if listing is None:
        return StandingsPage(listing=None, listings=[], after=0, cut=None, final=False, items=[], next=None)
    requested_round = cursor_key[0] if cursor_key else after or 0
    past_round = requested_round if 0 < requested_round < listing.after else None
    tables = {
        table.age_division: table
        for table in standings_lists(listing.division, after=past_round, public=True)
    }
    table = tables.get(listing.age_division, StandingsList(listing.age_division, ()))

    def sort_key(row: StandingRow) -> Place:
        return past_round or listing.after, row.place, row.person.entry_id

    last_key = (past_round or listing.after, *cursor_key[1:]) if cursor_key else None
    page = page_after(table.rows, sort_key, name="standings", after=last_key, limit=limit)
    lists_out = {
        other.key: ListingOut(
            key=other.key,
            name=other.label,
            division=other.division.pk,
            age_division=other.age_division,
            players=other.players,
        )
        for other in lists
    }
    # Tie-breaks are computed once a round is closed.
    no_tie_breaks = None if listing.after else dict.fromkeys(TIE_BREAKS)
    items = [
        RowOut(
            place=row.place,
            player=api_player(row.person),
            points=row.person.points,
            wins=row.wins,
            losses=row.losses,
            ties=row.ties,
            **(no_tie_breaks or row.tie_breaks),
        )
        for row in page.rows
    ]
    return StandingsPage(
        listing=lists_out[listing.key],
        listings=list(lists_out.values()),
        after=past_round or listing.after,
        cut=table.cut,
        final=table.final,
        items=items,
        next=page.next,
    )


def _requested_listing(lists: list[StandingsListing], key: str) -> StandingsListing | None:
    """Return the list with this key, or the first if `key` is "". None if there are no lists.

    Refused: API_NOT_FOUND if no list has the key.
    """
    if key and all(listing.key != key for listing in lists):
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return listings.listing_by_key(lists, key)


@router.get("/events/{slug:slug}/standings/{int:entry}", response={200: ExplanationOut, ERRORS: Problem})
def explanation(
    request: ApiRequest, slug: Slug, entry: EntryKey, list_key: ListKey = "", after: Number = None
) -> ExplanationOut:
    """Explain a player's place with every figure, opponent by opponent, by default in the player's own list."""
    event = find_event_for_api(request, slug)
    lists = listings.standings_listings_of_event(event)
    requested = [_requested_listing(lists, list_key)] if list_key else lists
    listing_by_division = {
        candidate.division.pk: candidate for candidate in requested if candidate is not None
    }
    for listing in listing_by_division.values():
        past_round = after if after and after < listing.after else None
        explained_place = explain_place(listing.division, entry, after=past_round, public=True)
        if explained_place is not None:
            break
    else:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    own_percentage = _api_percentage(explained_place.figures.own)
    assert own_percentage is not None  # noqa: S101 - a player with figures has played a match
    rounds = [
        MetOut(
            round=step.met.round,
            opponent=api_player(step.opponent) if step.opponent else None,
            result=step.met.result.value,
            points=step.met.points,
            percentage=_api_percentage(step.met.percentage),
            owp=step.met.owp,
            notes=[note.value for note in step.met.notes],
        )
        for step in explained_place.steps
    ]
    next_below = None
    if next_player := explained_place.below:
        next_below = NeighbourOut(
            player=api_player(next_player.person),
            place=next_player.place,
            points=next_player.points,
            **next_player.tie_breaks,
            beaten=next_player.beaten,
        )
    return ExplanationOut(
        player=api_player(explained_place.person),
        after=explained_place.after,
        place=explained_place.place,
        points=explained_place.points,
        equal_points=explained_place.alike,
        own=own_percentage,
        **explained_place.figures.tie_breaks,
        as_of=explained_place.figures.as_of,
        because=standing_words.place_explanation_text(explained_place),
        rounds=rounds,
        next_below=next_below,
    )


def _api_percentage(percentage: Percentage | None) -> PercentageOut | None:
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


@router.get("/events/{slug:slug}/brackets", response={200: list[BracketOut], ERRORS: Problem})
def all_brackets(request: ApiRequest, slug: Slug) -> list[BracketOut]:
    """List every top cut and single elimination that has begun, with the rounds paired so far."""
    event = find_event_for_api(request, slug)
    divisions = {row.pk: row for row in event.divisions.all()}
    items = []
    for division, division_brackets in brackets.brackets_of_event(event).items():
        divisions[division].tournament = event
        for bracket in division_brackets:
            bracket.stage.division = divisions[division]
            cut = displayed_brackets.bracket_to_display(bracket, public=True)
            items.append(
                BracketOut(
                    division=division,
                    age_division=cut.bracket.age_division,
                    size=cut.bracket.size,
                    rounds=[
                        BracketRoundOut(
                            name=round_.title, boxes=[_api_bracket_box(box) for box in round_.boxes]
                        )
                        for round_ in cut.rounds
                    ],
                    third_place=_api_bracket_box(cut.third) if cut.third else None,
                    champion=api_player(cut.champion) if cut.champion else None,
                )
            )
    return items


def _api_bracket_box(box: BracketBox) -> BoxOut:
    sides = [
        BoxSideOut(
            seed=side.seed,
            player=api_player(side.person) if side.person else None,
            games=side.games,
            won=side.won,
        )
        for side in (box.left, box.right)
    ]
    return BoxOut(table=box.table, bye=box.bye, walkover=box.by_walkover, sides=sides)
