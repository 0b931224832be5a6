from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from config.accounts.adapter import accounts_named, forget_sign_in_attempts
from config.accounts.second_factor import forget_code_attempts
from core.management.base import StadiumCommand


class Command(StadiumCommand):
    help = "Forget the wrong passwords that were typed for an account, so that its owner can sign in on a new device."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="username or email address of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CACHES["default"]["BACKEND"].endswith("LocMemCache"):
            raise CommandError(
                "Attempts are counted in the memory of the running server: restart it instead."
            )
        name = options["name"]
        users = list(accounts_named(name))
        if not users:
            raise CommandError(f"There is no account {name}. Give its username or its email address.")
        for user in users:
            forget_sign_in_attempts(user)
            forget_code_attempts(user)
            self.stdout.write(f"{user.get_username()} can sign in again.")
