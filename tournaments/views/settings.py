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

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.forms.questions import Question
from core.sentences import refusal_text
from core.views import steps
from core.web import posted_next
from tournaments import queries
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.forms.arrange import BY_NUMBERS, ArrangeForm, divisions_text
from tournaments.forms.delete import DeleteForm
from tournaments.forms.divisions import DivisionForm
from tournaments.forms.event import SettingsForm
from tournaments.forms.features import FeaturesForm
from tournaments.models import Tournament
from tournaments.queries.divisions import division_rows, table_ranges
from tournaments.services import divisions, events
from tournaments.services import features as feature_services


@event_page("organize")
@edits_alone
def settings(request: HttpRequest, event: Tournament) -> HttpResponse:
    """All settings in sections."""
    prefetch_related_objects([event], "divisions")
    form = SettingsForm(request.POST or None, event=event)
    seen = steps.newest(event) if request.method == "POST" else 0
    if request.method == "POST" and form.is_valid() and form.save_changes(by=signed_in(request)):
        tag = steps.undo_tag(event, since=seen, by=signed_in(request))
        messages.success(request, _("Settings saved."), extra_tags=tag)
        steps.add_news(request, event, since=seen)
        return redirect("tournaments:settings", event.slug)
    return _page(request, event, form)


@require_POST
@event_page("organize")
def move_to_today(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Move the event to today, and return to the page that asked."""
    seen, user = steps.newest(event), signed_in(request)
    moved = events.move_to_day(event, timezone.localdate(), by=user)
    sentence = _("The event is now dated %(day)s.") % {
        "day": date_format(timezone.localtime(moved.starts_at), "l j F, H:i")
    }
    messages.success(request, sentence, extra_tags=steps.undo_tag(event, since=seen, by=user))
    return redirect(posted_next(request) or reverse("tournaments:settings", args=[event.slug]))


def _page(
    request: HttpRequest, event: Tournament, form: SettingsForm, features: FeaturesForm | None = None
) -> HttpResponse:
    arrangement, tables = queries.arrangement(event), table_ranges(event)
    chosen = BY_NUMBERS if event.by_numbers else ",".join(arrangement.proposed or arrangement.current)
    context = {
        "form": form,
        "divisions": [(row, tables.get(row.division)) for row in division_rows(event)],
        "arrangement": arrangement,
        "proposal": divisions_text(arrangement.proposed),
        "features": features or FeaturesForm.of(event),
        "arrange": ArrangeForm(initial={"divisions": chosen}),
        "report": queries.report_state(event, finished_at=None),
        "page": "settings",
    }
    return render(request, "tournaments/settings.html", context)


@event_page("organize")
def division_add(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Add a division."""
    form = DivisionForm(request.POST or None)
    saved = form.save_to(event, by=signed_in(request)) if form.is_valid() else None
    if saved is not None:
        return _redirect(request, event, _("%(division)s added.") % {"division": saved})
    return _division_page(request, form, _("Add a division"))


@event_page("organize")
@edits_alone
def division(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Rounds, cut and tables of one division."""
    found = get_object_or_404(event.divisions.select_related("tournament"), pk=pk)
    form = DivisionForm(request.POST or None, division=found)
    seen = steps.newest(event)
    saved = form.save_to(event, by=signed_in(request)) if form.is_valid() else None
    if saved is not None:
        return _redirect(request, event, _("%(division)s saved.") % {"division": saved}, since=seen)
    return _division_page(request, form, str(found))


def _division_page(request: HttpRequest, form: DivisionForm, title: str) -> HttpResponse:
    return render(request, "tournaments/division.html", {"form": form, "heading": title, "page": "settings"})


@require_POST
@event_page("organize")
def division_remove(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove an empty division; refused for others."""
    found = get_object_or_404(event.divisions.select_related("tournament"), pk=pk)
    divisions.remove(found, by=signed_in(request))
    return _redirect(request, event, _("%(division)s removed.") % {"division": found})


@require_POST
@event_page("organize")
def arrange(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Regroup the players as chosen."""
    form = ArrangeForm(request.POST)
    if not form.is_valid():
        raise Refused(CoreRefusal.CHANGED_MEANWHILE)
    if form.by_numbers:
        divisions.group_by_numbers(event, by=signed_in(request))
        return _redirect(request, event, _("Players are grouped by numbers when round 1 is paired."))
    rows = divisions.arrange(event, by=signed_in(request), divisions=form.chosen())
    named = ", ".join(map(str, rows))
    return _redirect(request, event, _("Players are grouped as: %(divisions)s.") % {"divisions": named})


@require_POST
@event_page("organize")
def publish(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Make the event public, or visible only to its staff."""
    public = request.POST.get("published") == "yes"
    seen = steps.newest(event)
    events.change(event, by=signed_in(request), published=public)
    message = _("This event is now public.") if public else _("Only staff can see this event now.")
    return _redirect(request, event, message, part="publish", since=seen)


@require_POST
@event_page("organize")
@edits_alone
def features(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Show the staff everything, or the short path of a small event with chosen features."""
    form = FeaturesForm.of(event, request.POST)
    if not form.is_valid():
        return _page(request, event, SettingsForm(event=event), features=form)
    seen = steps.newest(event)
    held = feature_services.choose(event, by=signed_in(request), features=form.chosen())
    message = _("All pages are shown.") if held.features is None else _("The short navigation is shown.")
    back = posted_next(request)
    if not back:
        return _redirect(request, event, message, part="public-pages", since=seen)
    messages.success(request, message, extra_tags=steps.undo_tag(event, since=seen, by=signed_in(request)))
    return redirect(back)


@require_POST
@event_page("organize")
def report(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Mark the results as sent to Play! Pokémon (R-099)."""
    events.report(event, by=signed_in(request))
    day = date_format(timezone.localtime(), "j F Y, H:i")
    return _redirect(request, event, _("Saved: reported on %(day)s.") % {"day": day}, part="report")


@require_POST
@event_page("organize")
def report_withdraw(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Remove that mark."""
    events.withdraw_report(event, by=signed_in(request))
    return _redirect(request, event, _("Saved: not reported yet."), part="report")


@event_page("organize")
def delete(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Ask for the name, then delete the whole event."""
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            events.delete(event, by=signed_in(request), **form.cleaned_data)
        except Refused as refused:
            form.add_error("typed_name", refusal_text(refused))
        else:
            messages.success(request, _("%(event)s is deleted.") % {"event": event.name})
            return redirect("tournaments:home")
    return render(request, "components/confirm.html", _deletion(event, form))


def _deletion(event: Tournament, form: DeleteForm) -> dict[str, object]:
    players = event.entries.count()
    return {
        "title": _("Delete this event"),
        "lead": _("This cannot be undone."),
        "page": "settings",
        "question": Question(
            changes=[
                _("All rounds, results and standings of %(event)s are deleted, and its journal too.")
                % {"event": event.name},
                _("Players removed from the event: %(count)s. They stay in the records of other events.")
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


def _redirect(
    request: HttpRequest,
    event: Tournament,
    message: str,
    *,
    part: str = "divisions",
    since: int | None = None,
) -> HttpResponse:
    """Redirect with a message, and its undo if it is a step after journal line `since`."""
    tag = "" if since is None else steps.undo_tag(event, since=since, by=signed_in(request))
    messages.success(request, message, extra_tags=tag)
    return redirect(reverse("tournaments:settings", args=[event.slug]) + f"#{part}")
