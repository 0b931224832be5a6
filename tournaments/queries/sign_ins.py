"""Attempts to sign in, newest first."""

from django.db.models import QuerySet

from tournaments.models import SignIn, User


def of(user: User) -> QuerySet[SignIn]:
    """Those of one account."""
    return SignIn.objects.filter(user=user)


def everybody(name: str = "", *, failed: bool = False) -> QuerySet[SignIn]:
    """Those of all accounts, or of one by the beginning of its name; `failed`: wrong passwords and codes alone."""
    found = SignIn.objects.select_related("user")
    if name:
        found = found.filter(user__username__istartswith=name)
    return found.exclude(outcome=SignIn.Outcome.OK) if failed else found
