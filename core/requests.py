"""Types of requests, with the attributes that middleware and page decorators set: one class for each kind of page."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from core.live import PagePolling
from core.models.journal import Home

if TYPE_CHECKING:
    from django.contrib.auth.models import _User


class StadiumRequest(HttpRequest):
    """A request as views receive it. `began`: when it arrived. `htmx`: false unless htmx sent the request.

    These classes only declare types. An attribute exists once its middleware or decorator has set it. `public_live`
    exists only on pages that are rendered once for all readers.
    """

    began: datetime
    htmx: HtmxDetails
    database_trouble: str
    choices: dict[str, str]
    new_choices: bool
    site_address: str


class SignedInRequest(StadiumRequest):
    """A request for a page that requires sign-in."""

    user: "_User"


class HomeRequest(StadiumRequest):
    """A request for a page of a home, which is the object that a journal belongs to.

    `can`: whether the reader has each power. `live`: how the page polls.
    """

    home: Home
    can: Mapping[str, bool]
    live: PagePolling
    public_live: PagePolling


class StaffRequest(HomeRequest, SignedInRequest):
    """A request for a page of a home that requires a power, and therefore sign-in."""


class PlayerRequest(HomeRequest):
    """A request for a page behind a personal link.

    `forgets_link`: whether the phone should forget the link.
    """

    forgets_link: bool


class TeamRequest(SignedInRequest):
    """A request for a page of a team."""

    owns_team: bool


def home_of_request(request: HttpRequest) -> Home | None:
    """Return the home of the page, or None on a page without a home."""
    home: Home | None = getattr(request, "home", None)
    return home


def powers_of_request(request: HttpRequest) -> Mapping[str, bool]:
    """Return the reader's powers over the home of the page, an empty mapping on a page without a home."""
    can: Mapping[str, bool] = getattr(request, "can", {})
    return can
