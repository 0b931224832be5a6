"""Where codes on screens and paper lead: to the address for phones where one is set, else to where the browser is."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.engine.public_address import Unreachable, unreachable_reason
from tournaments.forms import choices
from tournaments.network import lan_addresses
from tournaments.queries import public_address

ANYWAY = "anyway"
"""The parameter, and the key of the session, of somebody who prints in spite of a warning."""


def site(request: HttpRequest) -> str:
    """Scheme and host for phones: "http://192.168.1.20:8000"."""
    if not hasattr(request, "_site"):
        row = public_address.current()
        request._site = row.address if row else request.build_absolute_uri("/").rstrip("/")  # type: ignore[attr-defined]
    return str(request._site)  # type: ignore[attr-defined]


def absolute(request: HttpRequest, path: str) -> str:
    """The whole address of a page, as a phone opens it."""
    return f"{site(request)}{path}"


def unreachable_reason_of(request: HttpRequest, address: str = "") -> Unreachable:
    """Why phones would not get to `address`, or to `site`.

    None where Stadium was not started by `serve` on a machine of one's own.
    """
    return unreachable_reason(address or site(request), lan_addresses()) if settings.SERVED_ON else ""


def prints_addresses(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorates a sheet with codes or addresses: warns first where phones could not open them, once for each address
    and browser. Of a file in several kinds only the PDF has them.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason = unreachable_reason_of(request) if kwargs.get("kind", "pdf") == "pdf" else ""
        if not reason or choices.choice(request, ANYWAY) == site(request):
            return view(request, *args, **kwargs)
        if ANYWAY in request.GET:
            choices.choose(request, ANYWAY, site(request))
            return view(request, *args, **kwargs)
        query = request.GET.copy()
        query[ANYWAY] = "1"
        context = {
            "reason": reason,
            "address": site(request),
            "onward": f"{request.path}?{query.urlencode()}",
        }
        return render(request, "tournaments/address_doubt.html", context)

    return page
