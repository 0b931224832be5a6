"""Settings of an event: kind, divisions, publication, report, deletion."""

from django.contrib import messages
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import undo_links
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import SignedInRequest, StaffRequest
from core.return_urls import posted_return_url
from core.sentences import refusal_text
from tournaments import queries
from tournaments.access import event_page, locks_home_for_edit
from tournaments.forms.arrange import BY_NUMBERS, ArrangeDivisionsForm, divisions_text
from tournaments.forms.delete_event import DeleteForm
from tournaments.forms.divisions import DivisionForm
from tournaments.forms.event import EventSettingsForm
from tournaments.forms.features import FeaturesForm
from tournaments.models import Tournament
from tournaments.queries.divisions import division_rows, table_ranges
from tournaments.services import divisions, events
from tournaments.services import features as feature_services
from tournaments.words.entrants import are_entrants_teams


@event_page("organize")
@locks_home_for_edit
def event_settings_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show and save all settings."""
    prefetch_related_objects([event], "divisions")
    form = EventSettingsForm(request.POST or None, event=event)
    since = undo_links.newest_line_key(event) if request.method == "POST" else 0
    if request.method == "POST" and form.is_valid() and form.save_changes(by=request.user):
        tag = undo_links.undo_tag(event, since=since, by=request.user)
        messages.success(request, _("Settings saved."), extra_tags=tag)
        undo_links.add_step_news(request, event, since=since)
        return redirect("tournaments:settings", event.slug)
    return _settings_page(request, event, form)


@require_POST
@event_page("organize")
def move_event_to_today(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Move the event to today, and redirect to the page that has the button."""
    since, user = undo_links.newest_line_key(event), request.user
    moved = events.move_event_to_day(event, timezone.localdate(), by=user)
    sentence = _("The event is now dated %(day)s.") % {
        "day": date_format(timezone.localtime(moved.starts_at), "l j F, H:i")
    }
    messages.success(request, sentence, extra_tags=undo_links.undo_tag(event, since=since, by=user))
    return redirect(posted_return_url(request) or reverse("tournaments:settings", args=[event.slug]))


def _settings_page(
    request: HttpRequest, event: Tournament, form: EventSettingsForm, features: FeaturesForm | None = None
) -> HttpResponse:
    """Render the settings. `form` and `features` are submitted forms with errors, if any."""
    arrangement, tables = queries.division_arrangement(event), table_ranges(event)
    initial_grouping = (
        BY_NUMBERS if event.by_numbers else ",".join(arrangement.proposed or arrangement.current)
    )
    context = {
        "form": form,
        "divisions": [(row, tables.get(row.division)) for row in division_rows(event)],
        "arrangement": arrangement,
        "proposal": divisions_text(arrangement.proposed),
        "features": features or FeaturesForm.of(event),
        "arrange": ArrangeDivisionsForm(initial={"divisions": initial_grouping}),
        "report": queries.report_state(event, finished_at=None),
        "page": "settings",
    }
    return render(request, "tournaments/settings.html", context)


@event_page("organize")
def division_add(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the form of a new division, and add it."""
    form = DivisionForm(request.POST or None)
    saved = form.save_to(event, by=request.user) if form.is_valid() else None
    if saved is not None:
        return _redirect_to_settings(request, event, _("%(division)s added.") % {"division": saved})
    return _division_page(request, form, _("Add a division"))


@event_page("organize")
@locks_home_for_edit
def edit_division_page(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Edit the rounds, cut and tables of one division."""
    row = get_object_or_404(event.divisions.select_related("tournament"), pk=pk)
    form = DivisionForm(request.POST or None, division=row)
    since = undo_links.newest_line_key(event)
    saved = form.save_to(event, by=request.user) if form.is_valid() else None
    if saved is not None:
        return _redirect_to_settings(
            request, event, _("%(division)s saved.") % {"division": saved}, since=since
        )
    return _division_page(request, form, str(row))


def _division_page(request: HttpRequest, form: DivisionForm, title: str) -> HttpResponse:
    return render(request, "tournaments/division.html", {"form": form, "heading": title, "page": "settings"})


@require_POST
@event_page("organize")
def division_remove(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an empty division; refused if it has players."""
    row = get_object_or_404(event.divisions.select_related("tournament"), pk=pk)
    divisions.remove_division(row, by=request.user)
    return _redirect_to_settings(request, event, _("%(division)s removed.") % {"division": row})


@require_POST
@event_page("organize")
def arrange_divisions_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Group the players into the chosen divisions, or by numbers when round 1 is paired.

    Refused: CHANGED_MEANWHILE if the choice is no longer offered.
    """
    form = ArrangeDivisionsForm(request.POST)
    if not form.is_valid():
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if form.by_numbers:
        divisions.set_grouping_by_attendance(event, by=request.user)
        return _redirect_to_settings(
            request, event, _("Players are grouped by numbers when round 1 is paired.")
        )
    rows = divisions.arrange_divisions(event, by=request.user, divisions=form.chosen())
    division_names = ", ".join(map(str, rows))
    return _redirect_to_settings(
        request, event, _("Players are grouped as: %(divisions)s.") % {"divisions": division_names}
    )


@require_POST
@event_page("organize")
def change_event_visibility(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Make the event public, or visible only to its staff."""
    public = request.POST.get("published") == "yes"
    since = undo_links.newest_line_key(event)
    events.change_event_settings(event, by=request.user, published=public)
    message = _("This event is now public.") if public else _("Only staff can see this event now.")
    return _redirect_to_settings(request, event, message, anchor="publish", since=since)


@require_POST
@event_page("organize")
@locks_home_for_edit
def choose_features_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Choose whether the staff see all pages, or the short path of a small event with chosen features."""
    form = FeaturesForm.of(event, request.POST)
    if not form.is_valid():
        return _settings_page(request, event, EventSettingsForm(event=event), features=form)
    since = undo_links.newest_line_key(event)
    changed = feature_services.choose_features(event, by=request.user, features=form.chosen())
    message = _("All pages are shown.") if changed.features is None else _("The short navigation is shown.")
    return_url = posted_return_url(request)
    if not return_url:
        return _redirect_to_settings(request, event, message, anchor="public-pages", since=since)
    messages.success(request, message, extra_tags=undo_links.undo_tag(event, since=since, by=request.user))
    return redirect(return_url)


@require_POST
@event_page("organize")
def mark_reported_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Mark the results as sent to Play! Pokémon (R-099)."""
    events.mark_event_as_reported(event, by=request.user)
    day = date_format(timezone.localtime(), "j F Y, H:i")
    return _redirect_to_settings(
        request, event, _("Saved: reported on %(day)s.") % {"day": day}, anchor="report"
    )


@require_POST
@event_page("organize")
def mark_not_reported_view(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Mark the results as not reported after all."""
    events.mark_event_as_not_reported(event, by=request.user)
    return _redirect_to_settings(request, event, _("Saved: not reported yet."), anchor="report")


@event_page("organize")
def delete_event_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Ask for the event's name, then delete the event."""
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            events.delete_event(event, by=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error("typed_name", refusal_text(refused))
        else:
            messages.success(request, _("%(event)s is deleted.") % {"event": event.name})
            return redirect("tournaments:home")
    players = event.entries.count()
    context = {
        "title": _("Delete this event"),
        "lead": _("This cannot be undone."),
        "page": "settings",
        "question": Question(
            changes=[
                _("All rounds, results and standings of %(event)s are deleted, and its journal too.")
                % {"event": event.name},
                (
                    _(
                        "Teams removed from the event: %(count)s. Their members remain in the records "
                        "of other events."
                    )
                    if are_entrants_teams()
                    else _(
                        "Players removed from the event: %(count)s. They remain in the records of "
                        "other events."
                    )
                )
                % {"count": players},
                _("Links and codes to its pages stop working."),
            ],
            action=_("Delete the event"),
            action_url=reverse("tournaments:delete", args=[event.slug]),
            cancel_url=reverse("tournaments:settings", args=[event.slug]),
            danger=True,
            form=form,
        ),
    }
    return render(request, "components/confirm.html", context)


def _redirect_to_settings(
    request: SignedInRequest,
    event: Tournament,
    message: str,
    *,
    anchor: str = "divisions",
    since: int | None = None,
) -> HttpResponse:
    """Redirect to a section of the settings, with a message.

    With `since`, the message offers to undo the journal lines after that one.
    """
    tag = "" if since is None else undo_links.undo_tag(event, since=since, by=request.user)
    messages.success(request, message, extra_tags=tag)
    return redirect(reverse("tournaments:settings", args=[event.slug]) + f"#{anchor}")
