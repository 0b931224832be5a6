"""The page of a reader's events: those opened on this phone and, if signed in, those of the account."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from core import phones, stamps
from core.live import PagePolling
from core.requests import HomeRequest
from core.responses import make_response_private
from floor.documents.personal_data import personal_data_archive
from floor.queries.my_events_data import downloadable_data_of_events
from floor.views.my_events.rows import EventGroup, event_groups, events_of_reader, player_names_text
from floor.words import my_events_words as words
from registration.services import accounts
from tournaments.access import signed_in_user_or_none
from tournaments.services import account_links

MAX_FOLLOWED = 3
"""Maximum number of running events whose changes reload the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MyEventsPage:
    """The data of the page.

    `ended` are texts about links that no longer work. `to_add` are the keys of players on this phone that are not
    in the account yet. `is_full` is true if this phone cannot store more links.
    """

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
        """The number of players whose links are on this phone."""
        return sum(row.player.on_phone for group in self.groups for row in group.players)


@require_safe
def my_events_page(request: HomeRequest) -> HttpResponse:
    """Show the reader's events. Links that no longer work are mentioned once, then removed from phone and account."""
    position, mine = stamps.current_stamp_position(), events_of_reader(request)
    running = [event.row.pk for event in mine.of_phase("running")]
    if running:
        request.live = PagePolling(position, *running[:MAX_FOLLOWED])
    user = signed_in_user_or_none(request)
    ended = words.ended_links_texts(len(mine.ended), mine.removed)
    to_add = [player.key for player in mine.players if player.on_phone and not player.in_account]
    page = MyEventsPage(
        now=event_groups(mine.of_phase("running", "coming")),
        past=event_groups(mine.of_phase("past")),
        ended=ended,
        to_add=to_add,
        days=settings.PERSONAL_DATA_DAYS,
        is_full=len(phones.opened_tokens(request)) >= phones.MAX_TOKENS,
    )
    response = render(request, "floor/my_events.html", {"mine": page, "page": "my_events"})
    phones.forget_tokens(request, response, mine.ended)
    if user is not None and mine.removed:
        account_links.delete_ended_account_links(user)
        accounts.delete_ended_account_registrations(user)
    return make_response_private(response)


@require_safe
def download_my_events(request: HttpRequest) -> HttpResponse:
    """Download the data shown on this page and on the players' own pages, as a ZIP file."""
    mine = events_of_reader(request)
    if not mine.events:
        return make_response_private(redirect("floor:my_events"))
    data = personal_data_archive(player_names_text(mine.players), downloadable_data_of_events(mine), ())
    response = HttpResponse(data, content_type="application/zip")
    response["Content-Disposition"] = 'attachment; filename="my-events.zip"'
    return make_response_private(response)
