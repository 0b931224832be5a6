"""The owner's view of an account: second factor, sessions, sign-in attempts. Administrators see all attempts."""

from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from config.accounts import sessions
from config.accounts.second_factor import has_second_factor
from core import limits
from core.engine.browsers import browser_and_system
from core.forms.accounts import DisplayNameForm
from core.models import SignIn
from core.queries import sign_ins as queries
from core.services import accounts
from tournaments.access import signed_in
from tournaments.models import User

SHOWN = 20
"""Attempts shown on the owner's page."""

A_PAGE = 100


def note(request: HttpRequest, user: User, outcome: SignIn.Outcome) -> None:
    """Record an attempt to sign in to an account."""
    agent = request.META.get("HTTP_USER_AGENT", "")
    accounts.note_sign_in(
        user, outcome=outcome, address=limits.address(request), agent=agent, at=timezone.now()
    )


def begin(request: HttpRequest, user: User) -> None:
    """Record a session that was not begun by allauth."""
    UserSession.objects.create_from_request(request)
    note(request, user, SignIn.Outcome.OK)


@receiver(authentication_failed)
def _wrong_code(request: HttpRequest, user: User, **_kwargs: object) -> None:
    note(request, user, SignIn.Outcome.WRONG_CODE)


@never_cache
@login_required
@require_safe
def security(request: HttpRequest) -> HttpResponse:
    """The page of one's own account."""
    return _page(request, DisplayNameForm(initial={"name": signed_in(request).get_full_name()}))


def _page(request: HttpRequest, form: DisplayNameForm, *, status: int = 200) -> HttpResponse:
    user = signed_in(request)
    codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    rows = []
    for session in sessions.of(user):
        browser, system = browser_and_system(session.user_agent)
        here, began = sessions.is_here(request, session), {"at": session.created_at, "address": session.ip}
        rows.append({"pk": session.pk, "here": here, "browser": browser, "system": system, **began})
    context = {
        "name": form,
        "has_second_factor": has_second_factor(user),
        "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
        "sessions": rows,
        "sign_ins": queries.of(user)[:SHOWN],
    }
    return render(request, "account/security.html", context, status=status)


@login_required
@require_POST
def display_name(request: HttpRequest) -> HttpResponse:
    """Save the display name."""
    form = DisplayNameForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=400)
    accounts.rename(signed_in(request), form.cleaned_data["name"])
    messages.success(request, _("Saved. Others see this name from now on."))
    return redirect("security")


@login_required
@require_POST
def session_end(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out one of one's own devices."""
    session = get_object_or_404(UserSession, pk=pk, user=signed_in(request))
    if sessions.is_here(request, session):
        adapter = get_adapter(request)
        adapter.add_message(request, messages.SUCCESS, "account/messages/logged_out.txt")
        adapter.logout(request)
        return redirect("tournaments:home")
    session.end()
    messages.success(request, _("Signed out there."))
    return redirect("security")


@login_required
@require_POST
def sessions_end(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere but here."""
    sessions.end_others(request, signed_in(request))
    messages.success(request, _("Signed out everywhere else."))
    return redirect("security")


@never_cache
@login_required
@require_safe
def all_sign_ins(request: HttpRequest) -> HttpResponse:
    """Attempts at all accounts, for administrators; ?name= is a prefix, ?failed=1 selects failed ones."""
    if not signed_in(request).is_superuser:
        raise PermissionDenied(
            _("Only an administrator of this installation can see other people’s sign-ins.")
        )
    name, failed = request.GET.get("name", "").replace("\0", "")[:150], bool(request.GET.get("failed"))
    rows = Paginator(queries.everybody(name, failed=failed), A_PAGE).get_page(request.GET.get("page"))
    same = "?" + urlencode({"name": name, "failed": "1" if failed else ""})
    context = {"rows": rows, "name": name, "failed": failed, "same": same}
    return render(request, "account/sign_ins.html", context)
