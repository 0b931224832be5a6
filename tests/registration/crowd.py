"""A crowd that registers: run in several processes at once, each with its share of the players.

python -m tests.registration.crowd SLUG FIRST LAST
"""

import os
import sys


def main(slug: str, first: int, last: int) -> None:
    """Register players FIRST to LAST - 1; every tenth cancels at once, and players with an offer accept it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from core.engine.refused import Refused
    from registration.models import Registration
    from registration.services import registering
    from tests.registration import signing_up as up
    from tournaments.models import Tournament

    event = Tournament.objects.get(slug=slug)
    for number in range(first, last):
        row = up.register(event, number)
        if number % 10 == 0:
            registering.cancel_registration(row, by=None)
        offered = Registration.objects.filter(tournament=event, state="offered").order_by("?").first()
        if offered is not None:
            try:
                registering.accept_seat(offered)
            except Refused:
                continue  # another process was faster


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
