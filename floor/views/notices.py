"""Turn notices on this phone on and off, on the player's table page and the judges' board."""

from dataclasses import dataclass

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
from core.requests import HomeRequest, SignedInRequest, StaffRequest
from core.sentences import refusal_text
from core.services.notices import keys, subscriptions
from core.tasks import notices as tasks
from floor.engine.notice_topics import FOR_PLAYERS, FOR_STAFF
from floor.forms.notices import NoticesForm
from tournaments.access import event_page
from tournaments.models import Entry, PersonalLink, StaffMember, Tournament
from tournaments.rules import role_in
from tournaments.views.personal_link import player_page

SESSION = "notices"
"""Session key for the subscriptions made since signing in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticesCard:
    """The card for a player's notices on this phone, before a script reads the state of the phone.

    `url` receives its requests, and `key` is the public key for subscriptions.
    """

    url: str
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffNoticesCard:
    """The card for a staff member's notices on this phone, with the same fields as `NoticesCard`."""

    url: str
    key: str
    staff: bool


def notices_card_of_player(link: PersonalLink) -> NoticesCard:
    """Return the card for a player, before a script reads the state of this phone."""
    return NoticesCard(url=reverse("floor:my_notices", args=[link.token]), key=keys.vapid_public_key())


def notices_card_of_staff(request: SignedInRequest, event: Tournament) -> StaffNoticesCard | None:
    """Return the card for staff, or None for other readers."""
    if role_in(request.user, event) is None:
        return None
    url = reverse("floor:notices", args=[event.slug])
    return StaffNoticesCard(url=url, key=keys.vapid_public_key(), staff=True)


@require_POST
@player_page
def handle_player_notices(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Handle a player's request about notices on this phone, and return the updated card."""
    return _handle_notices_request(request, link.entry, FOR_PLAYERS)


@require_POST
@event_page("view")
def handle_staff_notices(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Handle a staff member's request about notices on this phone, and return the updated card."""
    member = StaffMember.objects.filter(tournament=event, user=request.user).first()
    if member is None:
        raise PermissionDenied
    return _handle_notices_request(request, member, FOR_STAFF)


def _handle_notices_request(
    request: HttpRequest, owner: Entry | StaffMember, offered_topics: tuple[str, ...]
) -> HttpResponse:
    """Turn notices on or off, save their settings or send a test, depending on `act`, and render the card.

    A test, or a request without a known `act`, also sets the subscription's language to the current one. The
    number of requests is limited.
    """
    action, endpoint = request.POST.get("act", ""), request.POST.get("endpoint", "")
    subscription = (
        subscriptions.push_subscriptions_of(owner).filter(endpoint=endpoint).first()
        if "\0" not in endpoint
        else None
    )
    key = f"{type(owner).__name__}-{owner.pk}"
    if limits.count_attempt(request, "test_notice" if action == "test" else "notices", key) is None:
        return _render_notices_card(
            request,
            NoticesForm(None, offered_topics, subscription),
            subscription,
            error=_("Wait a minute, then try again."),
        )
    if action in ("on", "save"):
        return _subscribe(request, owner, offered_topics, subscription)
    outcome = ""
    if action == "off" and subscription is not None:
        subscriptions.unsubscribe_browser(owner, endpoint)
        subscription, outcome = None, _("Notifications are off for this phone.")
    elif subscription is not None:
        subscriptions.set_subscription_language(subscription, get_language() or "en")
        if action == "test":
            subscription.refresh_from_db()
            tasks.send_test_notice(subscription)
            outcome = _("A test notification is on its way.")
            subscription.refresh_from_db()
    return _render_notices_card(
        request, NoticesForm(None, offered_topics, subscription), subscription, outcome=outcome
    )


def _subscribe(
    request: HttpRequest,
    owner: Entry | StaffMember,
    offered_topics: tuple[str, ...],
    current_subscription: PushSubscription | None,
) -> HttpResponse:
    """Save the subscription of this phone from the form, and render the card with the outcome or errors.

    A staff member's subscription is also stored in the session, so that signing out deletes it.
    """
    form = NoticesForm(request.POST, offered_topics, current_subscription)
    if not form.is_valid():
        return _render_notices_card(request, form, current_subscription)
    try:
        subscription = subscriptions.subscribe_browser(
            owner,
            form.browser,
            topics=form.cleaned_data["topics"],
            language=get_language() or "en",
            origin=request.build_absolute_uri("/").rstrip("/"),
            silent=form.silent,
        )
    except Refused as refused:
        return _render_notices_card(request, form, current_subscription, error=refusal_text(refused))
    if isinstance(owner, StaffMember):
        earlier = request.session.get(SESSION, [])
        request.session[SESSION] = [*(pk for pk in earlier if pk != subscription.pk), subscription.pk][
            -subscriptions.MOST :
        ]
    outcome = _("Saved.") if current_subscription else _("Notifications are on for this phone.")
    return _render_notices_card(
        request, NoticesForm(None, offered_topics, subscription), subscription, outcome=outcome
    )


def _render_notices_card(
    request: HttpRequest,
    form: NoticesForm,
    subscription: PushSubscription | None,
    *,
    outcome: str = "",
    error: str = "",
) -> HttpResponse:
    context = {"form": form, "row": subscription, "outcome": outcome, "error": error}
    return render(request, "floor/notices/state.html", context)


@receiver(user_logged_out)
def _forget_subscriptions(request: HttpRequest | None, **_signal: object) -> None:
    """Delete the subscriptions of a phone when its user signs out."""
    subscription_keys = request.session.get(SESSION) if request is not None else None
    if subscription_keys:
        subscriptions.delete_subscriptions(subscription_keys)
