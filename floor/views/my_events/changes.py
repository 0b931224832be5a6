"""Changes to the list of the reader's events: add players to the account, remove them, forget them on a phone."""

from collections.abc import Collection
from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from core import phones
from core.engine.refused import Refused
from core.forms.questions import Question
from core.requests import SignedInRequest
from core.responses import make_response_private
from core.services.notices import subscriptions
from floor.forms.my_events import ForgetOnPhoneForm
from floor.queries.my_events import MyEvents, MyPlayer
from floor.views.my_events.rows import events_of_reader, player_names_text
from registration.services import accounts
from tournaments.services import account_links


@require_POST
@login_required
def add_players_to_account(request: SignedInRequest) -> HttpResponse:
    """Add the submitted players to the account, except players whose links this phone does not have."""
    tokens, added = phones.opened_tokens(request), 0
    for player in _players_with_keys(events_of_reader(request), request.POST.getlist("of")):
        registration = player.registration
        if player.token in tokens and account_links.add_link_to_account(player.token, user=request.user):
            added += 1
        elif registration is not None and registration.token in tokens:
            with suppress(Refused):  # it was removed since
                added += accounts.add_registration_to_account(registration.token, user=request.user)
    if added:
        text = ngettext(
            "%(n)s player is in your account now. Sign in on any phone to see their events.",
            "%(n)s players are in your account now. Sign in on any phone to see their events.",
            added,
        )
        messages.success(request, text % {"n": added})
    else:
        messages.info(request, _("Nothing was added: these players are in your account, or no longer here."))
    return make_response_private(redirect("floor:my_events"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove_players_from_account(request: SignedInRequest) -> HttpResponse:
    """Ask for confirmation, then remove players from the account, except the account's own player."""
    players = [
        player
        for player in _players_with_keys(events_of_reader(request), _submitted_player_keys(request))
        if player.in_account and not player.is_own
    ]
    if not players:
        return make_response_private(redirect("floor:my_events"))
    if request.method == "POST":
        for player in players:
            if player.entry is not None:
                account_links.remove_link_from_account(player.entry, user=request.user)
            if player.registration is not None:
                with suppress(Refused):  # it was removed since, and so was its link to the account
                    accounts.remove_registration_from_account(player.registration, user=request.user)
        messages.success(
            request, _("Removed from your account: %(names)s.") % {"names": player_names_text(players)}
        )
        return make_response_private(redirect("floor:my_events"))
    question = Question(
        changes=[
            _("%(names)s will be removed from your account’s list, on every phone.")
            % {"names": player_names_text(players)},
            _("The player remains in the event. The personal link adds the player to your account again."),
        ],
        action=_("Remove from my account"),
        cancel_url=reverse("floor:my_events"),
        cancel=_("Keep it"),
        repeated={"of": [player.key for player in players]},
        danger=True,
    )
    return _ask_for_confirmation(request, _("Remove from my account?"), question)


@require_http_methods(["GET", "HEAD", "POST"])
def forget_players_on_phone(request: HttpRequest) -> HttpResponse:
    """Ask for confirmation, then forget players on this phone and end their notifications.

    `of` are the keys of the players. Without `of`, forget all players.
    """
    keys, mine = _submitted_player_keys(request), events_of_reader(request)
    players = [
        player for player in (_players_with_keys(mine, keys) if keys else mine.players) if player.on_phone
    ]
    if not players:
        return make_response_private(redirect("floor:my_events"))
    if request.method == "POST":
        form = ForgetOnPhoneForm(request.POST)
        endpoint = form.cleaned_data["endpoint"] if form.is_valid() else ""
        for player in players:
            if player.entry is not None and endpoint:
                subscriptions.unsubscribe_browser(player.entry, endpoint)
        messages.success(
            request, _("Forgotten on this phone: %(names)s.") % {"names": player_names_text(players)}
        )
        response = redirect("floor:my_events")
        if keys:
            phones.forget_tokens(request, response, _tokens_of_players(players))
        else:
            phones.forget_all_links(response)
        return make_response_private(response)
    stays = all(player.in_account for player in players)
    question = Question(
        changes=[
            _("This phone forgets %(names)s, and gets no more notifications about them.")
            % {"names": player_names_text(players)},
            _("Your account keeps them.")
            if stays
            else _("To get them back, open the personal link again: save the slip or the mail that has it."),
        ],
        action=_("Forget on this phone"),
        cancel_url=reverse("floor:my_events"),
        cancel=_("Keep it"),
        repeated={"of": keys},
        form=ForgetOnPhoneForm(),
        danger=not stays,
    )
    return _ask_for_confirmation(request, _("Forget on this phone?"), question)


def _submitted_player_keys(request: HttpRequest) -> list[str]:
    return (request.POST if request.method == "POST" else request.GET).getlist("of")


def _players_with_keys(mine: MyEvents, keys: Collection[str]) -> list[MyPlayer]:
    """Return the reader's players with these keys. Other keys are ignored."""
    return [player for player in mine.players if player.key in keys]


def _tokens_of_players(players: Collection[MyPlayer]) -> set[str]:
    tokens = {player.token for player in players}
    return tokens | {player.registration.token for player in players if player.registration is not None}


def _ask_for_confirmation(request: HttpRequest, title: str, question: Question) -> HttpResponse:
    context = {"title": title, "question": question, "page": "my_events"}
    return make_response_private(render(request, "floor/my_events/ask.html", context))
