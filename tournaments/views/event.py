"""The front page of an event: facts for players, and tasks for its staff."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_countries import countries

from tournaments import hooks, queries
from tournaments.access import event_page
from tournaments.engine.features import MOST_PLAYERS
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Tournament
from tournaments.queries.divisions import division_rows
from tournaments.views import small_event
from tournaments.views.schedule import day
from tournaments.views.todo import todos
from tournaments.wording import format_text

NEWEST = 5


@require_safe
@event_page(as_bytes=True)
def event(request: HttpRequest, event: Tournament) -> HttpResponse:
    """When, where and what is played, and announcements."""
    can = request.can  # type: ignore[attr-defined]
    divisions = division_rows(event)
    board = queries.announcement_rows(event)
    planned = day(event, edit=False)
    started = any(row.started_at for row in divisions)
    players = sum(row.players for row in divisions)
    is_small = event.features is not None and can["view"]
    context = {
        "divisions": [row for row in divisions if row.players or row.started_at or not started],
        "players": players,
        "path": small_event.steps(event, divisions, can=can) if is_small else [],
        "outgrown": is_small and can["organize"] and players > MOST_PLAYERS,
        "started": started,
        "over": started and any(event.pk in played([event.pk]) for played in hooks.events_over),
        "news": board[:NEWEST],
        "more": len(board) > NEWEST,
        "day": planned,
        "facts": facts(event),
        "place": place(event),
        "todos": todos(event, divisions, board, planned=planned["table"] is not None, can=can),
        "page": "event",
    }
    return render(request, "tournaments/event.html", context)


def place(event: Tournament) -> str:
    """ "Harbour Hall, Rotterdam, Netherlands"."""
    country = str(countries.name(str(event.country)) or "")
    return ", ".join(filter(None, (event.venue, event.city, country)))


def facts(event: Tournament) -> list[tuple[str, Any]]:
    """Name and value of everything that is set, in the order players ask for it."""
    rounds = f"{event.get_best_of_display()}, {_minutes(event.round_minutes)}"
    if event.structure == Tournament.Structure.ELIMINATION:
        rounds = str(event.get_structure_display())
    cut = f"{event.get_cut_best_of_display()}, {_minutes(event.cut_round_minutes)}"
    if event.structure == Tournament.Structure.SWISS:
        cut = ""
    # M-061.
    rules = EDITIONS[event.edition]
    turns = _("Finish the turn, then %(turns)d more turns") % {"turns": rules.extra_turns}
    if rules.window_minutes:
        turns += ", " + _("within %(minutes)d minutes") % {"minutes": rules.window_minutes}
    rows = [
        (_("Start"), date_format(localtime(event.starts_at), "l j F Y, H:i")),
        (_("Venue"), place(event)),
        (_("Kind"), event.get_kind_display()),
        (_("Format"), format_text(event)),
        (_("Decks"), event.get_play_style_display()),
        (_("Rounds"), rounds),
        (_("Top cut"), cut),
        (_("After time"), turns),
        (_("Class"), event.get_event_class_display()),
        (_("Rules"), event.get_edition_display()),
        (_("Sanction number"), event.sanction_id),
    ]
    return [(name, value) for name, value in rows if value]


def _minutes(minutes: int) -> str:
    return _("%(minutes)d minutes") % {"minutes": minutes} if minutes else _("without a time limit")
