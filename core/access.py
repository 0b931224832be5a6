"""Access control for the pages of a home.

A home is the record that owns a journal, such as an event.
"""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from functools import wraps
from typing import Any, Concatenate, TypeVar, overload

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from core import hooks, offline, phones, stamps
from core.live import PagePolling
from core.models.journal import Home
from core.queries.homes import all_homes
from core.requests import HomeRequest, SignedInRequest, StaffRequest
from core.responses import forbid_caching, redirect_to_sign_in, set_view_attributes
from core.services import editing
from core.stamps.scopes import details_scope

HomeType = TypeVar("HomeType", bound=Home)
HomeView = Callable[Concatenate[HomeRequest, HomeType, ...], HttpResponse]
StaffView = Callable[Concatenate[StaffRequest, HomeType, ...], HttpResponse]
Page = Callable[..., HttpResponse]
DetailsScope = Callable[[int], str]
"""A function that returns the scope of some details of the home with this key."""


@overload
def as_page_of_home(
    *, as_bytes: bool = False, shows: Collection[DetailsScope] = (details_scope,)
) -> Callable[[HomeView[HomeType]], Page]: ...
@overload
def as_page_of_home(power: str) -> Callable[[StaffView[HomeType]], Page]: ...
def as_page_of_home(
    power: str | None = None, *, as_bytes: bool = False, shows: Collection[DetailsScope] = (details_scope,)
) -> Callable[[Page], Page]:
    """Decorate `view(request, home, …)`, routed with the slug of the home, as a page of that home.

    Without `power`, the page is public if the home is published; otherwise only users with the power "view" see
    it, and others get 404. With `power`, visitors are asked to sign in, and users without that power get 403.
    Sets the attributes of `HomeRequest`, and the time zone and the words of the home. Browsers and proxies never
    cache pages shown to staff, since laptops at the desk are shared; phones may store the other pages
    (`core.offline`).
    `as_bytes`: the visitors' page depends only on the home, so it may be rendered once for all of them until the
    home changes (`config.middleware.public_pages`). `shows`: which details of the home the page shows besides its
    public data, as functions that return a scope; a change of other details leaves the page as it is. If the page
    changes as time passes, the view says when (`PagePolling.note_change_at`).
    """

    def decorate(view: Page) -> Page:
        @wraps(view)
        def page(request: HomeRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            position = stamps.current_stamp_position()
            home = get_object_or_404(all_homes(), slug=slug)
            can = user_powers(request, home)
            if power is not None and not can[power]:
                if not request.user.is_authenticated:
                    return redirect_to_sign_in(request)
                request.can = can  # for the 403 page, which names the role
                raise PermissionDenied
            if power is None and not (home.published or can["view"]):
                raise Http404
            request.home, request.can = home, can
            request.live = PagePolling(position, home.pk, staff=can["view"])
            if as_bytes and not request.user.is_authenticated:
                request.public_live = request.live
                request.live.limit_content(home.pk, shows)
            with timezone.override(home.timezone), ExitStack() as wordings:
                for choose_words in hooks.home_words:
                    wordings.enter_context(choose_words(home))
                response = view(request, home, *args, **kwargs)
            if power is not None or can["view"]:
                return forbid_caching(response)
            offline.allow_public_offline_copy(request, response, phones.opened_tokens(request))
            return response

        return set_view_attributes(page, power=power, as_bytes=as_bytes)

    return decorate


def user_powers(request: HttpRequest, home: Home) -> dict[str, bool]:
    """Map each power over a home to whether the user of the request has it."""
    return {
        power: is_granted
        for find_powers in hooks.home_powers
        for power, is_granted in find_powers(request.user, home).items()
    }


def may_create_homes(request: HttpRequest) -> bool:
    """Return whether the user of a request may create homes."""
    return any(user_may_create(request.user) for user_may_create in hooks.may_create)


def locks_home_for_edit(view: StaffView[HomeType]) -> StaffView[HomeType]:
    """Decorate a page that edits a record. Apply `as_page_of_home` above this decorator.

    A submitted form is checked for conflicting edits (`ConcurrentForm`) and saved in the same transaction, which
    locks the home.
    """

    @wraps(view)
    def page(request: StaffRequest, home: HomeType, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            return view(request, home, *args, **kwargs)
        with editing.home_locked_for_editing(home) as locked:
            return view(request, locked, *args, **kwargs)

    return set_view_attributes(page, edits_alone=True)


def requires_right_to_create_homes(view: Callable[Concatenate[SignedInRequest, ...], HttpResponse]) -> Page:
    """Decorate a page that creates homes.

    Visitors are asked to sign in. Accounts without permission get 403 and see who can grant it. The page is never
    cached.
    """

    @wraps(view)
    def page(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_sign_in(request)
        if not may_create_homes(request):
            return render(request, "core/no_new_events.html", status=403)
        return forbid_caching(view(request, *args, **kwargs))

    return set_view_attributes(page, creates_homes=True)
