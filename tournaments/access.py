"""The door of every page of an event: finds the event, and lets in who may come."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

from core import stamps
from tournaments import offline
from tournaments.live import Live
from tournaments.models import Tournament, User
from tournaments.rules import may_create_events, powers
from tournaments.services import editing

type_view = Callable[Concatenate[HttpRequest, Tournament, ...], HttpResponse]


def event_page(
    power: str | None = None, *, as_bytes: bool = False
) -> Callable[[type_view], Callable[..., HttpResponse]]:
    """Decorates `view(request, event, …)`, routed with the event's slug.

    Without `power` the page is public once the event is. With it: strangers sign in, others get 403.
    `request.event` and `request.can` are set for templates; times are those of the event's own time zone. What staff
    see is kept by no browser and no proxy: the next one at the desk's laptop is somebody else.
    `as_bytes`: what strangers see changes with the event alone, whatever the time, so that it may be made once for all
    of them (`config.middleware.public_pages`).
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
            offline.allow_public(request, response)
            return response

        page.power, page.as_bytes = power, as_bytes  # type: ignore[attr-defined]
        return page

    return decorate


def edits_alone(view: type_view) -> type_view:
    """Decorates a page that edits a record, below `event_page`: a submitted form is compared (`ConcurrentForm`) and
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


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the form of sign-in and on from there: to this address, or after a form that came too late to the page it
    stood on, since what was sent is not sent again.
    """
    came_from = request.META.get("HTTP_REFERER", "")
    is_form = request.method == "POST" and is_ours(request, came_from)
    return redirect_to_login(came_from if is_form else request.get_full_path())


def uncached(response: HttpResponse) -> HttpResponse:
    """The page, for no browser and no proxy to keep; one that says how long it may be kept stays as it is."""
    if not response.has_header("Cache-Control"):
        add_never_cache_headers(response)
    return response


def creates_events(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a page that makes events: strangers sign in; accounts that may not read whom to ask, with 403."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if not may_create_events(request.user):
            return render(request, "tournaments/no_new_events.html", status=403)
        return uncached(view(request, *args, **kwargs))

    page.creates_events = True  # type: ignore[attr-defined]
    return page


def is_ours(request: HttpRequest, url: str) -> bool:
    """Whether an address that came with a request is a page of this site, and no name of a view either."""
    whole = url.startswith(("/", "http://", "https://"))
    return whole and url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    )


def signed_in(request: HttpRequest) -> User:
    """Who works here; pages with a power have let in nobody else."""
    assert isinstance(request.user, User)  # noqa: S101 - pages with a power let in nobody else
    return request.user
