"""The schedule of the day and its progress (R-116)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.documents.downloads import spreadsheet_response
from core.requests import HomeRequest, SignedInRequest, StaffRequest
from core.responses import render_page
from tournaments import queries
from tournaments.access import event_page, locks_home_for_edit
from tournaments.documents import schedule as documents
from tournaments.forms.schedule import PlanDayForm, ScheduleItemForm
from tournaments.labels import schedule_title
from tournaments.models import Tournament
from tournaments.queries.divisions import division_rows
from tournaments.services import schedule as plans
from tournaments.tables.schedule import ScheduleTable, delay_text, time_text


@require_safe
@event_page(as_bytes=True, shows=())
def schedule_page(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show the schedule publicly; organizers can edit it."""
    return _schedule_page(request, event, None)


@require_safe
@event_page("view")
def export_schedule(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return planned and actual times as CSV or XLSX."""
    file = documents.schedule_spreadsheet(event, queries.schedule_of_event(event, timezone.now()), kind)
    return spreadsheet_response(file, f"{event.slug}-schedule", kind)


@require_POST
@event_page("organize")
def schedule_plan(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Plan the day from the start of round 1."""
    form = PlanDayForm(request.POST, event=event)
    if form.is_valid() and form.save(by=request.user):
        messages.success(request, _("The day is planned."))
        return redirect("tournaments:schedule", event.slug)
    return _schedule_page(request, event, form)


@event_page("organize")
def schedule_add(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the form of a new item, and save it."""
    return _save_or_render_item(request, event, ScheduleItemForm(request.POST or None, event=event), None)


@event_page("organize")
@locks_home_for_edit
def edit_schedule_item_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show the form of an item, and save it."""
    item = get_object_or_404(event.schedule.select_related("tournament"), pk=pk)
    return _save_or_render_item(
        request, event, ScheduleItemForm(request.POST or None, event=event, item=item), pk
    )


@require_POST
@event_page("organize")
def schedule_remove(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an item."""
    plans.remove_schedule_item(
        get_object_or_404(event.schedule.select_related("tournament"), pk=pk), by=request.user
    )
    messages.success(request, _("Removed from the schedule."))
    return redirect("tournaments:schedule", event.slug)


@dataclass(frozen=True, slots=True)
class ScheduleLine:
    """One item of the schedule, with its texts.

    `state` is "past", "now" or, for an item to come, "". `start` is the actual or expected time, and `planned`
    the planned time. `note` says that the item is running, or how late it is expected to start, or is "". `day`
    is the day of the item, or "" if the previous line has the same day; the first line is compared with the day
    of the event.
    """

    planned: datetime
    start: datetime
    title: str
    note: str
    state: str
    day: str


@dataclass(frozen=True, slots=True)
class ScheduleLines:
    """The schedule as a list, with a short text about its progress.

    `beside` is that text: the title of the running item, or else by how much the items to come are late, or "".
    """

    lines: Sequence[ScheduleLine]
    beside: str


def schedule_lines(event: Tournament) -> ScheduleLines:
    """Return the schedule as a list for the front page. Makes one query."""
    current = queries.schedule_of_event(event, timezone.now())
    lines: list[ScheduleLine] = []
    running, previous_day = "", timezone.localtime(event.starts_at).date()
    for row in current.rows:
        title, note, state = schedule_title(row.title, row.round_number), "", ""
        if row.state == "running":
            note, state, running = _("now, %(delay)s") % {"delay": delay_text(row.delay)}, "now", title
        elif row.state != "to_come":
            state = "past"
        elif (row.delay or 0) > 0:
            note = delay_text(row.delay)
        day = timezone.localtime(row.start).date()
        day_text = date_format(day, "l j F") if day != previous_day else ""
        lines.append(ScheduleLine(row.planned_start, row.start, title, note, state, day_text))
        previous_day = day
    late_text = (
        delay_text(current.delay) if current.delay > 0 and any(not line.state for line in lines) else ""
    )
    return ScheduleLines(lines, running or late_text)


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySchedule:
    """The table of the schedule, its current delay and its expected end.

    `table` is None for an empty schedule; `late` and `ends` are "" without a delay or an expected end.
    """

    table: ScheduleTable | None
    late: str
    ends: str


@dataclass(frozen=True, kw_only=True)
class SchedulePage:
    """Data of the schedule page; organizers also get the form to plan the day."""

    page: str
    day: DaySchedule
    form: PlanDayForm | None


def _schedule_page(request: HomeRequest, event: Tournament, form: PlanDayForm | None) -> HttpResponse:
    """Render the schedule. Organizers also get the planning form.

    `form` is a submitted form with errors; by default a new form is filled in from the divisions.
    """
    can_edit, current = request.can["organize"], queries.schedule_of_event(event, timezone.now())
    if current.rows:
        request.live.depend_on_time()
    day = DaySchedule(
        table=ScheduleTable(current.rows, slug=event.slug, can_edit=can_edit) if current.rows else None,
        late=delay_text(current.delay) if current.delay > 0 else "",
        ends=time_text(current.ends_at) if current.ends_at else "",
    )
    if can_edit and form is None:
        # Propose the rounds of the largest division. For a cut by points, use its expected size.
        rows = division_rows(event)
        cut = max((row.likely_cut for row in rows), default=0)
        later_rounds = max((row.later_rounds for row in rows), default=0)
        initial = {
            "first_start": event.starts_at,
            # Three rounds are proposed if the number does not follow from the divisions.
            "rounds": max((row.rounds for row in rows), default=0) or 3,
            "later_rounds": later_rounds,
            "later_start": event.starts_at + timedelta(days=1) if later_rounds else None,
            # For example, a cut of 5 to 8 players has 3 rounds.
            "cut_rounds": (cut - 1).bit_length() if cut else 0,
        }
        form = PlanDayForm(event=event, initial=initial)
    page = SchedulePage(page="schedule", day=day, form=form if can_edit else None)
    return render_page(request, "tournaments/schedule.html", page)


def _save_or_render_item(
    request: SignedInRequest, event: Tournament, form: ScheduleItemForm, pk: int | None
) -> HttpResponse:
    """Save an item and redirect to the schedule, or show its form.

    `pk` is the key of an existing item, or None for a new one.
    """
    if form.is_valid() and form.save(by=request.user):
        messages.success(request, _("Schedule saved."))
        return redirect("tournaments:schedule", event.slug)
    return render(request, "tournaments/schedule_point.html", {"form": form, "pk": pk, "page": "schedule"})
