"""Sessions of an account."""

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from tournaments.models import User


def of(user: User) -> list[UserSession]:
    """Active sessions, newest first."""
    rows = UserSession.objects.purge_and_list(user)
    return sorted(rows, key=lambda session: session.created_at, reverse=True)


def is_here(request: HttpRequest, session: UserSession) -> bool:
    """Whether a session is this browser's."""
    return bool(session.session_key == request.session.session_key)


def end_others(request: HttpRequest, user: User) -> None:
    """Sign out everywhere but here."""
    for session in of(user):
        if not is_here(request, session):
            session.end()
