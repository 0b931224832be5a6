"""The pages on which an administrator sets the address and Wi-Fi for phones and sees whether a phone has reached it."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.documents.qr_codes import QrCode, qr_svg
from core.engine.public_address import clean_address, unreachable_reason, wifi_qr_text
from core.engine.refused import Refused
from core.forms.public_address import PublicAddressForm
from core.models import PublicAddress
from core.network import is_from_this_machine, lan_addresses
from core.public_address import stop_warning_about_address
from core.queries import public_address as rows
from core.requests import StadiumRequest
from core.responses import make_response_private, redirect_to_sign_in, render_page
from core.return_urls import posted_return_url
from core.sentences import refusal_text
from core.services import public_address


@dataclass(frozen=True, kw_only=True)
class PhonesPage:
    """The address for phones, its codes to scan (`check`, `wifi`), and the reason why phones cannot open it.

    `alone`: whether the server accepts only connections from this machine.
    """

    form: PublicAddressForm
    row: PublicAddress | None
    proposals: Sequence[object]
    alone: bool
    reason: str
    check: QrCode | None
    check_address: str
    wifi: QrCode | None


@never_cache
def phones_page(request: HttpRequest) -> HttpResponse:
    """Show and save the address for phones and, once it is set, the codes to scan. Administrators only."""
    if not request.user.is_authenticated:
        return redirect_to_sign_in(request)
    administrator = _require_administrator(request)
    public_address_row = rows.current_public_address()
    form = PublicAddressForm(initial=_initial_address_values(request, public_address_row))
    if request.method == "POST":
        with public_address.locked_public_address() as public_address_row:
            form = PublicAddressForm(
                request.POST, initial=_initial_address_values(request, public_address_row)
            )
            if _save_address_form(request, form, administrator):
                return redirect("core:phones")
    check, wifi = "", None
    if public_address_row:
        check = public_address_row.address + reverse(
            "core:phone_check", args=[public_address_row.check_token]
        )
        if public_address_row.network:
            wifi = qr_svg(wifi_qr_text(public_address_row.network, public_address_row.network_password))
    page = PhonesPage(
        form=form,
        row=public_address_row,
        proposals=_proposed_addresses(request),
        alone=settings.SERVED_ON in {"127.0.0.1", "localhost", "::1"},
        reason=unreachable_reason(public_address_row.address, lan_addresses())
        if public_address_row and settings.SERVED_ON
        else "",
        check=qr_svg(check) if check else None,
        check_address=check,
        wifi=wifi,
    )
    return render_page(request, "core/phones.html", page)


def _save_address_form(request: HttpRequest, form: PublicAddressForm, administrator: AbstractUser) -> bool:
    """Save the form if it is valid, and return whether it was saved. Otherwise the form contains the errors."""
    if not form.is_valid():
        return False
    try:
        public_address.save_public_address(by=administrator, **form.cleaned_data)
    except Refused as refused:
        form.add_error("address", refusal_text(refused))
        return False
    messages.success(request, _("Saved. Now scan the code with a phone."))
    return True


@never_cache
@require_safe
def phone_address_state(request: HttpRequest) -> HttpResponse:
    """Show whether a phone has reached the address. Polled every few seconds."""
    _require_administrator(request)
    return render(request, "core/phones_state.html", {"row": rows.current_public_address()})


@require_POST
def remove_address_for_phones(request: HttpRequest) -> HttpResponse:
    """Remove the address for phones."""
    administrator = _require_administrator(request)
    public_address.remove_public_address(by=administrator)
    messages.success(request, _("Codes use the address in the browser again."))
    return redirect("core:phones")


@require_POST
def print_codes_anyway(request: StadiumRequest) -> HttpResponse:
    """Stop warning this person about the address of codes, and return to the page."""
    stop_warning_about_address(request)
    return redirect(posted_return_url(request) or "/")


@never_cache
def confirm_address_by_phone(request: HttpRequest, token: str) -> HttpResponse:
    """Confirm the address when a phone opens this page; 404 if the token in the URL is outdated.

    Requests from this machine do not count.
    """
    if is_from_this_machine(request):
        return make_response_private(render(request, "core/phone_check.html", {"here": True}))
    is_current = public_address.confirm_public_address(token)
    return make_response_private(
        render(request, "core/phone_check.html", {"found": is_current}, status=200 if is_current else 404)
    )


def _require_administrator(request: HttpRequest) -> AbstractUser:
    """Return the signed-in administrator, or raise PermissionDenied."""
    if not (isinstance(request.user, AbstractUser) and request.user.is_superuser):
        raise PermissionDenied(
            _("Only an administrator of this installation can set the address for phones.")
        )
    return request.user


def _initial_address_values(request: HttpRequest, current: PublicAddress | None) -> dict[str, str]:
    """Return the initial values of the form: the values of the stored row, or else a proposal."""
    if current:
        return {
            "address": current.address,
            "network": current.network,
            "network_password": current.network_password,
        }
    return {"address": next(iter(_proposed_addresses(request)), "")}


def _proposed_addresses(request: HttpRequest) -> list[str]:
    """Return addresses that phones could open, likeliest first.

    This is the address in the browser alone, or if that works only on this machine, the machine's network
    addresses.
    """
    browser_address = request.build_absolute_uri("/").rstrip("/")
    try:
        return [clean_address(browser_address)]
    except Refused:
        port = urlsplit(browser_address).port
        return [f"{request.scheme}://{host}{f':{port}' if port else ''}" for host in lan_addresses()]
