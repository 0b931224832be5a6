"""Sessions of an account."""

from allauth.usersessions.models import UserSession
from django.http import HttpRequest

from tournaments.models import User


def active_sessions(user: User) -> list[UserSession]:
    """List active sessions, newest first."""
    rows = UserSession.objects.purge_and_list(user)
    return sorted(rows, key=lambda session: session.created_at, reverse=True)


def is_session_of_request(request: HttpRequest, session: UserSession) -> bool:
    """Return whether a stored session is the one that this request belongs to."""
    return bool(session.session_key == request.session.session_key)


def end_other_sessions(request: HttpRequest, user: User) -> None:
    """End all sessions of `user` except the session of `request`."""
    for session in active_sessions(user):
        if not is_session_of_request(request, session):
            session.end()
