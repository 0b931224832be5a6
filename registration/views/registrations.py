"""Pages for the staff: registrations, decisions about them, and settings."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from core import undo_links
from core.documents.downloads import spreadsheet_response
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.forms.table_upload import TableUpload
from core.requests import StaffRequest
from core.return_urls import page_to_return_to
from core.sentences import refusal_text
from core.tables.pagination import paginate_table
from registration.documents import registrations as documents
from registration.engine.seats import Phase, State
from registration.filters import RegistrationFilter
from registration.forms.settings import RegistrationSettingsForm
from registration.models import Registration, RegistrationSettings
from registration.queries import registrations as queries
from registration.queries.registrations import DivisionSeats
from registration.services import decisions, payments, seating
from registration.tables.registrations import RegistrationsTable, registration_state_chip
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament

PAGE_SIZE = 50
MAX_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistrationsPage:
    """Data of the list of registrations.

    `counts` are the numbers by state. `unknown_rows` are the rows of an imported table that match no registration
    or several.
    """

    settings: RegistrationSettings
    phase: Phase
    filter: RegistrationFilter
    table: RegistrationsTable
    seats: Sequence[DivisionSeats]
    counts: dict[str, int]
    upload: TableUpload
    unknown_rows: Sequence[int] = ()

    @property
    def open_count(self) -> int:
        """The number of registrations in an open state."""
        return sum(self.counts[state] for state in ("requested", "waiting", "offered", "confirmed"))

    @property
    def has_filters(self) -> bool:
        return bool(self.filter.form.changed_data)


@require_safe
@event_page("run")
def registrations_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the registrations that match the filters, and move up the waiting lists if they are behind."""
    seating.update_waiting_lists_if_behind(event, now=timezone.now())
    return _render_registrations(request, event, TableUpload())


@require_safe
@event_page("run")
def registration_detail_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show one registration with its answers."""
    rows = event.registrations.select_related("division", "entry", "decided_by", "paid_by")
    row = get_object_or_404(rows, pk=pk)
    context = {
        "row": row,
        "chip": registration_state_chip(row),
        "settings": queries.registration_settings_of_event(event),
        "place": queries.place_in_waiting_list(row),
        "page": "registration",
    }
    return render(request, "registration/registration.html", context)


@require_safe
@event_page("run")
def export_registrations(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return the filtered registrations as CSV or XLSX."""
    rows = RegistrationFilter(request.GET, event=event).qs
    return spreadsheet_response(
        documents.registrations_spreadsheet(event, rows, kind), f"{event.slug}-registrations", kind
    )


@require_POST
@event_page("run")
def decide_registrations_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Approve, decline or cancel the chosen registrations, or mark their fees as paid or unpaid."""
    by, action = request.user, request.POST.get("do", "")
    keys = [key for text in request.POST.getlist("row") if (key := whole_number(text)) is not None]
    address = page_to_return_to(request, reverse("registration:registrations", args=[event.slug]))
    if not keys:
        messages.error(request, _("Choose at least one registration."))
        return redirect(address)
    if action in ("paid", "unpaid"):
        n = payments.set_registrations_paid(event, keys, paid=action == "paid", by=by)
        text = (
            ngettext("%(n)s registration marked as paid.", "%(n)s registrations marked as paid.", n)
            if action == "paid"
            else ngettext(
                "%(n)s registration marked as not paid.", "%(n)s registrations marked as not paid.", n
            )
        )
        messages.success(request, text % {"n": n})
        return redirect(address)
    if action not in decisions.DECISIONS:
        messages.error(request, _("Choose what to do with them."))
        return redirect(address)
    since = undo_links.newest_line_key(event)
    changed_rows, refusals = decisions.decide_registrations(event, keys, action, by=by)
    if changed_rows:
        tag = undo_links.undo_tag(event, since=since, by=by) if len(changed_rows) == 1 else ""
        messages.success(request, _registration_decision_text(action, changed_rows), extra_tags=tag)
    for row, refused in refusals[:MAX_NAMED]:
        text = _("%(name)s: %(reason)s") % {"name": row, "reason": refusal_text(refused)}
        messages.error(request, text)
    return redirect(address)


@require_POST
@event_page("run")
def import_payments_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Mark the registrations in a shop's table as paid, and list the rows that match no registration or several."""
    upload = TableUpload(request.POST, request.FILES)
    if not upload.is_valid():
        return _render_registrations(request, event, upload)
    try:
        imported = payments.import_payments(event, *upload.content(), by=request.user)
    except Refused as refused:
        upload.add_error("file", refusal_text(refused))
        return _render_registrations(request, event, upload)
    text = ngettext(
        "%(n)s registration marked as paid.", "%(n)s registrations marked as paid.", imported.marked
    ) % {"n": imported.marked}
    messages.success(request, text)
    if imported.unknown_rows:
        return _render_registrations(request, event, TableUpload(), unknown_rows=imported.unknown_rows)
    return redirect("registration:registrations", event.slug)


@event_page("organize")
@locks_home_for_edit
def settings(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Open registration, and set who may register, how many players, and the questions."""
    form = RegistrationSettingsForm(request.POST if request.method == "POST" else None, event=event)
    if form.is_bound and form.is_valid() and form.save(by=request.user):
        messages.success(request, _("The registration is saved."))
        return redirect("registration:registrations", event.slug)
    return render(request, "registration/settings.html", {"form": form, "page": "registration"})


def _render_registrations(
    request: StaffRequest, event: Tournament, upload: TableUpload, *, unknown_rows: Sequence[int] = ()
) -> HttpResponse:
    """Render the list of registrations, filtered as requested.

    `unknown_rows` are the rows of an imported table that match no registration or several.
    """
    current_settings = queries.registration_settings_of_event(event)
    registration_filter = RegistrationFilter(request.GET, event=event)
    counts = queries.count_registrations_by_state(event)
    has_fees = bool(current_settings.fee) or event.registrations.exclude(paid_at=None).exists()
    table = RegistrationsTable(
        registration_filter.qs,
        event=event,
        show_division="division" in registration_filter.filters,
        show_fees=has_fees,
    )
    page = RegistrationsPage(
        settings=current_settings,
        phase=current_settings.period.phase(timezone.now()),
        filter=registration_filter,
        table=paginate_table(request, table, rows=PAGE_SIZE),
        seats=queries.division_seats(event, now=timezone.now()),
        counts=counts,
        upload=upload,
        unknown_rows=unknown_rows,
    )
    return render(request, "registration/registrations.html", {"list": page, "page": "registration"})


def _registration_decision_text(action: str, rows: Sequence[Registration]) -> str:
    """Return the sentence about the registrations that were just decided."""
    n = len(rows)
    if action == "approve":
        waiting = sum(row.state == State.WAITING for row in rows)
        text = ngettext("%(n)s registration approved.", "%(n)s registrations approved.", n) % {"n": n}
        if waiting:
            wait = ngettext(
                "%(n)s of them is on the waiting list.", "%(n)s of them are on the waiting list.", waiting
            )
            text = f"{text} {wait % {'n': waiting}}"
        return text
    if action == "decline":
        return ngettext("%(n)s registration declined.", "%(n)s registrations declined.", n) % {"n": n}
    return ngettext("%(n)s registration canceled.", "%(n)s registrations canceled.", n) % {"n": n}
