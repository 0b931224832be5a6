"""The judges' board: every table with its state, calls above it, sectors of tables."""

import hashlib
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import sentences
from core.documents.downloads import spreadsheet_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms import choices
from core.templatetags.stadium import STATES as PICTURES
from floor.documents import sectors as documents
from floor.engine.refusals import FloorRefusal
from floor.forms.sectors import SectorForm
from floor.queries import floor as queries
from floor.queries import queue
from floor.queries.floor import STATES, Floor, TableNow
from floor.services import sectors as sectoring
from floor.views import notices
from floor.views import queue as queue_pages
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_chrome
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Tournament

WORDS = {
    "playing": gettext_lazy("playing"),
    "called": gettext_lazy("call"),
    "extension": gettext_lazy("judge"),
    "deckcheck": gettext_lazy("check"),
    "extraturns": gettext_lazy("turns"),
    "dispute": gettext_lazy("disagree"),
    "missing": gettext_lazy("no result"),
    "done": pgettext_lazy("table", "done"),
}
"""Words short enough to fit under a table number."""

CHIPS = (
    ("open", pgettext_lazy("tables", "Open"), "blank"),
    ("called", gettext_lazy("Calls"), "bell"),
    ("dispute", gettext_lazy("Disagree"), "split"),
    ("extension", gettext_lazy("Time extension"), "extra"),
    ("deckcheck", gettext_lazy("Deck check"), "cards"),
    ("extraturns", gettext_lazy("Extra turns"), "turns"),
    ("missing", gettext_lazy("No result"), "blank"),
    ("playing", gettext_lazy("Playing"), "play"),
    ("done", pgettext_lazy("tables", "Done"), "check"),
)
DENSITIES = (
    ("small", gettext_lazy("Small")),
    ("usual", gettext_lazy("Usual")),
    ("names", gettext_lazy("Names")),
)
CALLS_ABOVE = 3


class _Filter:
    def __init__(self, request: HttpRequest, event: Tournament) -> None:
        self.show = request.GET.get("show", "")
        if self.show not in {name for name, _label, _icon in CHIPS}:
            self.show = ""
        wanted = request.GET.get("size") or choices.choice(request, "floor_size")
        self.size = wanted if wanted in dict(DENSITIES) else "usual"
        if request.GET.get("size") == self.size:
            choices.choose(request, "floor_size", self.size)
        self.sectors = queries.sectors_of(event, signed_in(request))
        # A judge with a sector starts with its tables; a link to the tables in one state shows all of them.
        usual = "no" if "show" in request.GET else "yes"
        self.mine = bool(self.sectors) and request.GET.get("mine", usual) == "yes"
        self.number = whole_number(request.GET.get("table", ""))

    def reach(self, now: Floor) -> Floor:
        """The floor, limited to the tables of the reader's own sectors if `mine`."""
        if not self.mine:
            return now
        return replace(
            now, tables=tuple(table for table in now.tables if queries.inside(table.table, self.sectors))
        )

    def wants(self, table: TableNow) -> bool:
        if self.show == "open":
            return table.state != "done"
        return not self.show or table.state == self.show or (self.show == "extension" and table.extra > 0)

    def query(self, **changed: str) -> str:
        """The query string of this page with changed filters."""
        mine = ("yes" if self.mine else "no") if self.sectors else ""
        parts = {"show": self.show, "mine": mine} | changed
        query = "&".join(f"{name}={value}" for name, value in parts.items() if value)
        return f"?{query}" if query else "?"


@require_safe
@event_page("view")
def floor(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show all tables in play. `?show=`, `?mine=` and `?size=` filter; `?table=` opens one."""
    filters = _Filter(request, event)
    now = queries.floor(event, timezone.now())
    bases = {round_.pk: f"{round_chrome.round_url(round_)}/match/" for round_ in now.rounds}
    if filters.number is not None:
        called = next((table for table in now.tables if table.table == filters.number), None)
        if called is not None:
            return redirect(f"{bases[called.round]}{called.match}")
        messages.error(request, _("There is no table %(table)s in play.") % {"table": filters.number})
    up = queue_pages.entries_for(request, event)
    hands = [entry for entry in up if entry.kind in queue.AT_TABLES]
    around = filters.reach(now)
    tables = [table for table in around.tables if filters.wants(table)]
    reach = ""
    if now.tables:
        ends = {"first": now.tables[0].table, "last": now.tables[-1].table}
        reach = _("Tables %(first)d–%(last)d") % ends
    context = {
        "page": "floor",
        "board": scoreboard.of_rounds(now.on),
        "notices": notices.card_of_staff(request, event),
        "tiles": [tile(table, bases[table.round]) for table in tables],
        "chips": _chips(around, filters),
        "sizes": [
            {"label": label, "url": filters.query(size=name), "current": name == filters.size}
            for name, label in DENSITIES
        ],
        "size": filters.size,
        "calls": [
            queue_pages.entry_line(entry, signed_in(request), event.slug) for entry in hands[:CALLS_ABOVE]
        ],
        "more_calls": max(0, len(hands) - CALLS_ABOVE),
        "call_stamp": queue_pages.stamp(up),
        "version": version(now),
        "live": reverse("floor:floor_live", args=[event.slug]) + filters.query(),
        "sectors": filters.sectors,
        "mine": filters.mine,
        "mine_url": filters.query(mine="no" if filters.mine else "yes"),
        "reach": reach,
        "anybody": bool(now.tables),
        "words": [{"state": name, "word": WORDS[name], "icon": PICTURES[name][0]} for name in STATES],
    }
    return render(request, "floor/floor.html", context)


def tile(table: TableNow, base: str) -> dict[str, Any]:
    """Context of one table's tile."""
    return {
        "key": table.match,
        "no": table.table,
        "state": table.state,
        "icon": PICTURES[table.state][0],
        "word": table_text(table),
        "names": f"{table.left} – {table.right}",
        "url": f"{base}{table.match}",
    }


def table_text(table: TableNow) -> str:
    """The word under the number; running extra time reads "+4 min"."""
    if table.extra and table.state in ("extension", "playing"):
        return _("+%(n)d min") % {"n": table.extra}
    return str(WORDS[table.state])


def _chips(now: Floor, filters: _Filter) -> list[dict[str, Any]]:
    counts = now.counts()
    counts["open"] = len(now.tables) - counts["done"]
    chips = [
        {
            "label": _("All"),
            "count": len(now.tables),
            "url": filters.query(show=""),
            "current": not filters.show,
            "icon": "grid",
            "state": "playing",
            "name": "all",
        }
    ]
    for name, label, icon in CHIPS:
        if counts[name] or name in ("open", filters.show):
            state = "missing" if name == "open" else name
            chips.append(
                {
                    "label": label,
                    "count": counts[name],
                    "url": filters.query(show=name),
                    "current": filters.show == name,
                    "icon": icon,
                    "state": state,
                    "name": name,
                }
            )
    return chips


def version(now: Floor) -> str:
    """A digest that changes whenever a tile would look different."""
    state = "".join(f"{table.match}{table.state[:6]}{table.extra};" for table in now.tables)
    return hashlib.sha256(state.encode()).hexdigest()[:12]


@require_safe
@event_page("view")
def live(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Current tiles as JSON for an open board; 204 if `?seen=` is current."""
    filters = _Filter(request, event)
    now = queries.floor(event, timezone.now())
    fresh = version(now)
    if request.GET.get("seen") == fresh:
        return HttpResponse(status=204)
    tiles = {str(table.match): [table.state, table_text(table)] for table in now.tables}
    around = filters.reach(now)
    wanted = [str(table.match) for table in around.tables if filters.wants(table)]
    counts = around.counts()
    counts |= {"all": len(around.tables), "open": len(around.tables) - counts["done"]}
    answer = JsonResponse({"version": fresh, "tiles": tiles, "wanted": wanted, "counts": counts})
    answer["Cache-Control"] = "no-store"
    return answer


@require_http_methods(["GET", "POST"])
@event_page("run")
@edits_alone
def sectors(request: HttpRequest, event: Tournament, pk: int | None = None) -> HttpResponse:
    """List the sectors with their judges; add or change one."""
    sector = get_object_or_404(event.sectors, pk=pk) if pk is not None else None
    form = SectorForm(request.POST if request.method == "POST" else None, event, sector)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            row = sectoring.save(
                event,
                sector,
                name=data["name"],
                table_from=data["table_from"],
                table_to=data["table_to"],
                judges=[int(judge) for judge in data["judges"]],
                by=signed_in(request),
            )
        except Refused as refused:
            field = "name" if refused.code == FloorRefusal.SECTOR_NAME_TAKEN else "table_to"
            form.add_error(field, sentences.refusal_text(refused))
        else:
            messages.success(request, _("Sector “%(name)s” saved.") % {"name": row.name})
            return redirect("floor:sectors", event.slug)
    rows = queries.sectors(event)
    context = {
        "page": "floor",
        "sectors": [
            {
                "pk": row.pk,
                "name": row.name,
                "reach": f"{row.table_from}–{row.table_to}",
                "judges": ", ".join(str(judge.user) for judge in row.judges.all()),
                "length": ngettext("%(n)d table", "%(n)d tables", row.table_to - row.table_from + 1)
                % {"n": row.table_to - row.table_from + 1},
            }
            for row in rows
        ],
        "sector": sector,
        "form": form,
    }
    return render(request, "floor/sectors.html", context, status=400 if form.errors else 200)


@require_safe
@event_page("run")
def sectors_export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the sectors with their judges as CSV or XLSX."""
    file = documents.spreadsheet(event, queries.sectors(event), kind)
    return spreadsheet_response(file, f"{event.slug}-sectors", kind)


@require_POST
@event_page("run")
def sector_remove(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove a sector."""
    sector = get_object_or_404(event.sectors.select_related("tournament"), pk=pk)
    line = sectoring.remove(sector, by=signed_in(request))
    message = _("Sector “%(name)s” removed.") % {"name": sector.name}
    messages.success(request, message, extra_tags=f"undo={round_chrome.undo_url(event, line.pk)}")
    return redirect("floor:sectors", event.slug)
