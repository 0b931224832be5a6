"""How accounts behave here; everything else is allauth's."""

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest


class StadiumAccounts(DefaultAccountAdapter):
    """Lets a host close the sign-up with SIGNUP_OPEN=false."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return bool(settings.SIGNUP_OPEN)
