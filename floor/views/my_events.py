"""The events of a reader on one page: of this phone, and with an account of every phone."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from core import phones, stamps
from core.forms.questions import Question
from core.live import Live
from core.requests import HomeRequest, SignedInRequest
from core.services.notices import subscriptions
from core.web import private
from floor.documents.personal_data import personal_data_archive
from floor.engine.next_acts import ListState
from floor.forms.my_events import ForgetOnPhoneForm
from floor.queries import my_events as queries
from floor.queries.my_events import MyEvent, MyEvents, MyPlayer
from floor.queries.my_events_data import data_of_events
from floor.views.player_matches import WORDS
from floor.words import my_events_words as words
from pairings.queries.rounds.player_matches import PlayerMatch
from registration.engine.seats import State
from registration.services import accounts
from tournaments.access import account_of
from tournaments.services import account_links

MOST_FOLLOWED = 3
"""Running events whose changes reload the page."""

MOST_ON_CARD = 2
"""Events on the card of the home page; the page has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """A player on the page. `todo` is what to do now, with its address; `line` is the state in one sentence."""

    player: MyPlayer
    url: str
    line: str
    todo: str
    todo_url: str
    list_url: str
    registration_url: str
    rounds: Sequence[tuple[PlayerMatch, str, str, str | Promise]]

    @property
    def match(self) -> PlayerMatch | None:
        """The match at a table now, None without an opponent or between rounds."""
        current = self.player.current
        return current if current is not None and current.opponent is not None else None


@dataclass(frozen=True, slots=True)
class EventGroup:
    """An event on the page with the reader's players."""

    event: MyEvent
    players: Sequence[PlayerRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class MyEventsPage:
    """What the page shows. `to_add` are the keys of players on this phone that are not in the account yet."""

    now: Sequence[EventGroup]
    past: Sequence[EventGroup]
    ended: Sequence[str]
    to_add: Sequence[str]
    days: int
    is_full: bool

    @property
    def groups(self) -> Sequence[EventGroup]:
        return [*self.now, *self.past]

    @property
    def on_phone(self) -> int:
        return sum(row.player.on_phone for group in self.groups for row in group.players)


@require_safe
def my_events(request: HomeRequest) -> HttpResponse:
    """Show the reader's events. What no longer works is said once, and leaves the phone and the account."""
    position, mine = stamps.position(), _events_of(request)
    running = [event.row.pk for event in mine.of_phase("running")]
    if running:
        request.live = Live(position, *running[:MOST_FOLLOWED])
    user = account_of(request)
    ended = words.ended_texts(len(mine.ended), mine.removed)
    to_add = [player.key for player in mine.players if player.on_phone and not player.in_account]
    page = MyEventsPage(
        now=_groups(mine.of_phase("running", "coming")),
        past=_groups(mine.of_phase("past")),
        ended=ended,
        to_add=to_add,
        days=settings.PERSONAL_DATA_DAYS,
        is_full=len(phones.opened_tokens(request)) >= phones.MOST,
    )
    response = render(request, "floor/my_events.html", {"mine": page, "page": "my_events"})
    phones.forget_tokens(request, response, mine.ended)
    if user is not None and mine.removed:
        account_links.drop_ended(user)
        accounts.drop_ended(user)
    return private(response)


def home_card(request: HttpRequest) -> SafeString:
    """Render the reader's next events for the top of the home page, "" for a reader who has none."""
    mine = _events_of(request)
    if not mine.events:
        return mark_safe("")
    groups = _groups(mine.of_phase("running", "coming")[:MOST_ON_CARD])
    context = {"groups": groups, "count": len(mine.events)}
    return mark_safe(render_to_string("floor/my_events/home_card.html", context, request))  # noqa: S308 - a template's  # nosec B308 B703


@require_POST
@login_required
def add_to_account(request: SignedInRequest) -> HttpResponse:
    """Add the players that the page showed to the account, as far as this phone has their links."""
    tokens, added = phones.opened_tokens(request), 0
    for player in _chosen(_events_of(request), request.POST.getlist("of")):
        registration = player.registration
        if player.token in tokens and account_links.add_link(player.token, user=request.user):
            added += 1
        elif registration is not None and registration.token in tokens:
            added += accounts.add_registration(registration.token, user=request.user)
    if added:
        text = ngettext(
            "%(n)s player is in your account now. Sign in on any phone to see their events.",
            "%(n)s players are in your account now. Sign in on any phone to see their events.",
            added,
        )
        messages.success(request, text % {"n": added})
    else:
        messages.info(request, _("Nothing was added: these players are in your account, or no longer here."))
    return private(redirect("floor:my_events"))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def remove_from_account(request: SignedInRequest) -> HttpResponse:
    """Ask before players leave the account, and remove them."""
    players = [
        player
        for player in _chosen(_events_of(request), _keys(request))
        if player.in_account and not player.is_own
    ]
    if not players:
        return private(redirect("floor:my_events"))
    if request.method == "POST":
        for player in players:
            if player.entry is not None:
                account_links.remove_link(player.entry, user=request.user)
            if player.registration is not None:
                accounts.remove_registration(player.registration, user=request.user)
        messages.success(request, _("Removed from your account: %(names)s.") % {"names": _names(players)})
        return private(redirect("floor:my_events"))
    question = Question(
        changes=[
            _("%(names)s leaves the list of your account, on every phone.") % {"names": _names(players)},
            _("The entry in the event stays. Its personal link adds it to your account again."),
        ],
        action=_("Remove from my account"),
        cancel_url=reverse("floor:my_events"),
        cancel=_("Keep it"),
        repeated={"of": [player.key for player in players]},
        danger=True,
    )
    return _ask(request, _("Remove from my account?"), question)


@require_http_methods(["GET", "HEAD", "POST"])
def forget_on_phone(request: HttpRequest) -> HttpResponse:
    """Ask before this phone forgets one player or, without `of`, all of them; then forget, and end notifications."""
    keys, mine = _keys(request), _events_of(request)
    players = [player for player in (_chosen(mine, keys) if keys else mine.players) if player.on_phone]
    if not players:
        return private(redirect("floor:my_events"))
    if request.method == "POST":
        form = ForgetOnPhoneForm(request.POST)
        endpoint = form.cleaned_data["endpoint"] if form.is_valid() else ""
        for player in players:
            if player.entry is not None and endpoint:
                subscriptions.unsubscribe(player.entry, endpoint)
        messages.success(request, _("Forgotten on this phone: %(names)s.") % {"names": _names(players)})
        response = redirect("floor:my_events")
        if keys:
            phones.forget_tokens(request, response, _tokens(players))
        else:
            phones.forget_all(response)
        return private(response)
    stays = all(player.in_account for player in players)
    question = Question(
        changes=[
            _("This phone forgets %(names)s, and gets no more notifications of them.")
            % {"names": _names(players)},
            _("Your account keeps them.")
            if stays
            else _("Open the personal link again to have them back: keep the slip or the mail that has it."),
        ],
        action=_("Forget on this phone"),
        cancel_url=reverse("floor:my_events"),
        cancel=_("Keep it"),
        repeated={"of": keys},
        form=ForgetOnPhoneForm(),
        danger=not stays,
    )
    return _ask(request, _("Forget on this phone?"), question)


@require_safe
def download(request: HttpRequest) -> HttpResponse:
    """Return what this page and the players' own pages show, as a ZIP file."""
    mine = _events_of(request)
    if not mine.events:
        return private(redirect("floor:my_events"))
    data = personal_data_archive(_names(mine.players), data_of_events(mine), ())
    response = HttpResponse(data, content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-events.zip"'
    return private(response)


def _events_of(request: HttpRequest) -> MyEvents:
    return queries.my_events(phones.opened_tokens(request), account_of(request), timezone.now())


def _keys(request: HttpRequest) -> list[str]:
    return (request.POST if request.method == "POST" else request.GET).getlist("of")


def _chosen(mine: MyEvents, keys: Collection[str]) -> list[MyPlayer]:
    """Return the reader's players with these keys; keys of others are ignored."""
    return [player for player in mine.players if player.key in keys]


def _names(players: Collection[MyPlayer]) -> str:
    return ", ".join(dict.fromkeys(player.name for player in players))


def _tokens(players: Collection[MyPlayer]) -> set[str]:
    tokens = {player.token for player in players}
    return tokens | {player.registration.token for player in players if player.registration is not None}


def _ask(request: HttpRequest, title: str, question: Question) -> HttpResponse:
    context = {"title": title, "question": question, "page": "my_events"}
    return private(render(request, "floor/my_events/ask.html", context))


def _groups(events: Collection[MyEvent]) -> list[EventGroup]:
    return [EventGroup(event, [_player_row(event, player) for player in event.players]) for event in events]


def _player_row(event: MyEvent, player: MyPlayer) -> PlayerRow:
    registration = player.registration
    registration_url = reverse("registration:mine", args=[registration.token]) if registration else ""
    if player.token:
        url = reverse("floor:my", args=[player.token])
    elif player.entry is not None:
        url = reverse("floor:my_here", args=[event.row.slug])
    else:
        url = registration_url
    list_url = ""
    if player.token and player.list_state is not ListState.NONE:
        list_url = reverse("decks:mine", args=[player.token])
    todo, todo_url = _todo(event, player, list_url, registration_url)
    return PlayerRow(
        player=player,
        url=url,
        line=words.status_text(event, player, timezone.now()),
        todo=todo,
        todo_url=todo_url,
        list_url=list_url,
        registration_url=registration_url,
        rounds=[(line, *WORDS[line.result]) for line in player.rounds],
    )


def _todo(event: MyEvent, player: MyPlayer, list_url: str, registration_url: str) -> tuple[str, str]:
    """Return what a player has to do now and its address, "" twice if there is nothing."""
    registration = player.registration
    if player.entry is None:
        until = registration.offered_until if registration is not None else None
        is_offered = registration is not None and registration.state == State.OFFERED
        if is_offered and until is not None and timezone.now() < until:
            return _("Accept the seat"), registration_url
        return "", ""
    if event.phase == "past" or not list_url:
        return "", ""
    if player.list_state is ListState.FAULTY:
        return _("Fix the deck list"), list_url
    if player.list_state is not ListState.MISSING:
        return "", ""
    if player.list_until is None:
        return _("Hand in the deck list"), list_url
    return _("Hand in the deck list until %(at)s") % {
        "at": words.time_text(event, player.list_until)
    }, list_url
