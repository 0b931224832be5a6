"""The page that edits the sectors of the hall."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import sentences
from core.documents.downloads import spreadsheet_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import StaffRequest
from floor.documents import sectors as documents
from floor.engine.refusals import FloorRefusal
from floor.engine.sectors import TableRange
from floor.forms.sectors import FIXED, SectorForm
from floor.queries import sectors as sector_queries
from floor.queries.sectors import SectorNow
from floor.services import sectors as sectoring
from pairings.views.rounds import round_urls
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
@event_page("run")
@locks_home_for_edit
def edit_sectors(request: StaffRequest, event: Tournament, pk: int | None = None) -> HttpResponse:
    """List the sectors with their judges, and add or change a sector."""
    sector = get_object_or_404(event.sectors, pk=pk) if pk is not None else None
    form = SectorForm(request.POST if request.method == "POST" else None, event, sector)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            saved_sector = sectoring.save_sector(
                event,
                sector,
                name=data["name"],
                table_from=data["table_from"],
                table_to=data["table_to"],
                judges=[int(judge) for judge in data["judges"]],
                moves=data["moves_with"] != FIXED,
                division=whole_number(data["moves_with"]),
                by=request.user,
            )
        except Refused as refused:
            field = "name" if refused.code == FloorRefusal.SECTOR_NAME_TAKEN else "table_to"
            form.add_error(field, sentences.refusal_text(refused))
        else:
            messages.success(request, _("Sector “%(name)s” saved.") % {"name": saved_sector.name})
            return redirect("floor:sectors", event.slug)
    current = sector_queries.sectors_now(event)
    context = {
        "page": "floor",
        "sectors": [_sector_line(row) for row in current.rows],
        "is_in_play": any(row.in_play for row in current.rows) or bool(current.uncovered),
        "uncovered": [range_text(tables) for tables in current.uncovered],
        "sector": sector,
        "form": form,
    }
    return render(request, "floor/sectors.html", context, status=400 if form.errors else 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class SectorLine:
    """A sector on its page. `length` is its number of tables, `in_play` how many of them are in play."""

    pk: int
    name: str
    reach: str
    length: int
    in_play: int
    division: str
    judges: str


def range_text(tables: TableRange) -> str:
    """Return a range of tables such as "13–20", or its only table."""
    return str(tables.first) if tables.first == tables.last else f"{tables.first}–{tables.last}"


@require_safe
@event_page("run")
def export_sectors(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download the sectors with their judges as CSV or XLSX."""
    file = documents.sectors_spreadsheet(event, sector_queries.sectors_now(event).rows, kind)
    return spreadsheet_response(file, f"{event.slug}-sectors", kind)


@require_POST
@event_page("run")
def remove_sector(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    sector = get_object_or_404(event.sectors.select_related("tournament"), pk=pk)
    line = sectoring.remove_sector(sector, by=request.user)
    message = _("Sector “%(name)s” removed.") % {"name": sector.name}
    messages.success(request, message, extra_tags=f"undo={round_urls.undo_step_url(event, line.pk)}")
    return redirect("floor:sectors", event.slug)


def _sector_line(row: SectorNow) -> SectorLine:
    return SectorLine(
        pk=row.sector.pk,
        name=row.sector.name,
        reach=range_text(row.tables),
        length=row.tables.last - row.tables.first + 1,
        in_play=len(row.in_play),
        division=str(row.sector.division or ""),
        judges=row.judge_names,
    )
