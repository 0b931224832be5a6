"""The standings page, with explanations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from core.engine.numbers import whole_number
from core.navigation import Tab
from core.requests import HomeRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from core.tables import long_lists
from decks.queries.lists.deck_tiles import DeckCrest
from pairings.engine.display_rows import StandingRow
from pairings.models import Bracket, Round, Seat
from pairings.queries.standings import listings
from pairings.queries.standings.cut_line import cut_line
from pairings.queries.standings.listings import StandingsListing
from pairings.queries.standings.places_after_rounds import places_after
from pairings.queries.standings.standing_explained import explain_place
from pairings.queries.standings.standings_lists import StandingsList, standings_lists
from pairings.tables.standings import StandingExplanation, StandingTable
from pairings.views.crests import crests_of_page
from pairings.views.reports import scoreboard
from pairings.views.standings.bubble import bubble_url
from pairings.views.standings.day_two_list import day_two_list_url
from pairings.words import result_words, standing_words
from pairings.words.place_bars import bar_groups
from tournaments import scopes
from tournaments.access import event_page
from tournaments.labels import division_letter
from tournaments.models import Tournament
from tournaments.templatetags.facts import marked
from tournaments.words.entrants import are_entrants_teams


@event_page(as_bytes=True, shows=(scopes.players_scope,))
def standings_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the standings of one list, after its latest round or `?after=`.

    `?why=` explains the place of one entry; for htmx, only this explanation is rendered.
    """
    public = not request.can["view"]
    listings_of_event = listings.standings_listings_of_event(event)
    listing = listings.listing_by_key(listings_of_event, request.GET.get("list"))
    board = scoreboard.scoreboard_of_event(event, listing.division if listing else None)
    if listing is None:
        return render(request, "pairings/standings.html", {"page": "standings", "board": board})
    after, opened_entry = (whole_number(request.GET.get(name, ""), digits=9) for name in ("after", "why"))
    after = after if after and after <= listing.after else None
    tables = standings_lists(listing.division, after=after, public=public)
    table = next(
        (table for table in tables if table.age_division == listing.age_division),
        StandingsList(listing.age_division, ()),
    )
    explanation = _place_explanation(listing, opened_entry, after, table=table, public=public)
    if request.htmx and opened_entry:
        return render(request, "pairings/standing_explained.html", vars(explanation) if explanation else {})
    if long_lists.is_name_index_requested(request):
        return long_lists.name_index_response(
            (
                row.person.name,
                row.place,
                f"{row.record}, {result_words.points_text(row.person.points)}",
            )
            for row in table.rows
        )
    if row_response := long_lists.redirect_to_row(
        request, table.rows, long_lists.PERSON, lambda row: row.person.entry_id
    ):
        return row_response
    list_part = long_lists.requested_list_page(
        request.GET,
        table.rows,
        name=lambda row: row.person.name,
        at=(lambda row: row.person.entry_id == opened_entry) if opened_entry else None,
    )
    division, crests = listing.division, crests_of_page(request, event)
    sheet_query = {"division": division.pk, "age_division": listing.age_division} | (
        {"round": after} if after else {}
    )
    sheet_url = reverse("pairings:sheet", args=[event.slug, "standings"])
    page = StandingsPage(
        page="standings",
        board=board,
        part=list_part,
        chosen=listing,
        after=after or listing.after,
        newest=after is None,
        cut=table.cut if after is None else None,
        final=table.final,
        pdf_url=f"{sheet_url}?{urlencode(sheet_query)}",
        day_two_list=day_two_list_url(listing.division),
        bubble=bubble_url(listing.division, listing.after, public=public),
        table=_standing_table(listing, table, after, explanation, list_part, crests),
        crests=crests,
        tabs=[
            Tab(
                label=tab_listing.label,
                url=tab_listing.url(),
                count=tab_listing.players,
                current=tab_listing == listing,
                letter=division_letter(tab_listing.age_division),
            )
            for tab_listing in listings_of_event
        ],
        rounds=_round_links(listing, after, table),
        own_query=urlencode({"after": after}) if after else "",
    )
    return render_page(request, "pairings/standings.html", page)


@dataclass(frozen=True, kw_only=True)
class StandingsPage:
    """Context of the standings of one list.

    - `after`: the round of the standings, `newest`: whether it is the latest.
    - `cut`: number of places decided by the top cut, or None without a cut or for an earlier round.
    - `rounds`: links to the standings after each round.
    - `own_query`: query of the part with the reader’s own place.
    """

    page: str
    board: Scoreboard
    part: long_lists.ListPage[StandingRow]
    chosen: StandingsListing
    after: int
    newest: bool
    cut: int | None
    final: bool
    pdf_url: str
    bubble: str
    day_two_list: str
    table: StandingTable
    crests: Mapping[int, DeckCrest]
    tabs: Sequence[Tab]
    rounds: Sequence[Tab]
    own_query: str


def _standing_table(
    listing: StandingsListing,
    table: StandingsList,
    after: int | None,
    explanation: StandingExplanation | None,
    part: long_lists.ListPage[StandingRow],
    crests: Mapping[int, DeckCrest],
) -> StandingTable:
    is_newest = after is None
    # Show each player's next table once the next round is posted.
    table_by_entry: dict[int, int | None] = {}
    if is_newest and not table.cut and listing.after:
        next_seats = Seat.objects.filter(round__division=listing.division, round__number=listing.after + 1)
        next_seats = next_seats.filter(round__state=Round.State.POSTED)
        table_by_entry = dict(next_seats.values_list("entry_id", "match__table"))
    round_number = after or listing.after
    earlier_places: dict[int, int] = {}
    if round_number and not (is_newest and table.cut):
        earlier_places = places_after(listing, round_number - 1)
    # A line in the table marks the end of the cut.
    cut_row = None
    if is_newest and not part.wanted and (table.cut or listing.after):
        end_of_cut = cut_line(listing.division, table)
        cut_row = (end_of_cut.row, standing_words.cut_line_text(end_of_cut)) if end_of_cut else None
    return StandingTable(
        part.visible,
        first=part.first,
        is_part=part.is_long,
        caption=marked(
            (
                _("%(list)s, %(players)d teams ranked")
                if are_entrants_teams()
                else _("%(list)s, %(players)d players ranked")
            )
            % {"list": listing.label, "players": len(table.rows)},
            "ranked" if is_newest else f"ranked after {after}",
            len(table.rows),
            listing.age_division,
        ),
        list_url=listing.url(after),
        seats=table_by_entry,
        earlier_places=earlier_places,
        crests=crests,
        sums=explanation,
        cut=cut_row,
        percentages=listing.after > 0,
        are_newest=is_newest and listing.after > 0,
    )


def _place_explanation(
    listing: StandingsListing, entry: int | None, after: int | None, *, table: StandingsList, public: bool
) -> StandingExplanation | None:
    """Return the explanation of the place of `entry`.

    Return None if `entry` is None or is not in the standings. `table`: the displayed standings. `after`: number
    of the round of `table`, or None for the latest.
    """
    explained = explain_place(listing.division, entry, after=after, public=public) if entry else None
    if explained is None:
        return None
    sheet_url = reverse(
        "pairings:resistance", args=[listing.division.tournament.slug, explained.person.entry_id]
    )
    rows_of_cut = table.rows[: table.cut or 0] if after is None else ()
    final_place_by_entry = {standing_row.person.entry_id: standing_row.place for standing_row in rows_of_cut}
    return StandingExplanation(
        why=explained,
        final=final_place_by_entry.get(explained.person.entry_id),
        place_of=f"e{explained.person.entry_id}",
        placed=f"place after {explained.after}" if after or table.cut else "place",
        because=standing_words.place_explanation_text(explained),
        sums=standing_words.percentage_rows(explained),
        bars=bar_groups(explained),
        awarded_byes=standing_words.awarded_byes_text(explained),
        resistance_url=f"{sheet_url}?after={explained.after}",
    )


def _round_links(listing: StandingsListing, after: int | None, table: StandingsList) -> list[Tab]:
    """Return links to the standings after each closed round.

    With a top cut, the last link shows the standings including the cut.
    """
    rounds = [
        Tab(
            label=_("Round %(round)d") % {"round": number},
            url=listing.url(number),
            current=number == after,
        )
        for number in range(1, listing.after + 1)
    ]
    has_cut = table.cut is not None
    if after:
        brackets = Bracket.objects.filter(stage__division=listing.division, age_division=listing.age_division)
        has_cut = brackets.exists()
    if rounds and has_cut:
        return [*rounds, Tab(label=_("Top cut"), url=listing.url(), current=after is None)]
    if rounds:
        rounds[-1] = replace(rounds[-1], url=listing.url(), current=after in (None, listing.after))
    return rounds
