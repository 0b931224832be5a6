"""Access to the pages of what a journal is of: finds the row and checks permissions."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from core import hooks, offline, phones, stamps
from core.live import Live
from core.models.journal import Home
from core.queries.homes import homes
from core.services import editing
from core.web import sign_in_first, uncached

HomeView = Callable[Concatenate[HttpRequest, Home, ...], HttpResponse]


def home_page(
    power: str | None = None, *, as_bytes: bool = False
) -> Callable[[HomeView], Callable[..., HttpResponse]]:
    """Decorate `view(request, home, …)`, routed with the slug of the home.

    Without `power` the page is public if the home is. With it, strangers sign in and others get 403. `request.home`
    and `request.can` are set for templates; times are in its time zone. Pages shown to staff are never cached by
    browsers or proxies, since a laptop at the desk is shared.
    `as_bytes`: what strangers see depends only on the home, not on time, so it may be rendered once for all of them
    (`config.middleware.public_pages`).
    """

    def decorate(view: HomeView) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            position = stamps.position()
            home = get_object_or_404(homes(), slug=slug)
            can = powers(request, home)
            if power is not None and not can[power]:
                if not request.user.is_authenticated:
                    return sign_in_first(request)
                request.can = can  # type: ignore[attr-defined] # for the page of 403, which names the role
                raise PermissionDenied
            if power is None and not (home.published or can["view"]):
                raise Http404
            request.home, request.can = home, can  # type: ignore[attr-defined]
            request.live = Live(position, home.pk, staff=can["view"])  # type: ignore[attr-defined]
            if as_bytes and not request.user.is_authenticated:
                request.public_live = request.live  # type: ignore[attr-defined]
            with timezone.override(home.timezone):
                response = view(request, home, *args, **kwargs)
            if power is not None or can["view"]:
                return uncached(response)
            offline.allow_public(request, response, phones.remembered(request))
            return response

        page.power, page.as_bytes = power, as_bytes  # type: ignore[attr-defined]
        return page

    return decorate


def powers(request: HttpRequest, home: Home) -> dict[str, bool]:
    """What the user of a request may do with a home."""
    return {power: may for find in hooks.home_powers for power, may in find(request.user, home).items()}


def may_create(request: HttpRequest) -> bool:
    """Whether the user of a request may create homes."""
    return any(may(request.user) for may in hooks.may_create)


def edits_alone(view: HomeView) -> HomeView:
    """Decorate a page that edits a record, below `home_page`: a submitted form is compared (`ConcurrentForm`) and
    saved in one transaction, which locks the home.
    """

    @wraps(view)
    def page(request: HttpRequest, home: Home, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, home, *args, **kwargs)
        with editing.alone(home) as held:
            return view(request, held, *args, **kwargs)

    page.edits_alone = True  # type: ignore[attr-defined]
    return page


def creates_homes(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page that creates homes: strangers sign in; accounts without permission see whom to ask, with 403."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if not may_create(request):
            return render(request, "tournaments/no_new_events.html", status=403)
        return uncached(view(request, *args, **kwargs))

    page.creates_homes = True  # type: ignore[attr-defined]
    return page


def signed_in(request: HttpRequest) -> AbstractUser:
    """The user of a page that requires a power."""
    assert isinstance(request.user, AbstractUser)  # noqa: S101 - pages with a power let in nobody else
    return request.user
