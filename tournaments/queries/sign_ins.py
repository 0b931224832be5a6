"""Sign-in attempts, newest first."""

from django.db.models import QuerySet

from tournaments.models import SignIn, User


def of(user: User) -> QuerySet[SignIn]:
    """The attempts of one account."""
    return SignIn.objects.filter(user=user)


def everybody(name: str = "", *, failed: bool = False) -> QuerySet[SignIn]:
    """The attempts of all accounts, or those whose username starts with `name`; `failed`: only failed ones."""
    found = SignIn.objects.select_related("user")
    if name:
        found = found.filter(user__username__istartswith=name)
    return found.exclude(outcome=SignIn.Outcome.OK) if failed else found
