"""Pages about the security of an account: second factor, sessions and attempts to sign in.

Administrators see the attempts of all accounts.
"""

from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.accounts import sessions
from config.accounts.administrators import require_administrator
from config.accounts.second_factor import has_second_factor
from core import limits
from core.engine.browsers import browser_and_system
from core.forms.accounts import DisplayNameForm
from core.models import SignIn
from core.queries import sign_ins as queries
from core.requests import SignedInRequest
from core.services import accounts, sign_ins
from tournaments.models import User

SHOWN = 20
"""The number of attempts shown to the owner of an account."""

PAGE_SIZE = 100
"""The number of attempts on one page of the list for administrators."""


def record_sign_in_attempt(request: HttpRequest, user: User, outcome: SignIn.Outcome) -> None:
    """Record an attempt to sign in to an account."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    sign_ins.record_sign_in(
        user, outcome=outcome, address=limits.client_address(request), agent=agent, at=timezone.now()
    )


def record_session(request: HttpRequest, user: User) -> None:
    """Record a session that was not created by allauth, and the sign-in with which it began."""
    UserSession.objects.create_from_request(request)
    record_sign_in_attempt(request, user, SignIn.Outcome.OK)


@receiver(authentication_failed)
def _record_wrong_code(request: HttpRequest, user: User, **_kwargs: object) -> None:
    record_sign_in_attempt(request, user, SignIn.Outcome.WRONG_CODE)


@never_cache
@login_required
@require_safe
def security_page(request: SignedInRequest) -> HttpResponse:
    """Show the security page of the user's account."""
    return _render_security_page(request, DisplayNameForm(initial={"name": request.user.get_full_name()}))


def _render_security_page(
    request: SignedInRequest, form: DisplayNameForm, *, status: int = 200
) -> HttpResponse:
    """Render the page with a form for the display name, which may contain errors."""
    user = request.user
    recovery_codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    rows = []
    for session in sessions.active_sessions(user):
        browser, system = browser_and_system(session.user_agent)
        rows.append(
            {
                "pk": session.pk,
                "here": sessions.is_session_of_request(request, session),
                "browser": browser,
                "system": system,
                "at": session.created_at,
                "address": session.ip,
            }
        )
    context = {
        "name": form,
        "has_second_factor": has_second_factor(user),
        "codes_left": len(recovery_codes.wrap().get_unused_codes()) if recovery_codes else 0,
        "sessions": rows,
        "sign_ins": queries.sign_ins_of(user)[:SHOWN],
    }
    return render(request, "account/security.html", context, status=status)


@login_required
@require_POST
def change_display_name(request: SignedInRequest) -> HttpResponse:
    """Save the display name."""
    form = DisplayNameForm(request.POST)
    if not form.is_valid():
        return _render_security_page(request, form, status=400)
    accounts.set_display_name(request.user, form.cleaned_data["name"])
    messages.success(request, _("Saved. Others now see this name."))
    return redirect("security")


@login_required
@require_POST
def sign_out_device(request: SignedInRequest, pk: int) -> HttpResponse:
    """Sign out one of the user's devices; if it is this one, continue on the start page."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if sessions.is_session_of_request(request, session):
        adapter = get_adapter(request)
        adapter.add_message(request, messages.SUCCESS, "account/messages/logged_out.txt")
        adapter.logout(request)
        return redirect("tournaments:home")
    session.end()
    messages.success(request, _("Signed out there."))
    return redirect("security")


@login_required
@require_POST
def sign_out_other_devices(request: SignedInRequest) -> HttpResponse:
    """Sign out all other devices of the user."""
    sessions.end_other_sessions(request, request.user)
    messages.success(request, _("Signed out everywhere else."))
    return redirect("security")


@never_cache
@login_required
@require_safe
def all_sign_ins_page(request: SignedInRequest) -> HttpResponse:
    """Show the sign-in attempts of all accounts to administrators.

    `?name=` is a prefix, `?failed=1` selects failed attempts.
    """
    refusal = _("Only an administrator of this installation can see other people’s sign-ins.")
    require_administrator(request, refusal)
    name, failed = request.GET.get("name", "").replace("\0", "")[:150], bool(request.GET.get("failed"))
    rows = Paginator(queries.all_sign_ins(name, failed=failed), PAGE_SIZE).get_page(request.GET.get("page"))
    query = "?" + urlencode({"name": name, "failed": "1" if failed else ""})
    context = {"rows": rows, "name": name, "failed": failed, "same": query}
    return render(request, "account/sign_ins.html", context)
