"""The tickets of the reader's players on an event's front page (its poster), which is cached for all readers."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.requests import HomeRequest, StadiumRequest
from core.responses import make_response_private
from core.scoreboard.clock_face import ClockFace
from pairings.engine.display_rows import StandingRow
from pairings.models import Round
from pairings.queries import public_pairings
from pairings.queries.reports import clocks
from pairings.queries.standings.standings_lists import standings_lists
from pairings.views.public_pairings import PublicRoundsRequest
from pairings.views.reports.own_clock import OwnClock
from pairings.words import outcome_words
from tournaments.access import event_page
from tournaments.models import PersonalLink, Tournament
from tournaments.queries.events import are_all_rounds_played
from tournaments.views.personal_link import own_links


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    """The ticket of one of the reader's players, with a table, a final place, or neither.

    `place` is the final place among `of` players. `note` is the record, or why there is no table.
    """

    url: str
    name: str
    entry: int
    table: int | None = None
    round_text: str = ""
    opponent: str = ""
    face: ClockFace | None = None
    place: int | None = None
    of: int = 0
    note: str = ""

    @property
    def fact_subject(self) -> str:
        """Key of the player for the attributes that mark facts (`tournaments.templatetags.facts`)."""
        return f"e{self.entry}"


@require_safe
@event_page()
def own_ticket(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Render the tickets of the players linked to this phone or account, for inclusion in the poster."""
    link_by_entry = {link.entry_id: link for link in own_links(request, event)}
    is_event_over = bool(link_by_entry) and are_all_rounds_played(event)
    tickets = (
        _tickets_of_places(event, link_by_entry)
        if is_event_over
        else _tickets_of_tables(request, event, link_by_entry)
    )
    context = {
        "tickets": tickets,
        "started": not is_event_over and event.divisions.exclude(started_at=None).exists(),
    }
    return make_response_private(render(request, "floor/my_ticket.html", context))


def _tickets_of_tables(
    request: StadiumRequest, event: Tournament, links: Mapping[int, PersonalLink]
) -> list[Ticket]:
    """Return a ticket for each of the reader's players, with the table in the posted round, if any."""
    if not links:
        return []
    posted_rounds = {
        round_.division_id: round_
        for round_ in PublicRoundsRequest(request, event).rounds
        if round_.state == Round.State.POSTED
    }
    rows = public_pairings.pairings_by_player(posted_rounds.values(), public=True, entries=links)
    row_by_entry, reader_clock = {row.person.entry_id: row for row in rows}, OwnClock(request, event)
    tickets = []
    for entry, link in links.items():
        url, row = reverse("floor:my", args=[link.token]), row_by_entry.get(entry)
        if row is None:
            note = "" if posted_rounds else _("The next round is not posted yet.")
            tickets.append(Ticket(url=url, name=str(link.entry), entry=entry, note=note))
            continue
        alone = None if row.opponent else outcome_words.alone_words(row.outcome, in_bracket=row.in_bracket)
        tickets.append(
            Ticket(
                url=url,
                name=row.person.name,
                entry=entry,
                table=row.table,
                round_text=clocks.round_text(posted_rounds[row.division]),
                opponent=row.opponent.name if row.opponent else "",
                face=reader_clock.face(row.division) if row.opponent else None,
                note=f"{alone.place}, {alone.why}" if alone else "",
            )
        )
    return tickets


def _tickets_of_places(event: Tournament, links: Mapping[int, PersonalLink]) -> list[Ticket]:
    """Return a ticket for each of the reader's players, with the final place, if any."""
    places: dict[int, tuple[StandingRow, int]] = {}
    for division in event.divisions.filter(entries__in=list(links)).distinct():
        division.tournament = event
        for table in standings_lists(division, public=True):
            places |= {
                row.person.entry_id: (row, len(table.rows))
                for row in table.rows
                if row.person.entry_id in links
            }
    tickets = []
    for entry, link in links.items():
        url = reverse("floor:my", args=[link.token])
        if entry not in places:
            tickets.append(Ticket(url=url, name=str(link.entry), entry=entry))
            continue
        row, player_count = places[entry]
        tickets.append(
            Ticket(
                url=url, name=row.person.name, entry=entry, place=row.place, of=player_count, note=row.record
            )
        )
    return tickets
