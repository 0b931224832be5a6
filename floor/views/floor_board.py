"""The judges' board: open calls, all tables with their states, and the sectors."""

import hashlib
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_safe

from core.engine.numbers import whole_number
from core.forms import last_choices
from core.requests import SignedInRequest, StaffRequest
from core.templatetags.icons import STATES as PICTURES
from floor.queries import floor_board as queries
from floor.queries import sectors as sector_queries
from floor.queries.floor_board import STATES, Floor, TableNow
from floor.queries.queue import queue_entries
from floor.views import notices
from floor.views.queue import queue as queue_pages
from floor.views.queue.entry_rows import queue_entry_row
from pairings.views.reports import scoreboard
from pairings.views.rounds import round_urls
from tournaments.access import event_page
from tournaments.models import Tournament

WORD_BY_STATE = {
    "playing": gettext_lazy("playing"),
    "called": gettext_lazy("call"),
    "extension": gettext_lazy("judge"),
    "deckcheck": gettext_lazy("check"),
    "extraturns": gettext_lazy("turns"),
    "dispute": gettext_lazy("disagree"),
    "missing": gettext_lazy("no result"),
    "done": pgettext_lazy("table", "done"),
}
"""Words for the states, short enough to fit under a table number."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class StateChip:
    """A chip that filters tables by state, with the number of these tables."""

    label: str | Promise
    count: int
    url: str
    current: bool
    icon: str
    state: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableTile:
    """A table on the board: `key` is the key of its match, `no` its number, `word` its state in a word."""

    key: int
    no: int
    state: str
    icon: str
    word: str
    names: str
    url: str


class _BoardFilter:
    """Filters of the board: by state, by the reader's own sectors, by table number."""

    def __init__(self, request: SignedInRequest, event: Tournament) -> None:
        self.show = request.GET.get("show", "")
        if self.show not in {name for name, _label, _icon in CHIPS}:
            self.show = ""
        size = request.GET.get("size") or last_choices.last_choice(request, "floor_size")
        self.size = size if size in dict(DENSITIES) else "usual"
        if request.GET.get("size") == self.size:
            last_choices.remember_choice(request, "floor_size", self.size)
        self.sectors = sector_queries.sectors_now(event).of_user(request.user)
        # By default a judge with a sector sees only its tables. A link that selects a state shows all sectors.
        default = "no" if "show" in request.GET else "yes"
        self.mine = bool(self.sectors) and request.GET.get("mine", default) == "yes"
        self.number = whole_number(request.GET.get("table", ""))

    def reach(self, floor: Floor) -> Floor:
        """Return the floor, limited to the reader's own sectors if `mine` is set."""
        if not self.mine:
            return floor
        return replace(
            floor,
            tables=tuple(
                table
                for table in floor.tables
                if sector_queries.is_table_in_sectors(table.table, self.sectors)
            ),
        )

    def includes_table(self, table: TableNow) -> bool:
        """Return whether the selected state chip includes this table."""
        if self.show == "open":
            return table.state != "done"
        return not self.show or table.state == self.show or (self.show == "extension" and table.extra > 0)

    def chips(self, floor: Floor) -> list[StateChip]:
        """Return the chips that filter by state, each with its number of tables.

        Chips without tables are left out, except "Open" and the selected chip.
        """
        counts = floor.counts_by_state()
        counts["open"] = len(floor.tables) - counts["done"]
        chips = [
            StateChip(
                label=_("All"),
                count=len(floor.tables),
                url=self.query(show=""),
                current=not self.show,
                icon="grid",
                state="playing",
                name="all",
            )
        ]
        for name, label, icon in CHIPS:
            if counts[name] or name in ("open", self.show):
                chips.append(
                    StateChip(
                        label=label,
                        count=counts[name],
                        url=self.query(show=name),
                        current=self.show == name,
                        icon=icon,
                        state="missing" if name == "open" else name,
                        name=name,
                    )
                )
        return chips

    def query(self, **changed: str) -> str:
        """Build the query string of this page with changed filters."""
        mine_value = ("yes" if self.mine else "no") if self.sectors else ""
        parts = {"show": self.show, "mine": mine_value} | changed
        query = "&".join(f"{name}={value}" for name, value in parts.items() if value)
        return f"?{query}" if query else "?"


@require_safe
@event_page("view")
def floor_board(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show all tables in play. `?show=` and `?mine=` filter them, `?size=` resizes them, `?table=` opens one."""
    filters = _BoardFilter(request, event)
    floor = queries.load_floor_tables(event, timezone.now())
    match_url_prefixes = {round_.pk: f"{round_urls.round_url(round_)}/match/" for round_ in floor.rounds}
    if filters.number is not None:
        requested = next((table for table in floor.tables if table.table == filters.number), None)
        if requested is not None:
            return redirect(f"{match_url_prefixes[requested.round]}{requested.match}")
        messages.error(request, _("Table %(table)s is not in play.") % {"table": filters.number})
    entries = queue_pages.queue_entries_for_reader(request, event)
    calls = [entry for entry in entries if entry.kind in queue_entries.AT_TABLES]
    floor_in_reach = filters.reach(floor)
    tables = [table for table in floor_in_reach.tables if filters.includes_table(table)]
    range_text = ""
    if floor.tables:
        ends = {"first": floor.tables[0].table, "last": floor.tables[-1].table}
        range_text = _("Tables %(first)d–%(last)d") % ends
    context = {
        "page": "floor",
        "board": scoreboard.scoreboard_of_rounds(floor.on),
        "notices": notices.notices_card_of_staff(request, event),
        "tiles": [table_tile(table, match_url_prefixes[table.round]) for table in tables],
        "chips": filters.chips(floor_in_reach),
        "sizes": [
            {"label": label, "url": filters.query(size=name), "current": name == filters.size}
            for name, label in DENSITIES
        ],
        "size": filters.size,
        "calls": [queue_entry_row(entry, request.user, event.slug) for entry in calls[:CALLS_ABOVE]],
        "more_calls": max(0, len(calls) - CALLS_ABOVE),
        "call_stamp": queue_pages.queue_stamp(entries),
        "version": tiles_digest(floor),
        "live": reverse("floor:floor_live", args=[event.slug]) + filters.query(),
        "sectors": filters.sectors,
        "mine": filters.mine,
        "mine_url": filters.query(mine="no" if filters.mine else "yes"),
        "reach": range_text,
        "anybody": bool(floor.tables),
        "open_count": sum(table.state != "done" for table in floor.tables),
        "words": [{"state": name, "word": WORD_BY_STATE[name], "icon": PICTURES[name][0]} for name in STATES],
    }
    return render(request, "floor/floor.html", context)


def table_tile(table: TableNow, match_url_prefix: str) -> TableTile:
    """Return the tile of one table."""
    return TableTile(
        key=table.match,
        no=table.table,
        state=table.state,
        icon=PICTURES[table.state][0],
        word=tile_word(table),
        names=f"{table.left} – {table.right}",
        url=f"{match_url_prefix}{table.match}",
    )


def tile_word(table: TableNow) -> str:
    """Return the word under the table number. Running extra time reads "+4 min"."""
    if table.extra and table.state in ("extension", "playing"):
        return _("+%(n)d min") % {"n": table.extra}
    return str(WORD_BY_STATE[table.state])


def tiles_digest(floor: Floor) -> str:
    """Compute a digest that changes whenever a tile would look different."""
    state = "".join(f"{table.match}{table.state[:6]}{table.extra};" for table in floor.tables)
    return hashlib.sha256(state.encode()).hexdigest()[:12]


@require_safe
@event_page("view")
def live_tiles(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Return the current tiles as JSON for an open board, or 204 if `?seen=` is current."""
    filters = _BoardFilter(request, event)
    floor = queries.load_floor_tables(event, timezone.now())
    digest = tiles_digest(floor)
    if request.GET.get("seen") == digest:
        return HttpResponse(status=204)
    tiles = {str(table.match): [table.state, tile_word(table)] for table in floor.tables}
    floor_in_reach = filters.reach(floor)
    visible = [str(table.match) for table in floor_in_reach.tables if filters.includes_table(table)]
    counts = floor_in_reach.counts_by_state()
    counts |= {"all": len(floor_in_reach.tables), "open": len(floor_in_reach.tables) - counts["done"]}
    response = JsonResponse({"version": digest, "tiles": tiles, "wanted": visible, "counts": counts})
    response["Cache-Control"] = "no-store"
    return response
