"""Compare the cost of registrations and of the staff's list in a large event with a small one.

    python -m benchmarks.registration                     64, 1,024 and 4,096 players
    python -m benchmarks.registration --quick             64 and 512

Each action is performed in the events in turn, and the CPU time of this process is measured. In a large event a
registration, a player's registration page, a claim by Player ID and birth year, a cancellation and the staff's list may
each cost at most 1.2 times as much as in the small one, with no additional query. The database is a SQLite file in a
temporary folder. Exits with 1 if a claim fails.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import count
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.results import benchmark_environment

if TYPE_CHECKING:
    from tournaments.models import Tournament

MAX_RATIO = 1.2
SIZES, QUICK, TURNS = (64, 1_024, 4_096), (64, 512), 25

_numbers = count(1)
_unclaimed_players: "dict[int, Iterator[tuple[str | None, int | None]]]" = {}
"""Event key -> Player ID and birth year of players who are not claimed yet."""


def create_event_with_registrations(players: int) -> "Tournament":
    """Create an event with `players` registered players, and twice as many places."""
    from registration.models import Registration
    from registration.services.settings import change_registration_settings
    from tests import build
    from tournaments.models import Tournament

    division = build.division(players, checked_in=False, published=True, name=f"Cup of {players}")
    event = division.tournament
    change_registration_settings(
        event, by=None, is_open=True, questions=["player_id"], places={division: 2 * players}
    )
    Registration.objects.bulk_create(
        Registration(
            tournament=event,
            division=division,
            entry=entry,
            number=number,
            token=f"{players}-{number}",
            state="confirmed",
            age_division="masters",
            first_name=entry.first_name,
            last_name=entry.last_name,
            email=f"player{number}@example.org",
            email_key=f"player{number}@example.org",
            search_key=f"{entry.search_key} {number}",
            made_at=build.NOON,
        )
        for number, entry in enumerate(event.entries.order_by("pk"), 1)
    )
    return Tournament.objects.get(pk=event.pk)


def benchmark_registration(event: "Tournament") -> None:
    from registration.engine.questions import Answers
    from registration.services import registering

    number = next(_numbers)
    answers = Answers("Ana", f"Lima {number}", str(9_000_000 + number), email=f"ana{number}@example.org")
    registering.register_player(event, answers)


def benchmark_cancellation(event: "Tournament") -> None:
    from registration.services import registering

    row = (
        event.registrations.filter(state="confirmed").select_related("tournament").order_by("number").first()
    )
    assert row is not None
    registering.cancel_registration(row, by=None)


def benchmark_staff_list(event: "Tournament") -> None:
    """Open the staff's list of registrations."""
    from django.test import Client
    from django.urls import reverse

    client = Client()
    client.force_login(event.staff.get(role="organizer").user)
    answer = client.get(reverse("registration:registrations", args=[event.slug]))
    assert answer.status_code == 200


def benchmark_own_page(event: "Tournament") -> None:
    """Open a player's registration page by the link in the email."""
    from django.test import Client
    from django.urls import reverse

    row = event.registrations.filter(state="confirmed").order_by("-number").first()
    assert row is not None
    assert Client().get(reverse("registration:mine", args=[row.token])).status_code == 200


def benchmark_claim(event: "Tournament") -> None:
    """Claim the next player by Player ID and birth year on a new phone."""
    from django.test import Client
    from django.urls import reverse

    if event.pk not in _unclaimed_players:
        _unclaimed_players[event.pk] = iter(
            list(event.entries.order_by("pk").values_list("player_number", "birth_year"))
        )
    player_id, birth_year = next(_unclaimed_players[event.pk])
    client = Client(REMOTE_ADDR=f"10.0.{next(_numbers) % 250}.{next(_numbers) % 250}")
    typed = {"player_id": player_id, "birth_year": birth_year}
    assert client.post(reverse("registration:claim", args=[event.slug]), typed).status_code == 302


ACTS: "dict[str, Callable[[Tournament], None]]" = {
    "register": benchmark_registration,
    "own page": benchmark_own_page,
    "claim": benchmark_claim,
    "cancel": benchmark_cancellation,
    "list": benchmark_staff_list,
}


def cpu_milliseconds(act: "Callable[[Tournament], None]", event: "Tournament") -> float:
    """Return the CPU time of an action in milliseconds."""
    start = time.process_time()
    act(event)
    return (time.process_time() - start) * 1000


def count_queries(act: "Callable[[Tournament], None]", event: "Tournament") -> int:
    """Return the number of queries of an action, after performing it once to fill caches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    act(event)
    with CaptureQueriesContext(connection) as captured:
        act(event)
    return len(captured)


def measure_registration_costs(sizes: tuple[int, ...]) -> bool:
    """Measure every action in an event of each size. Return whether all claims hold."""
    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    django.setup()
    call_command("migrate", verbosity=0)
    events = [create_event_with_registrations(size) for size in sizes]
    claims_hold = [compare_registration_costs(name, act, events, sizes) for name, act in ACTS.items()]
    return all(claims_hold)


def compare_registration_costs(
    name: str, act: "Callable[[Tournament], None]", events: "list[Tournament]", sizes: tuple[int, ...]
) -> bool:
    """Compare the cost of one action between the events. Return whether the claims hold."""
    counts = [count_queries(act, event) for event in events]
    turns = [[cpu_milliseconds(act, event) for event in events] for _turn in range(TURNS)]
    times = [median(side) for side in zip(*turns, strict=True)]
    ratio = max(times) / times[0]
    holds = ratio <= MAX_RATIO and max(counts) <= counts[0]
    sides = zip(sizes, times, counts, strict=True)
    figures = "   ".join(f"{size:5,} players {cost:6.2f} ms {n:2} queries" for size, cost, n in sides)
    print(f"{'holds' if holds else 'FAILS'}  {name:9} {figures}   {ratio:.2f} times, of {MAX_RATIO}")
    return holds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="64 and 512 players")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(benchmark_environment(folder))
        sys.exit(not measure_registration_costs(QUICK if options.quick else SIZES))


if __name__ == "__main__":
    main()
