"""Sign-in attempts, newest first."""

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet

from core.models import SignIn


def of(user: AbstractUser) -> QuerySet[SignIn]:
    """The attempts of one account."""
    return SignIn.objects.filter(user=user.pk)


def everybody(name: str = "", *, failed: bool = False) -> QuerySet[SignIn]:
    """The attempts of all accounts, or those whose username starts with `name`; `failed`: only failed ones."""
    found = SignIn.objects.select_related("user")
    if name:
        found = found.filter(user__username__istartswith=name)
    return found.exclude(outcome=SignIn.Outcome.OK) if failed else found
