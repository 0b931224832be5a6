"""The hall screen: names and tables from twenty metres, turning its own pages."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from decks.models import Draft
from decks.words.draft_words import subtype_name
from pairings.models import Round
from pairings.queries.print import hall_screen
from pairings.queries.reports import clock_page, clocks
from pairings.views.reports import scoreboard
from tournaments.access import event_page
from tournaments.documents.marks import qr_modules, squares
from tournaments.documents.sheet import without_scheme
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Tournament
from tournaments.public_address import absolute

SECONDS = 12
"""How long a page stays."""

ANNOUNCED = 3
"""Announcements beside the large clock, newest first; the newest alone where tables are listed."""


@require_safe
@event_page()
def screen(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Page `?p=` of the wall; the page after it loads by itself. `?division=` shows one division alone.

    `?show=clock` is the clock as large as the wall, with what was announced, tables that have extra time, and who
    still plays.
    """
    division = _number(request, "division")
    if request.GET.get("show") == "clock":
        return render(request, "pairings/hall_screen_clock.html", _big_clock(event, division))
    leaves = hall_screen.leaves(event, division=division)
    place = (_number(request, "p") or 1) - 1
    place = place % len(leaves) if leaves else 0
    following = (place + 1) % len(leaves) if leaves else 0
    address = absolute(request, reverse("pairings:pairings", args=[event.slug]))
    modules = qr_modules(address)
    context = {
        "board": _board(event, division),
        "leaf": leaves[place] if leaves else None,
        "drafts": [] if leaves else _drafts(event, division),
        "next": leaves[following] if len(leaves) > 1 else None,
        "next_url": f"?p={following + 1}" + (f"&division={division}" if division else ""),
        "seconds": SECONDS,
        "address": without_scheme(address),
        "side": len(modules) + 4,
        "qr": squares(modules),
    }
    return render(request, "pairings/hall_screen.html", context)


def _drafts(event: Tournament, division: int | None) -> list[dict[str, object]]:
    """Whose seats are drawn, newest first: while they draft, the wall is theirs."""
    rows = Draft.objects.filter(division__tournament=event).exclude(seats=[]).order_by("-pk")
    rows = rows.filter(division=division) if division else rows
    return [{"pk": row.pk, "name": subtype_name(row.subtype)} for row in rows[:ANNOUNCED]]


def _big_clock(event: Tournament, division: int | None) -> dict[str, object]:
    playing = [one for one in clock_page.playing(event) if division in (None, one.division_id)]
    faces = [
        {
            "division": str(round_.division) if len(playing) > 1 else "",
            "round": clocks.round_text(round_),
            "face": scoreboard.clock(round_),
        }
        for round_ in playing
    ]
    over = [
        round_
        for round_, one in zip(playing, faces, strict=True)
        if one["face"] and one["face"]["phase"] == "over"  # type: ignore[index]
    ]
    open_ = hall_screen.still_playing(over)[: hall_screen.ON_PAGE]
    extra = hall_screen.with_extra_time([one for one in playing if one not in over]) if not open_ else []
    announcements = event.announcements.filter(withdrawn_at=None)[: 1 if open_ or extra else ANNOUNCED]
    return {
        "faces": faces,
        "some_over": bool(over),
        "open": open_,
        "extra": extra[: hall_screen.ON_PAGE],
        "announcements": announcements,
        "seconds": SECONDS,
        "window": EDITIONS[event.edition].window_minutes,
        "here": f"?show=clock&division={division}" if division else "?show=clock",
    }


def _board(event: Tournament, division: int | None) -> dict[str, object]:
    """The scoreboard; where several divisions play, the clock says whose it is."""
    playing = [one for one in clocks.rounds_on(event) if division in (None, one.division_id)]
    posted = [one for one in playing if one.state == Round.State.POSTED]
    if len(posted) < 2:
        return scoreboard.board(event, event.divisions.filter(pk=division).first() if division else None)
    latest = scoreboard.latest(posted)
    clock = scoreboard.clock(latest)
    if clock:
        clock["before"] = f"{latest.division}, "
        clock["note"] = f"{clock['before']}{clock['note']}"
    return {"line": "", "clock": clock}


def _number(request: HttpRequest, name: str) -> int | None:
    given = request.GET.get(name, "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else None
