"""Import a whole TOM event: choose the file, preview it, confirm."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from core.engine.refused import Refused
from core.sentences import refusal_text
from pairings.forms.files import TakeOverForm
from pairings.forms.tom import TakeOverConfirm
from pairings.services import tom
from pairings.services.tom.preview import preview
from pairings.words import tom_page_words
from tournaments.access import creates_events, signed_in
from tournaments.forms.event import own_zone


@creates_events
@require_http_methods(["GET", "HEAD", "POST"])
def take_over(request: HttpRequest) -> HttpResponse:
    """The file form, then its preview, and after confirmation the event. Nothing is stored before."""
    if request.method == "POST" and "content" in request.POST:
        return _confirmed(request)
    form = TakeOverForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data, filename = form.data_of()
        confirm = TakeOverConfirm.of(data, filename, form.cleaned_data["name"], form.cleaned_data["timezone"])
        try:
            seen = preview(
                data,
                by=signed_in(request),
                filename=filename,
                name=form.cleaned_data["name"],
                timezone=form.cleaned_data["timezone"],
                otherwise=own_zone(request),
            )
        except Refused as refused:
            form.add_error("file", refusal_text(refused))
        else:
            context = {
                "seen": seen,
                "confirm": confirm,
                **tom_page_words.preview_texts(seen),
                "filename": filename,
            }
            response = render(request, "pairings/tom/preview.html", context)
            response["Cache-Control"] = "private, no-store"
            return response
    return _choose(request, form)


def _choose(request: HttpRequest, form: TakeOverForm) -> HttpResponse:
    return render(request, "pairings/take_over.html", {"form": form}, status=422 if form.errors else 200)


def _confirmed(request: HttpRequest) -> HttpResponse:
    confirm = TakeOverConfirm(request.POST)
    again = TakeOverForm(
        {"name": request.POST.get("name", ""), "timezone": request.POST.get("timezone", "")}, {}
    )
    if not confirm.is_valid():
        again.errors.clear()
        again.add_error("file", _("The file was not received. Choose it again."))
        return _choose(request, again)
    data = confirm.cleaned_data["content"]
    try:
        event = tom.import_event(
            data,
            by=signed_in(request),
            otherwise=own_zone(request),
            same=request.POST.getlist("same"),
            **confirm.given(),
        )
    except Refused as refused:
        again.errors.clear()
        again.add_error("file", refusal_text(refused))
        return _choose(request, again)
    messages.success(
        request, _("%(event)s was imported with everything in the file.") % {"event": event.name}
    )
    for renamed in tom.renamed(event):
        facts = {"known": renamed.known, "in_file": renamed.in_file, "player_id": renamed.player_id}
        text = _(
            "Player ID %(player_id)s is known here as %(known)s; the file says %(in_file)s. The known name stays."
        )
        messages.warning(request, text % facts)
    return redirect(reverse("pairings:standings", args=[event.slug]))
