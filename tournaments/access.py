"""Access to the pages of an event: finds the event and checks permissions."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from core import offline, phones, stamps
from core.engine.numbers import whole_number
from core.live import Live
from core.web import sign_in_first, uncached
from tournaments.models import Entry, Tournament, User
from tournaments.rules import may_create_events, powers
from tournaments.services import editing

type_view = Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]


def event_page(
    power: str | None = None, *, as_bytes: bool = False
) -> Callable[[type_view], Callable[..., HttpResponse]]:
    """Decorate `view(request, event, …)`, routed with the event's slug.

    Without `power` the page is public if the event is. With it, strangers sign in and others get 403. `request.event`
    and `request.can` are set for templates; times are in the event's time zone. Pages shown to staff are never cached
    by browsers or proxies, since a laptop at the desk is shared.
    `as_bytes`: what strangers see depends only on the event, not on time, so it may be rendered once for all of them
    (`config.middleware.public_pages`).
    """

    def decorate(view: type_view) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            position = stamps.position()
            event = get_object_or_404(Tournament, slug=slug)
            can = powers(request.user, event)  # type: ignore[arg-type]
            if power is not None and not can[power]:
                if not request.user.is_authenticated:
                    return sign_in_first(request)
                request.can = can  # type: ignore[attr-defined] # for the page of 403, which names the role
                raise PermissionDenied
            if power is None and not (event.published or can["view"]):
                raise Http404
            request.event, request.can = event, can  # type: ignore[attr-defined]
            request.live = Live(position, event.pk, staff=can["view"])  # type: ignore[attr-defined]
            if as_bytes and not request.user.is_authenticated:
                request.public_live = request.live  # type: ignore[attr-defined]
            with timezone.override(event.timezone):
                response = view(request, event, *args, **kwargs)
            if power is not None or can["view"]:
                return uncached(response)
            offline.allow_public(request, response, phones.remembered(request))
            return response

        page.power, page.as_bytes = power, as_bytes  # type: ignore[attr-defined]
        return page

    return decorate


def edits_alone(view: type_view) -> type_view:
    """Decorate a page that edits a record, below `event_page`: a submitted form is compared (`ConcurrentForm`) and
    saved in one transaction, which locks the event.
    """

    @wraps(view)
    def page(request: HttpRequest, event: Tournament, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, event, *args, **kwargs)
        with editing.alone(event) as held:
            return view(request, held, *args, **kwargs)

    page.edits_alone = True  # type: ignore[attr-defined]
    return page


def creates_events(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page that creates events: strangers sign in; accounts without permission see whom to ask, with 403."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if not may_create_events(request.user):
            return render(request, "tournaments/no_new_events.html", status=403)
        return uncached(view(request, *args, **kwargs))

    page.creates_events = True  # type: ignore[attr-defined]
    return page


def entry_of(event: Tournament, key: int | str) -> Entry:
    """A player of the event by the key in an address or a form, with person and division; 404 for any other text."""
    rows = event.entries.select_related("player", "division__tournament", "tournament")
    return get_object_or_404(rows, pk=whole_number(key) if isinstance(key, str) else key)


def signed_in(request: HttpRequest) -> User:
    """The user of a page that requires a power."""
    assert isinstance(request.user, User)  # noqa: S101 - pages with a power let in nobody else
    return request.user
