"""Reading sign-in attempts, newest first."""

from django.contrib.auth.models import AbstractUser
from django.db.models import QuerySet

from core.models import SignIn


def sign_ins_of(user: AbstractUser) -> QuerySet[SignIn]:
    """Select the attempts of an account."""
    return SignIn.objects.filter(user=user.pk)


def all_sign_ins(name: str = "", *, failed: bool = False) -> QuerySet[SignIn]:
    """Select the attempts of all accounts whose username starts with `name`, which may be "".

    `failed` selects only failed attempts.
    """
    attempts = SignIn.objects.select_related("user")
    if name:
        attempts = attempts.filter(user__username__istartswith=name)
    return attempts.exclude(outcome=SignIn.Outcome.OK) if failed else attempts
