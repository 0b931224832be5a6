"""The address and Wi-Fi for phones, and whether a phone has reached it."""

from typing import Any
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

from core.documents.marks import qr_modules, squares
from core.engine.public_address import clean_address, unreachable_reason, wifi_code
from core.engine.refused import Refused
from core.forms.public_address import PublicAddressForm
from core.models import PublicAddress
from core.network import is_from_this_machine, lan_addresses
from core.public_address import print_anyway
from core.queries import public_address as rows
from core.sentences import refusal_text
from core.services import public_address
from core.web import posted_next, private, sign_in_first


@never_cache
def phones(request: HttpRequest) -> HttpResponse:
    """The form and, once an address is set, its codes."""
    if not request.user.is_authenticated:
        return sign_in_first(request)
    administrator = _require_administrator(request)
    row = rows.current()
    form = PublicAddressForm(initial=_initial(request, row))
    if request.method == "POST":
        with public_address.alone() as row:
            form = PublicAddressForm(request.POST, initial=_initial(request, row))
            if _saved(request, form, administrator):
                return redirect("core:phones")
    return render(request, "core/phones.html", {"form": form, **_page(request, row)})


def _saved(request: HttpRequest, form: PublicAddressForm, administrator: AbstractUser) -> bool:
    if not form.is_valid():
        return False
    try:
        public_address.save(by=administrator, **form.cleaned_data)
    except Refused as refused:
        form.add_error("address", refusal_text(refused))
        return False
    messages.success(request, _("Saved. Now scan the code with a phone."))
    return True


@never_cache
@require_safe
def phones_state(request: HttpRequest) -> HttpResponse:
    """Whether a phone reached the address; polled every few seconds."""
    _require_administrator(request)
    return render(request, "core/phones_state.html", {"row": rows.current()})


@require_POST
def phones_remove(request: HttpRequest) -> HttpResponse:
    """Remove the address for phones."""
    administrator = _require_administrator(request)
    public_address.remove(by=administrator)
    messages.success(request, _("Codes lead to the address in the browser again."))
    return redirect("core:phones")


@require_POST
def codes_anyway(request: HttpRequest) -> HttpResponse:
    """Print the sheet despite the warning, and later ones without it."""
    print_anyway(request)
    return redirect(posted_next(request) or "/")


@never_cache
def phone_check(request: HttpRequest, token: str) -> HttpResponse:
    """The page a phone opens to confirm the address; a browser on this machine does not count."""
    if is_from_this_machine(request):
        return private(render(request, "core/phone_check.html", {"here": True}))
    found = public_address.note_opened(token)
    return private(render(request, "core/phone_check.html", {"found": found}, status=200 if found else 404))


def _require_administrator(request: HttpRequest) -> AbstractUser:
    if not (isinstance(request.user, AbstractUser) and request.user.is_superuser):
        raise PermissionDenied(
            _("Only an administrator of this installation can set the address for phones.")
        )
    return request.user


def _initial(request: HttpRequest, row: PublicAddress | None) -> dict[str, str]:
    if row:
        return {"address": row.address, "network": row.network, "network_password": row.network_password}
    return {"address": next(iter(_proposals(request)), "")}


def _proposals(request: HttpRequest) -> list[str]:
    """Addresses that a phone could open: this browser's, unless it is loopback, else those of this machine."""
    here = request.build_absolute_uri("/").rstrip("/")
    try:
        return [clean_address(here)]
    except Refused:
        port = urlsplit(here).port
        return [f"{request.scheme}://{one}{f':{port}' if port else ''}" for one in lan_addresses()]


def _page(request: HttpRequest, row: PublicAddress | None) -> dict[str, Any]:
    proposals = _proposals(request)
    context: dict[str, Any] = {
        "row": row,
        "proposals": proposals,
        "alone": settings.SERVED_ON in {"127.0.0.1", "localhost", "::1"},
        "reason": unreachable_reason(row.address, lan_addresses()) if row and settings.SERVED_ON else "",
    }
    if row:
        check = row.address + reverse("core:phone_check", args=[row.check_token])
        context |= {"check": _code(check), "check_address": check}
        if row.network:
            context["wifi"] = _code(wifi_code(row.network, row.network_password))
    return context


def _code(text: str) -> dict[str, object]:
    modules = qr_modules(text)
    return {"side": len(modules) + 4, "path": squares(modules)}
