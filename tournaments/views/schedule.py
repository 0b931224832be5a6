"""The schedule of the day and its progress (R-116)."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from tournaments import queries
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.documents import schedule as documents
from tournaments.forms.schedule import PlanForm, PointForm
from tournaments.models import Tournament
from tournaments.queries.divisions import division_rows
from tournaments.services import schedule as plans
from tournaments.tables.schedule import ScheduleTable, clock, delay_text


@require_safe
@event_page(as_bytes=True)
def schedule(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Public; organizers can edit it."""
    return _page(request, event, None)


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Planned and actual times as CSV or XLSX."""
    file = documents.spreadsheet(event, queries.schedule(event, timezone.now()), kind)
    return spreadsheet_response(file, f"{event.slug}-schedule", kind)


@require_POST
@event_page("organize")
def schedule_plan(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Plan the day from the start of round 1."""
    form = PlanForm(request.POST, event=event)
    if form.is_valid() and form.save(by=signed_in(request)):
        messages.success(request, _("The day is planned."))
        return redirect("tournaments:schedule", event.slug)
    return _page(request, event, form)


@event_page("organize")
def schedule_add(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Add an item."""
    return _point(request, event, PointForm(request.POST or None, event=event), None)


@event_page("organize")
@edits_alone
def schedule_point(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Change an item's time or length."""
    item = get_object_or_404(event.schedule.select_related("tournament"), pk=pk)
    return _point(request, event, PointForm(request.POST or None, event=event, item=item), pk)


@require_POST
@event_page("organize")
def schedule_remove(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an item."""
    plans.remove(get_object_or_404(event.schedule.select_related("tournament"), pk=pk), by=signed_in(request))
    messages.success(request, _("Removed from the schedule."))
    return redirect("tournaments:schedule", event.slug)


def day(event: Tournament, *, edit: bool) -> dict[str, Any]:
    """The schedule for a page; `late` in words, "" if on time."""
    found = queries.schedule(event, timezone.now())
    return {
        "table": ScheduleTable(found.rows, slug=event.slug, edit=edit) if found.rows else None,
        "late": delay_text(found.delay) if found.delay > 0 else "",
        "ends": clock(found.ends_at) if found.ends_at else "",
    }


def _page(request: HttpRequest, event: Tournament, form: PlanForm | None) -> HttpResponse:
    edit = request.can["organize"]  # type: ignore[attr-defined]
    context: dict[str, Any] = {"day": day(event, edit=edit), "page": "schedule"}
    if edit and form is None:
        # By default the rounds of the largest division, and a cut by points at its expected size.
        rows = division_rows(event)
        cut = max((row.likely_cut for row in rows), default=0)
        later = max((row.later_rounds for row in rows), default=0)
        initial = {
            "first_start": event.starts_at,
            "rounds": max((row.rounds for row in rows), default=0) or 3,
            "later_rounds": later,
            "later_start": event.starts_at + timedelta(days=1) if later else None,
            "cut_rounds": (cut - 1).bit_length() if cut else 0,
        }
        form = PlanForm(event=event, initial=initial)
    if edit:
        context["form"] = form
    return render(request, "tournaments/schedule.html", context)


def _point(request: HttpRequest, event: Tournament, form: PointForm, pk: int | None) -> HttpResponse:
    if form.is_valid() and form.save(by=signed_in(request)):
        messages.success(request, _("Schedule saved."))
        return redirect("tournaments:schedule", event.slug)
    return render(request, "tournaments/schedule_point.html", {"form": form, "pk": pk, "page": "schedule"})
