"""The base of addresses in printed codes: the address for phones if one is set, or else the address in the browser."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render

from core.engine.public_address import Unreachable, unreachable_reason
from core.forms import last_choices
from core.network import lan_addresses
from core.queries import public_address
from core.requests import StadiumRequest
from core.services import public_address as public_address_services

ANYWAY = "anyway"
"""The choice to print despite the warning, in a browser without an account."""


def site_address(request: StadiumRequest) -> str:
    """Return scheme and host for phones: "http://192.168.1.20:8000"."""
    if not hasattr(request, "site_address"):
        current = public_address.current_public_address()
        request.site_address = current.address if current else request.build_absolute_uri("/").rstrip("/")
    return request.site_address


def absolute_url_for_phones(request: StadiumRequest, path: str) -> str:
    """Return the full address of a page for phones."""
    return f"{site_address(request)}{path}"


def unreachable_reason_of(request: StadiumRequest, address: str = "") -> Unreachable:
    """Return the reason why phones cannot reach `address`, by default `site_address`, or "" if they can.

    Always "" unless Stadium was started by `serve` on a person's own machine.
    """
    return unreachable_reason(address or site_address(request), lan_addresses()) if settings.SERVED_ON else ""


def warn_if_unreachable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that prints codes or addresses, so that it warns first if phones cannot open them.

    A person who chooses to print anyway (`stop_warning_about_address`) is not warned about that address again;
    without an account, the browser stores the choice. Only PDFs are checked: other formats contain no codes.
    """

    @wraps(view)
    def page(request: StadiumRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        reason = unreachable_reason_of(request) if kwargs.get("kind", "pdf") == "pdf" else ""
        if not reason:
            return view(request, *args, **kwargs)
        user = request.user
        accepted = user.codes_anyway if user.is_authenticated else [last_choices.last_choice(request, ANYWAY)]
        if _print_anyway_record(request, reason) in accepted:
            return view(request, *args, **kwargs)
        context = {"reason": reason, "address": site_address(request), "onward": request.get_full_path()}
        return render(request, "core/address_doubt.html", context)

    return page


def stop_warning_about_address(request: StadiumRequest) -> None:
    """Stop warning this person, or a browser without an account, about the current address of codes."""
    key = _print_anyway_record(request, unreachable_reason_of(request))
    if request.user.is_authenticated:
        public_address_services.remember_accepted_address(request.user, key)
    else:
        last_choices.remember_choice(request, ANYWAY, key)


def _print_anyway_record(request: StadiumRequest, reason: Unreachable) -> str:
    """Return the value that records that a person chose to print although this address cannot be reached."""
    # 127.0.0.1, localhost and all ports count as one address, since only this machine can open them.
    return reason if reason == "loopback" else site_address(request)
