"""Notices on this phone: turned on and off on the player's table page and the judges' board."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from core import limits
from core.engine.refused import Refused
from core.models import PushSubscription
from core.sentences import refusal_text
from core.services.notices import keys, subscriptions
from core.tasks import notices as tasks
from floor.engine.notice_topics import FOR_PLAYERS, FOR_STAFF
from floor.forms.notices import NoticesForm
from tournaments.access import event_page, signed_in
from tournaments.models import Entry, PersonalLink, StaffMember, Tournament
from tournaments.rules import role_in
from tournaments.views.personal_link import player_page

SESSION = "notices"
"""Session key of the subscriptions made since signing in."""


def card_of_player(link: PersonalLink) -> dict[str, Any]:
    """Context of the card before a script reads the state of this phone."""
    return _card(reverse("floor:my_notices", args=[link.token]))


def card_of_staff(request: HttpRequest, event: Tournament) -> dict[str, Any] | None:
    """The same; None for viewers who are not staff."""
    if role_in(signed_in(request), event) is None:
        return None
    return _card(reverse("floor:notices", args=[event.slug])) | {"staff": True}


def _card(url: str) -> dict[str, Any]:
    return {"url": url, "key": keys.public_key()}


@require_POST
@player_page
def my_notices(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Handle a player's request about notices on this phone. Returns the updated card."""
    return _answer(request, link.entry, FOR_PLAYERS)


@require_POST
@event_page("view")
def notices(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The same for a member of staff."""
    member = StaffMember.objects.filter(tournament=event, user=signed_in(request)).first()
    if member is None:
        raise PermissionDenied
    return _answer(request, member, FOR_STAFF)


def _answer(request: HttpRequest, owner: Entry | StaffMember, offered: tuple[str, ...]) -> HttpResponse:
    act, endpoint = request.POST.get("act", ""), request.POST.get("endpoint", "")
    row = subscriptions.of(owner).filter(endpoint=endpoint).first() if "\0" not in endpoint else None
    key = f"{type(owner).__name__}-{owner.pk}"
    if limits.count(request, "test_notice" if act == "test" else "notices", key) is None:
        return _part(request, NoticesForm(None, offered, row), row, error=_("Wait a minute, then try again."))
    if act in ("on", "save"):
        return _subscribe(request, owner, offered, row)
    outcome = ""
    if act == "off" and row is not None:
        subscriptions.unsubscribe(owner, endpoint)
        row, outcome = None, _("Notifications are off for this phone.")
    elif row is not None:
        subscriptions.speak(row, get_language() or "en")
        if act == "test":
            row.refresh_from_db()
            tasks.send_test_notice(row)
            outcome = _("A test notification is on its way.")
            row.refresh_from_db()
    return _part(request, NoticesForm(None, offered, row), row, outcome=outcome)


def _subscribe(
    request: HttpRequest,
    owner: Entry | StaffMember,
    offered: tuple[str, ...],
    row: PushSubscription | None,
) -> HttpResponse:
    form = NoticesForm(request.POST, offered, row)
    if not form.is_valid():
        return _part(request, form, row)
    try:
        subscription = subscriptions.subscribe(
            owner,
            form.browser,
            topics=form.cleaned_data["topics"],
            language=get_language() or "en",
            origin=request.build_absolute_uri("/").rstrip("/"),
            silent=form.silent,
        )
    except Refused as refused:
        return _part(request, form, row, error=refusal_text(refused))
    if isinstance(owner, StaffMember):
        earlier = request.session.get(SESSION, [])
        request.session[SESSION] = [*(pk for pk in earlier if pk != subscription.pk), subscription.pk][
            -subscriptions.MOST :
        ]
    outcome = _("Saved.") if row else _("Notifications are on for this phone.")
    return _part(request, NoticesForm(None, offered, subscription), subscription, outcome=outcome)


def _part(
    request: HttpRequest,
    form: NoticesForm,
    row: PushSubscription | None,
    *,
    outcome: str = "",
    error: str = "",
) -> HttpResponse:
    context = {"form": form, "row": row, "outcome": outcome, "error": error}
    return render(request, "floor/notices/state.html", context)


@receiver(user_logged_out)
def _forget(request: HttpRequest | None, **_signal: object) -> None:
    """Delete the subscriptions of a phone on sign-out."""
    own = request.session.get(SESSION) if request is not None else None
    if own:
        subscriptions.forget(own)
