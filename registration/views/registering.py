"""The public page where players register, and the player's page of a registration."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import limits, phones
from core.engine.refused import Refused
from core.forms.questions import Question
from core.public_address import site_address
from core.requests import StadiumRequest
from core.responses import make_response_private
from core.sentences import refusal_text
from registration.engine.seats import Phase, State
from registration.forms.registering import CorrectAnswersForm, RegisterForm
from registration.models import Registration, RegistrationSettings
from registration.queries import registrations as queries
from registration.queries.registrations import DivisionSeats
from registration.services import registering, seating
from tournaments.access import event_page
from tournaments.models import Tournament
from tournaments.rules import powers
from tournaments.services.personal_links import ensure_link

OwnView = Callable[Concatenate[HttpRequest, Registration, ...], HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterPage:
    """Data of the page to register; without a `form` it only shows the phase of registration."""

    phase: Phase
    settings: RegistrationSettings
    seats: Sequence[DivisionSeats]
    form: RegisterForm | None

    @property
    def is_full(self) -> bool:
        """Whether a player who registers now has to wait in every division."""
        return bool(self.seats) and all(row.is_full for row in self.seats)

    @property
    def has_limits(self) -> bool:
        return any(row.places is not None for row in self.seats)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnRegistrationPage:
    """Data of the page of a registration, as shown to its player.

    `place` is the place on the waiting list, or None if the player is not on it. `link` is the token of the
    personal link, or "" before the player is in the event.
    """

    row: Registration
    settings: RegistrationSettings
    place: int | None
    link: str
    may_cancel: bool
    may_correct: bool
    is_offered: bool


@event_page()
def register_player_page(request: StadiumRequest, event: Tournament) -> HttpResponse:
    """Show the questions, and register a player. If answers are refused, the form still contains them."""
    now, settings = timezone.now(), queries.registration_settings_of_event(event)
    seats = queries.division_seats(event, now=now)
    phase = settings.period.phase(now)
    if all(row.division.started_at is not None for row in seats):
        phase = Phase.OVER if settings.is_open else phase
    form = None
    if phase == Phase.OPEN:
        divisions = [row.division for row in seats]
        form = RegisterForm(request.POST or None, event=event, settings=settings, divisions=divisions)
    if request.method == "POST":
        if limits.count_attempt(request, "register") is None:
            return render(request, "429.html", status=429)
        if form is not None and form.is_valid():
            row = form.store(language=get_language() or "en", site=site_address(request))
            if row is not None:
                return redirect("registration:mine", row.token)
    page = RegisterPage(phase=phase, settings=settings, seats=seats, form=form)
    return render(request, "registration/register.html", {"register": page, "page": "register"})


def own_registration_page(view: OwnView) -> Callable[..., HttpResponse]:
    """Decorate `view(request, row, …)` for URLs with a registration's token; 404 for an invalid token.

    Responses are not cached or indexed.
    """

    @wraps(view)
    def page(request: HttpRequest, token: str, *args: Any, **kwargs: Any) -> HttpResponse:
        row = queries.registration_by_token(token)
        if row is None:
            raise Http404
        event = row.tournament
        request.home, request.can = event, powers(request.user, event)  # type: ignore[attr-defined]
        with timezone.override(event.timezone):
            return make_response_private(view(request, row, *args, **kwargs))

    page.behind_registration = True  # type: ignore[attr-defined]
    return page


@require_safe
@own_registration_page
def own_registration(request: HttpRequest, row: Registration) -> HttpResponse:
    """Show the state of a registration: confirmed, on the waiting list, or with a seat to accept.

    The waiting lists move up first if they are behind. The phone stores the token of the registration, and the
    personal link once the player is in the event.
    """
    now = timezone.now()
    if row.state in queries.IN_QUEUE:
        seating.update_waiting_lists_if_behind(row.tournament, now=now)
        row = queries.registration_by_token(row.token) or row
    page = _registration_page_data(row, now)
    response = render(request, "registration/mine.html", {"mine": page, "event": row.tournament})
    phones.remember_personal_link(request, response, row.token, "")
    if page.link:
        phones.remember_personal_link(request, response, page.link, row.tournament.slug)
    return response


@require_POST
@own_registration_page
def accept_seat_view(request: HttpRequest, row: Registration) -> HttpResponse:
    """Accept the offered seat."""
    try:
        registering.accept_seat(row)
        messages.success(request, _("You have a seat."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect("registration:mine", row.token)


@own_registration_page
def cancel_registration_page(request: HttpRequest, row: Registration) -> HttpResponse:
    """Ask for confirmation, then cancel the registration."""
    address = reverse("registration:mine", args=[row.token])
    if request.method != "POST":
        question = Question(
            changes=[
                _("%(name)s does not play in %(event)s.") % {"name": row, "event": row.tournament.name},
                _("The seat goes to the next player. Registering again means waiting like everyone else."),
            ],
            action=_("Cancel the registration"),
            cancel_url=address,
            cancel=_("Keep it"),
            danger=True,
        )
        context = {"question": question, "row": row, "event": row.tournament}
        return render(request, "registration/cancel.html", context)
    try:
        registering.cancel_registration(row, by=None)
        messages.success(request, _("The registration is canceled."))
    except Refused as refused:
        messages.error(request, refusal_text(refused))
    return redirect(address)


@own_registration_page
def correct_answers_page(request: HttpRequest, row: Registration) -> HttpResponse:
    """Correct the answers until the registration is confirmed."""
    settings = queries.registration_settings_of_event(row.tournament)
    form = CorrectAnswersForm(request.POST if request.method == "POST" else None, row=row, settings=settings)
    if form.is_bound and form.is_valid() and form.store():
        messages.success(request, _("Your answers are saved."))
        return redirect("registration:mine", row.token)
    context = {"form": form, "row": row, "event": row.tournament}
    return render(request, "registration/correct.html", context)


def _registration_page_data(row: Registration, now: datetime) -> OwnRegistrationPage:
    """Build the data of a registration's page."""
    settings = queries.registration_settings_of_event(row.tournament)
    has_started = row.division is not None and row.division.started_at is not None
    is_open = row.state in (State.REQUESTED, State.WAITING, State.OFFERED, State.CONFIRMED)
    is_entered = row.state == State.CONFIRMED and row.entry is not None
    return OwnRegistrationPage(
        row=row,
        settings=settings,
        place=queries.place_in_waiting_list(row),
        link=ensure_link(row.entry).token if is_entered and row.entry is not None else "",
        may_cancel=is_open and not has_started and settings.period.may_cancel(now),
        may_correct=row.state in (State.REQUESTED, State.WAITING, State.OFFERED) and not has_started,
        is_offered=row.state == State.OFFERED and row.offered_until is not None and now < row.offered_until,
    )
