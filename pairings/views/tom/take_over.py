"""Import a whole TOM event: choose the file, preview it, confirm."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.requests import SignedInRequest
from core.sentences import refusal_text
from pairings.forms.tom import ConfirmImportForm
from pairings.forms.tom_files import TakeOverForm
from pairings.services.tom import importing
from pairings.services.tom.preview import preview_import
from pairings.words import tom_page_words
from tournaments.access import creates_events
from tournaments.forms.event import browser_zone


@creates_events
@require_http_methods(["GET", "HEAD", "POST"])
def import_event_page(request: SignedInRequest) -> HttpResponse:
    """Show the form for a TOM file, then a preview, and import the event after confirmation.

    Nothing is stored before the confirmation.
    """
    if request.method == "POST" and "content" in request.POST:
        return _import_confirmed_event(request)
    form = TakeOverForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, filename = form.content_and_name()
        confirm = ConfirmImportForm.of(
            data, filename, form.cleaned_data["name"], form.cleaned_data["timezone"]
        )
        try:
            import_preview = preview_import(
                data,
                by=request.user,
                filename=filename,
                name=form.cleaned_data["name"],
                timezone=form.cleaned_data["timezone"],
                default_timezone=browser_zone(request),
            )
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
        else:
            context = {
                "seen": import_preview,
                "confirm": confirm,
                **tom_page_words.preview_texts(import_preview),
                "filename": filename,
            }
            response = render(request, "pairings/tom/preview.html", context)
            response["Cache-Control"] = "private, no-store"
            return response
    return render(request, "pairings/take_over.html", {"form": form}, status=422 if form.errors else 200)


def _import_confirmed_event(request: SignedInRequest) -> HttpResponse:
    """Import the file embedded in the preview. After a refusal, the file must be chosen again."""
    confirm_form = ConfirmImportForm(request.POST)
    event, error = None, _("The file was not received. Choose it again.")
    if confirm_form.is_valid():
        try:
            event = importing.import_event(
                confirm_form.cleaned_data["content"],
                by=request.user,
                default_timezone=browser_zone(request),
                same_people=request.POST.getlist("same"),
                **confirm_form.import_arguments(),
            )
        except Refused as refused:
            error = refusal_text(refused)
    if event is None:
        typed_fields = {name: request.POST.get(name, "") for name in ("name", "timezone")}
        form = TakeOverForm(typed_fields, {})
        # The form has no file, which is an error of its own; only the error below is shown.
        form.errors.clear()
        form.add_error("file", error)
        return render(request, "pairings/take_over.html", {"form": form}, status=422)
    messages.success(
        request, _("%(event)s was imported with everything in the file.") % {"event": event.name}
    )
    for renamed in importing.list_differently_named_people(event):
        facts = {"known": renamed.known, "in_file": renamed.in_file, "player_id": renamed.player_id}
        text = _(
            "Player ID %(player_id)s is known here as %(known)s; the file says %(in_file)s. The known "
            "name is not changed."
        )
        messages.warning(request, text % facts)
    return redirect(reverse("pairings:standings", args=[event.slug]))
