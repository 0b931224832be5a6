"""The base of addresses in codes: the address for phones if one is set, else that of the browser."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.engine.public_address import Unreachable, unreachable_reason
from core.forms import choices
from core.network import lan_addresses
from core.queries import public_address
from core.services import accounts

ANYWAY = "anyway"
"""The choice of a browser without an account that prints despite a warning."""


def site(request: HttpRequest) -> str:
    """Scheme and host for phones: "http://192.168.1.20:8000"."""
    if not hasattr(request, "_site"):
        row = public_address.current()
        request._site = row.address if row else request.build_absolute_uri("/").rstrip("/")  # type: ignore[attr-defined]
    return str(request._site)  # type: ignore[attr-defined]


def absolute(request: HttpRequest, path: str) -> str:
    """The full address of a page, as a phone opens it."""
    return f"{site(request)}{path}"


def unreachable_reason_of(request: HttpRequest, address: str = "") -> Unreachable:
    """Why phones cannot reach `address`, by default `site`; "" if they can.

    Always "" if Stadium was not started by `serve` on one's own machine.
    """
    return unreachable_reason(address or site(request), lan_addresses()) if settings.SERVED_ON else ""


def prints_addresses(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a sheet with codes or addresses: warn first if phones cannot open them, once per person and address;
    without an account, once per browser. Of a file in several formats only the PDF has codes.
    """

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason = unreachable_reason_of(request) if kwargs.get("kind", "pdf") == "pdf" else ""
        if not reason:
            return view(request, *args, **kwargs)
        user = request.user
        accepted = user.codes_anyway if user.is_authenticated else [choices.choice(request, ANYWAY)]
        if _key(request, reason) in accepted:
            return view(request, *args, **kwargs)
        context = {"reason": reason, "address": site(request), "onward": request.get_full_path()}
        return render(request, "core/address_doubt.html", context)

    return page


def print_anyway(request: HttpRequest) -> None:
    """Stop warning this person about the current address of codes."""
    key = _key(request, unreachable_reason_of(request))
    if request.user.is_authenticated:
        accounts.print_codes_anyway(request.user, key)
    else:
        choices.choose(request, ANYWAY, key)


def _key(request: HttpRequest, reason: Unreachable) -> str:
    # 127.0.0.1, localhost and all ports count as one: only this machine opens them.
    return reason if reason == "loopback" else site(request)
