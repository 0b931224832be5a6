"""The staff of an event, and their permissions."""

from collections.abc import Mapping
from types import MappingProxyType

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.requests import StaffRequest
from core.sentences import refusal_text
from tournaments import queries, rules
from tournaments.access import event_page, locks_home_for_edit
from tournaments.documents import staff as documents
from tournaments.forms.staff import InvitationForm, RoleForm, StaffForm
from tournaments.labels import role_text
from tournaments.models import StaffMember, Tournament
from tournaments.queries import staff_invitations
from tournaments.services import staff as members

POWERS = {
    "view": gettext_lazy("See the staff pages, Player IDs and dates of birth"),
    "report": gettext_lazy("Enter results, drop players"),
    "run": gettext_lazy("Check in, pair, post, swap, close, undo; add and change players"),
    "rule": gettext_lazy("Overrule the verdict on a deck list, start round 1 without all lists"),
    "organize": gettext_lazy("Settings, staff, announcements, reporting, deleting the event"),
}
"""The meaning of each power of `rules`."""

NO_ROLES: Mapping[int, RoleForm] = MappingProxyType({})


@event_page("organize")
def staff_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the staff, and a form to add a member."""
    form = StaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            member = members.add_staff_member(event, by=request.user, **form.cleaned_data)
            text = _("%(name)s joins as %(role)s.")
            messages.success(request, text % {"name": member.user, "role": role_text(member.role)})
            return redirect("tournaments:staff", event.slug)
        except Refused as refused:
            form.add_error("login", refusal_text(refused))
    return _staff_page(request, event, form)


def _staff_page(
    request: HttpRequest, event: Tournament, form: StaffForm, roles: Mapping[int, RoleForm] = NO_ROLES
) -> HttpResponse:
    """Render the staff page. `roles` contains submitted role forms with errors, by member key."""
    rows = [
        (row, roles.get(row.member) or RoleForm(None, row.member, row.role))
        for row in queries.staff_rows(event)
    ]
    context = {
        "page": "staff",
        "rows": rows,
        "form": form,
        "roles": StaffMember.Role.choices,
        "invitations": staff_invitations.open_staff_invitations(event, timezone.now()),
        "invitation_form": InvitationForm(auto_id="invite_%s"),
        "powers": [
            (description, [(role in rules.MAY[power], str(role.label)) for role in StaffMember.Role])
            for power, description in POWERS.items()
        ],
    }
    return render(request, "tournaments/staff.html", context, status=400 if roles else 200)


@require_safe
@event_page("organize")
def export_staff(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Return the staff with their roles as CSV or XLSX."""
    data, content_type = documents.staff_spreadsheet(event, queries.staff_rows(event), kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-staff.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@require_POST
@event_page("organize")
@locks_home_for_edit
def staff_role(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Change a member's role."""
    member = _member_or_404(event, pk)
    form = RoleForm(request.POST, member.pk, member.role)
    if form.is_valid():
        changed = members.change_staff_role(member, by=request.user, **form.cleaned_data)
        facts = {"name": changed.user, "role": role_text(changed.role)}
        messages.success(request, _("%(name)s is now %(role)s.") % facts)
        return _redirect_after_change(request, event, changed)
    return _staff_page(request, event, StaffForm(), {member.pk: form})


@require_POST
@event_page("organize")
def staff_remove(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove a member from the staff."""
    member = _member_or_404(event, pk)
    members.remove_staff_member(member, by=request.user)
    messages.success(request, _("%(name)s is no longer on the staff.") % {"name": member.user})
    return _redirect_after_change(request, event, member)


def _member_or_404(event: Tournament, pk: int) -> StaffMember:
    return get_object_or_404(event.staff.select_related("user", "tournament"), pk=pk)


def _redirect_after_change(request: HttpRequest, event: Tournament, member: StaffMember) -> HttpResponse:
    """Redirect to the staff, or to the front page if the user's own role was changed or removed."""
    page = "tournaments:event" if member.user_id == request.user.pk else "tournaments:staff"
    return redirect(page, event.slug)
