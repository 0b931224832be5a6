"""The hall screens of an event, controlled from the desk: what each shows, changed with one tap."""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import refusal_text
from floor.engine.hall_screens import Part, Settings
from floor.engine.refusals import FloorRefusal
from floor.forms.screens import MessageForm, NewScreenForm, ScreenForm
from floor.models import HallScreen
from floor.services import screens as service
from floor.views.screens import leaves
from floor.words import screen_words
from pairings.views.rounds import round_chrome
from tournaments import scopes
from tournaments.access import edits_alone, event_page, signed_in
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions

FIELDS: dict[StrEnum, str] = {
    FloorRefusal.SCREEN_LETTERS_REVERSED: "letter_to",
    FloorRefusal.SCREEN_TABLE_MISSING: "table",
    FloorRefusal.SCREEN_SECONDS: "seconds",
    FloorRefusal.SCREEN_NAME_TAKEN: "name",
    FloorRefusal.SCREEN_NAME_MISSING: "name",
}
"""The form field of each refusal."""


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def screens(request: HttpRequest, event: Tournament) -> HttpResponse:
    """List all screens with their content; POST adds one."""
    form = NewScreenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            row = service.add(event, name=form.cleaned_data["name"], by=signed_in(request))
        except Refused as refused:
            form.add_error("name", refusal_text(refused))
        else:
            line = JournalEvent.objects.filter(
                tournament=event, kind="ScreenAdded", facts__screen=row.pk
            ).latest("pk")
            _add_message(request, event, _("“%(name)s” added.") % {"name": row.name}, line)
            return redirect(f"{reverse('floor:screens', args=[event.slug])}#screen-{row.pk}")
    return _page(request, event, new=form)


@require_POST
@event_page("run")
@edits_alone
def show(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show a single part on a screen; without a part, switch to automatic."""
    row = _screen(event, pk)
    part = request.POST.get("part", "")
    table = whole_number(request.POST.get("table", ""), digits=5)
    settings = replace(row.settings, parts=(part,) if part in list(Part) else ())
    if table is not None:
        settings = replace(settings, table=table)
    names = ", ".join(str(screen_words.PART_NAMES[Part(name)]) for name in settings.parts)
    text = _("Now showing: %(parts)s.") % {"parts": names or screen_words.AUTOMATIC}
    return _done(request, event, row, lambda: service.show(row, settings, by=signed_in(request)), text)


@require_POST
@event_page("run")
@edits_alone
def change(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Change all settings of a screen: parts, letters, seconds, name."""
    row = _screen(event, pk)
    form = ScreenForm(request.POST, row, played_divisions(event))
    if not form.is_valid():
        return _page(request, event, opened=(row, form))
    try:
        # One or two journal lines; only the latest is undone from the message.
        line, by = None, signed_in(request)
        if form.settings != row.settings:
            line = service.show(row, form.settings, by=by)
        if form.cleaned_data["name"] != row.name:
            line = service.rename(row, name=form.cleaned_data["name"], by=by)
            row.name = form.cleaned_data["name"]
    except Refused as refused:
        form.add_error(FIELDS.get(refused.code), refusal_text(refused))
        return _page(request, event, opened=(row, form))
    if line is not None:
        _add_message(request, event, _("“%(name)s” saved.") % {"name": row.name}, line)
    return redirect(f"{reverse('floor:screens', args=[event.slug])}#screen-{row.pk}")


@require_POST
@event_page("run")
@edits_alone
def message(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Set a message on all screens, or on the one of `screen`; an empty text removes it."""
    chosen = whole_number(request.POST.get("screen", ""))
    row = None if chosen is None else _screen(event, chosen)
    rows = [row] if row else list(event.screens.filter(removed_at=None))
    form = MessageForm(request.POST, rows, row)
    if not form.is_valid():
        return _page(request, event, message=form)
    text = form.cleaned_data["text"]
    fills, on = form.cleaned_data["fills"], [row.pk] if row else None
    done = _("The message is on the screens.") if text.strip() else _("The message is removed.")
    return _done(
        request,
        event,
        row,
        lambda: service.set_message(event, text, by=signed_in(request), fills=fills, on=on),
        done,
    )


@require_POST
@event_page("run")
def remove(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove a screen."""
    row = _screen(event, pk)
    text = _("“%(name)s” removed. A television that is still on chooses automatically what to show.") % {
        "name": row.name
    }
    return _done(request, event, None, lambda: service.remove(row, by=signed_in(request)), text)


def _screen(event: Tournament, pk: int) -> HallScreen:
    rows = event.screens.select_related("tournament").filter(removed_at=None)
    return get_object_or_404(rows, pk=pk)


def _done(
    request: HttpRequest,
    event: Tournament,
    row: HallScreen | None,
    act: Callable[[], JournalEvent],
    text: str,
) -> HttpResponse:
    """Run `act`, then redirect to the list with a message and its undo, or with the refusal."""
    url = reverse("floor:screens", args=[event.slug]) + (f"#screen-{row.pk}" if row else "")
    try:
        line = act()
    except Refused as refused:
        return round_chrome.redirect_with_error(request, refused, url)
    _add_message(request, event, text, line)
    return redirect(url)


def _add_message(request: HttpRequest, event: Tournament, text: str, line: JournalEvent) -> None:
    messages.success(request, text, extra_tags=f"undo={round_chrome.undo_url(event, line.pk)}")


def _page(
    request: HttpRequest,
    event: Tournament,
    *,
    new: NewScreenForm | None = None,
    message: MessageForm | None = None,
    opened: tuple[HallScreen, ScreenForm] | None = None,
) -> HttpResponse:
    request.live.follow(scopes.screens(event.pk))  # type: ignore[attr-defined]
    now, rows = timezone.now(), list(event.screens.filter(removed_at=None))
    faulty = {opened[0].pk: opened[1]} if opened else {}
    for_screen = message.initial.get("screen") if message else None
    forms = (new, message, opened[1] if opened else None)
    divisions = played_divisions(event)
    fitting = {
        division: leaves.parts_now(event, Settings(division=division), now)[0]
        for division in {row.division_id for row in rows}
    }
    lines = []
    for row in rows:
        form = faulty.get(row.pk) or ScreenForm(None, row, divisions)
        of_row = message if message and row.pk == for_screen else MessageForm(None, [row], row)
        line = _row(request, row, fitting[row.division_id], form)
        lines.append(line | {"message": of_row, "unsaved": of_row.is_bound})
    context = {
        "page": "screens",
        "rows": lines,
        "messages_up": [row for row in rows if row.message],
        "new": new or NewScreenForm(),
        "message": message if message and for_screen is None else MessageForm(None, rows),
        "open": request.GET.get("open", ""),
    }
    status = 400 if any(form is not None and form.errors for form in forms) else 200
    return render(request, "floor/screens/desk.html", context, status=status)


def _row(
    request: HttpRequest, row: HallScreen, fitting: tuple[Part, ...], form: ScreenForm
) -> dict[str, Any]:
    """Context of one screen. `fitting`: what an automatic one shows now."""
    settings = row.settings
    current = settings.parts[0] if len(settings.parts) == 1 else ""
    buttons = [
        ("", screen_words.AUTOMATIC),
        *((part.value, name) for part, name in screen_words.PART_NAMES.items()),
    ]
    now = screen_words.settings_text(settings)
    if not settings.parts:
        now = " · ".join(str(screen_words.PART_NAMES[part]) for part in fitting)
    return {
        "screen": row,
        "now": now,
        "automatic": not settings.parts,
        "features": settings.parts == (Part.FEATURE,),
        "buttons": [
            {
                "part": part,
                "label": label,
                "pressed": part == current and (bool(part) or not settings.parts),
            }
            for part, label in buttons
            if part != Part.FEATURE
        ],
        "address": leaves.qr_context(request, reverse("floor:screen_short", args=[row.code])),
        "form": form,
        "faulty": form.is_bound,
    }
