"""The standings, with explanations."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from core.engine.numbers import whole_number
from core.tables import long_lists
from pairings.engine.rows import StandingRow
from pairings.models import Bracket, Round, Seat
from pairings.queries.rounds import rows
from pairings.queries.rounds.rows import Table
from pairings.queries.standings import listings
from pairings.queries.standings.cut_line import cut_line
from pairings.queries.standings.listings import Listing
from pairings.queries.standings.standing_explained import why
from pairings.tables.standings import StandingTable, record_text
from pairings.views.reports.scoreboard import board
from pairings.views.standings.bubble import bubble_url
from pairings.words import result_words, standing_words
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.templatetags.facts import marked


@event_page(as_bytes=True)
def standings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The standings of one list, after its newest round or after `?after=`; `?why=` opens one player."""
    public = not request.can["view"]  # type: ignore[attr-defined]
    lists = listings.of_event(event)
    chosen = listings.choose(lists, request.GET.get("list"))
    context: dict[str, object] = {
        "page": "standings",
        "board": board(event, chosen.division if chosen else None),
    }
    if chosen is None:
        return render(request, "pairings/standings.html", context)
    after = _number(request.GET, "after")
    after = after if after and after <= chosen.after else None
    opened = _number(request.GET, "why")
    tables = rows.standings(chosen.division, after=after, public=public)
    table = next(
        (table for table in tables if table.age_division == chosen.age_division),
        Table(chosen.age_division, ()),
    )
    sums = _opened(chosen, opened, after, table=table, public=public)
    if request.htmx and opened:  # type: ignore[attr-defined]
        return render(request, "pairings/standing_explained.html", sums)
    if long_lists.is_index(request):
        return long_lists.index_response(
            (
                row.person.name,
                row.place,
                f"{record_text(row)}, {result_words.points(row.person.points)}",
            )
            for row in table.rows
        )
    if own := long_lists.to_row(request, table.rows, long_lists.PERSON, lambda row: row.person.entry_id):
        return own
    part = long_lists.part_of(
        request.GET,
        table.rows,
        name=lambda row: row.person.name,
        at=(lambda row: row.person.entry_id == opened) if opened else None,
    )
    division = chosen.division
    facts = {"division": division.pk, "age_division": chosen.age_division} | (
        {"round": after} if after else {}
    )
    pdf = reverse("pairings:sheet", args=[event.slug, "standings"])
    context |= {
        "part": part,
        "chosen": chosen,
        "after": after or chosen.after,
        "newest": after is None,
        "cut": after is None and table.cut,
        "final": table.final,
        "pdf_url": f"{pdf}?{urlencode(facts)}",
        "bubble": bubble_url(chosen.division, chosen.after, public=public),
        "table": _table(chosen, table, after, sums, part),
        "tabs": [
            {
                "label": listing.label,
                "url": f"?list={listing.key}",
                "count": listing.players,
                "current": listing == chosen,
            }
            for listing in lists
        ],
        "rounds": _rounds(chosen, after),
    }
    return render(request, "pairings/standings.html", context)


def _number(query: QueryDict, name: str) -> int | None:
    return whole_number(query.get(name, ""), digits=9)


def _table(
    chosen: Listing,
    table: Table,
    after: int | None,
    sums: dict[str, object],
    part: long_lists.Part[StandingRow],
) -> StandingTable:
    newest = after is None
    # The tables of the next round, once it is posted.
    seats: dict[int, int | None] = {}
    if newest and not table.cut and chosen.after:
        coming = Seat.objects.filter(round__division=chosen.division, round__number=chosen.after + 1)
        coming = coming.filter(round__state=Round.State.POSTED)
        seats = dict(coming.values_list("entry_id", "match__table"))
    # The row after which the cut ends, and the text of its line.
    cut = None
    if newest and not part.wanted and (table.cut or chosen.after):
        line = cut_line(chosen.division, table)
        cut = (line.row, standing_words.cut_line_text(line)) if line else None
    return StandingTable(
        part.visible,
        first=part.first,
        is_part=part.is_long,
        caption=marked(
            _("%(list)s, %(players)d players ranked") % {"list": chosen.label, "players": len(table.rows)},
            "ranked" if newest else f"ranked after {after}",
            len(table.rows),
            chosen.age_division,
        ),
        here=_here(chosen, after),
        seats=seats,
        sums=sums,
        cut=cut,
        percentages=chosen.after > 0,
        are_newest=newest and chosen.after > 0,
    )


def _opened(
    chosen: Listing, entry: int | None, after: int | None, *, table: Table, public: bool
) -> dict[str, object]:
    """The opened player. `final`: the place by the top cut, if the list is that of the cut.

    `placed`: the fact of the place; after an earlier round or before the cut a different one than that of the list.
    """
    explained = why(chosen.division, entry, after=after, public=public) if entry else None
    if explained is None:
        return {}
    pdf = reverse("pairings:resistance", args=[chosen.division.tournament.slug, explained.person.entry_id])
    of_cut = table.rows[: table.cut or 0] if after is None else ()
    final = {row.person.entry_id: row.place for row in of_cut}
    return {
        "why": explained,
        "final": final.get(explained.person.entry_id),
        "place_of": f"e{explained.person.entry_id}",
        "placed": f"place after {explained.after}" if after or table.cut else "place",
        "because": standing_words.because(explained),
        "sums": standing_words.sums(explained),
        "resistance_url": f"{pdf}?after={explained.after}",
    }


def _here(chosen: Listing, after: int | None) -> str:
    return f"?list={chosen.key}&after={after}" if after else f"?list={chosen.key}"


def _rounds(chosen: Listing, after: int | None) -> list[dict[str, object]]:
    """The closed rounds to look back at; with a cut the last one is the list as the cut changes it."""
    rounds: list[dict[str, object]] = [
        {
            "label": _("Round %(round)d") % {"round": number},
            "url": _here(chosen, number),
            "current": number == after,
        }
        for number in range(1, chosen.after + 1)
    ]
    brackets = Bracket.objects.filter(stage__division=chosen.division, age_division=chosen.age_division)
    if rounds and brackets.exists():
        return [*rounds, {"label": _("Top cut"), "url": _here(chosen, None), "current": after is None}]
    if rounds:
        rounds[-1] |= {"url": _here(chosen, None), "current": after in (None, chosen.after)}
    return rounds
