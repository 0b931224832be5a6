"""The hall screens of an event at the desk, where one tap changes the content of a screen."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import responses
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.models import JournalEvent
from core.public_address import absolute_url_for_phones
from core.requests import HomeRequest, StadiumRequest, StaffRequest
from core.sentences import refusal_text
from floor.engine.hall_screens import ScreenPart, ScreenSettings
from floor.engine.refusals import FloorRefusal
from floor.forms.screens import MessageForm, NewScreenForm, ScreenForm
from floor.models import HallScreen
from floor.services import screens as service
from floor.views.screens import qr_codes, screen_pages
from floor.views.screens.qr_codes import CodePart
from floor.words import screen_words
from pairings.queries.rounds.feature_tables import names_of_feature_tables
from pairings.views.rounds import round_urls
from tournaments import scopes
from tournaments.access import event_page, locks_home_for_edit
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries

FIELDS: dict[StrEnum, str] = {
    FloorRefusal.SCREEN_LETTERS_REVERSED: "letter_to",
    FloorRefusal.SCREEN_TABLE_MISSING: "table",
    FloorRefusal.SCREEN_SECONDS: "seconds",
    FloorRefusal.SCREEN_NAME_TAKEN: "name",
    FloorRefusal.SCREEN_NAME_MISSING: "name",
}
"""Form field that shows a refusal, by its code."""


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def screens_page(request: StaffRequest, event: Tournament) -> HttpResponse:
    """List all screens with their content. POST adds a screen."""
    form = NewScreenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            screen = service.add_screen(event, name=form.cleaned_data["name"], by=request.user)
        except Refused as refused:
            form.add_error("name", refusal_text(refused))
        else:
            line = JournalEvent.objects.filter(
                tournament=event, kind="ScreenAdded", facts__screen=screen.pk
            ).latest("pk")
            _add_message(request, event, _("“%(name)s” added.") % {"name": screen.name}, line)
            return redirect(f"{reverse('floor:screens', args=[event.slug])}#screen-{screen.pk}")
    return _render_screens_page(request, event, new=form)


@require_POST
@event_page("run")
@locks_home_for_edit
def switch_screen_to_part(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Show a single part on a screen. Without a part, switch it to automatic.

    `table` selects the table of the feature match.
    """
    screen = _screen_or_404(event, pk)
    part = request.POST.get("part", "")
    table = whole_number(request.POST.get("table", ""), digits=5)
    settings = replace(screen.settings, parts=(part,) if part in list(ScreenPart) else ())
    if table is not None:
        settings = replace(settings, table=table)
    names = ", ".join(str(screen_words.PART_NAMES[ScreenPart(name)]) for name in settings.parts)
    text = _("Now showing: %(parts)s.") % {"parts": names or screen_words.AUTOMATIC}
    return _run_action(
        request, event, screen, lambda: service.set_screen_content(screen, settings, by=request.user), text
    )


@require_POST
@event_page("run")
@locks_home_for_edit
def change_screen(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Change all settings of a screen: parts, letters, seconds, name."""
    screen = _screen_or_404(event, pk)
    form = ScreenForm(request.POST, screen, divisions_with_entries(event))
    if not form.is_valid():
        return _render_screens_page(request, event, opened=(screen, form))
    try:
        # A change writes one or two journal lines. The message can undo only the later line.
        line, by = None, request.user
        if form.settings != screen.settings:
            line = service.set_screen_content(screen, form.settings, by=by)
        if form.cleaned_data["name"] != screen.name:
            line = service.rename_screen(screen, name=form.cleaned_data["name"], by=by)
            screen.name = form.cleaned_data["name"]
    except Refused as refused:
        form.add_error(FIELDS.get(refused.code), refusal_text(refused))
        return _render_screens_page(request, event, opened=(screen, form))
    if line is not None:
        _add_message(request, event, _("“%(name)s” saved.") % {"name": screen.name}, line)
    return redirect(f"{reverse('floor:screens', args=[event.slug])}#screen-{screen.pk}")


@require_POST
@event_page("run")
@locks_home_for_edit
def set_message(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Set a message on all screens, or on the screen `screen`. An empty text removes it."""
    screen_key = whole_number(request.POST.get("screen", ""))
    screen = None if screen_key is None else _screen_or_404(event, screen_key)
    screens = [screen] if screen else list(event.screens.filter(removed_at=None))
    form = MessageForm(request.POST, screens, screen)
    if not form.is_valid():
        return _render_screens_page(request, event, message=form)
    text = form.cleaned_data["text"]
    fills, screen_keys = form.cleaned_data["fills"], [screen.pk] if screen else None
    message_text = _("The message is on the screens.") if text.strip() else _("The message is removed.")
    return _run_action(
        request,
        event,
        screen,
        lambda: service.set_screens_message(
            event, text, by=request.user, fills=fills, screen_keys=screen_keys
        ),
        message_text,
    )


@require_POST
@event_page("run")
def remove_screen(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Remove a screen from the list. The message offers to undo it."""
    screen = _screen_or_404(event, pk)
    text = _("“%(name)s” removed. A television that is still on chooses automatically what to show.") % {
        "name": screen.name
    }
    return _run_action(request, event, None, lambda: service.remove_screen(screen, by=request.user), text)


def _screen_or_404(event: Tournament, pk: int) -> HallScreen:
    screens = event.screens.select_related("tournament").filter(removed_at=None)
    return get_object_or_404(screens, pk=pk)


def _run_action(
    request: HttpRequest,
    event: Tournament,
    screen: HallScreen | None,
    action: Callable[[], JournalEvent],
    text: str,
) -> HttpResponse:
    """Run `action`, then redirect to the list with a message that offers to undo it, or with the refusal."""
    url = reverse("floor:screens", args=[event.slug]) + (f"#screen-{screen.pk}" if screen else "")
    try:
        line = action()
    except Refused as refused:
        return responses.redirect_with_refusal(request, refused, url)
    _add_message(request, event, text, line)
    return redirect(url)


def _add_message(request: HttpRequest, event: Tournament, text: str, line: JournalEvent) -> None:
    messages.success(request, text, extra_tags=f"undo={round_urls.undo_step_url(event, line.pk)}")


def _render_screens_page(
    request: HomeRequest,
    event: Tournament,
    *,
    new: NewScreenForm | None = None,
    message: MessageForm | None = None,
    opened: tuple[HallScreen, ScreenForm] | None = None,
) -> HttpResponse:
    """Render the list of screens, which follows changes to the screens.

    `new`, `message` and `opened` (a screen and its settings) are submitted forms that replace the blank forms on
    the page. The status is 400 if one of them has errors.
    """
    request.live.follow(scopes.hall_screens_scope(event.pk))
    now, screens = timezone.now(), list(event.screens.filter(removed_at=None))
    forms_with_errors = {opened[0].pk: opened[1]} if opened else {}
    message_screen = message.initial.get("screen") if message else None
    forms = (new, message, opened[1] if opened else None)
    divisions = divisions_with_entries(event)
    automatic_parts = {
        division: screen_pages.screen_parts_now(event, ScreenSettings(division=division), now)[0]
        for division in {screen.division_id for screen in screens}
    }
    first_feature_table = next(iter(names_of_feature_tables(event)), None)
    rows = []
    for screen in screens:
        form = forms_with_errors.get(screen.pk) or ScreenForm(None, screen, divisions)
        screen_message = (
            message if message and screen.pk == message_screen else MessageForm(None, [screen], screen)
        )
        rows.append(
            _screen_row(
                request,
                screen,
                automatic_parts[screen.division_id],
                form,
                screen_message,
                feature_table=screen.table or first_feature_table,
            )
        )
    context = {
        "page": "screens",
        "rows": rows,
        "messages_up": [screen for screen in screens if screen.message],
        "new": new or NewScreenForm(),
        "message": message if message and message_screen is None else MessageForm(None, screens),
        "open": request.GET.get("open", ""),
    }
    status = 400 if any(form is not None and form.errors for form in forms) else 200
    return render(request, "floor/screens/desk.html", context, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class PartButton:
    """A button that shows a part on a screen."""

    part: str
    label: Promise
    pressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    """A hall screen at the desk.

    `now` describes its current content, `automatic` is true if it chooses its content, and `features` if it shows only
    the feature match, whose table is `feature_table`. `faulty` and `unsaved` are true if `form` and `message` were
    submitted with errors.
    """

    screen: HallScreen
    now: str
    automatic: bool
    features: bool
    feature_table: int | None
    buttons: list[PartButton]
    address: CodePart
    overlay: str
    form: ScreenForm
    faulty: bool
    message: MessageForm
    unsaved: bool


def _screen_row(
    request: StadiumRequest,
    screen: HallScreen,
    automatic_parts: tuple[ScreenPart, ...],
    form: ScreenForm,
    message: MessageForm,
    *,
    feature_table: int | None,
) -> ScreenRow:
    """Return the row of one screen.

    `automatic_parts` are the parts that an automatic screen shows now, and `feature_table` is the table in the field
    for the feature match.
    """
    settings = screen.settings
    current_part = settings.parts[0] if len(settings.parts) == 1 else ""
    buttons = [
        ("", screen_words.AUTOMATIC),
        *((part.value, name) for part, name in screen_words.PART_NAMES.items()),
    ]
    current_text = screen_words.screen_settings_text(settings)
    if not settings.parts:
        current_text = " · ".join(str(screen_words.PART_NAMES[part]) for part in automatic_parts)
    return ScreenRow(
        screen=screen,
        now=current_text,
        automatic=not settings.parts,
        features=settings.parts == (ScreenPart.FEATURE,),
        feature_table=feature_table,
        buttons=[
            PartButton(
                part=part,
                label=label,
                pressed=part == current_part and (bool(part) or not settings.parts),
            )
            for part, label in buttons
            if part != ScreenPart.FEATURE
        ],
        address=qr_codes.qr_code_of_path(request, reverse("floor:screen_short", args=[screen.code])),
        overlay=absolute_url_for_phones(
            request, reverse("floor:overlay", args=[screen.tournament.slug, screen.code])
        ),
        form=form,
        faulty=form.is_bound,
        message=message,
        unsaved=message.is_bound,
    )
