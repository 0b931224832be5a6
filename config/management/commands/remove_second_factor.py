from typing import Any

from django.core.management.base import CommandError, CommandParser

from config.accounts import second_factor
from core.management.base import StadiumCommand
from tournaments.models import User


class Command(StadiumCommand):
    help = "Let an account sign in with its password alone, after phone and recovery codes were lost."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['name']}.")
        if not second_factor.remove_second_factor(user):
            raise CommandError(f"{user.get_username()} has no second factor.")
        self.stdout.write(f"{user.get_username()} signs in with the password alone now.")
