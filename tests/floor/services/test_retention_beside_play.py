"""While the data of an old event is removed, a running event of the same team never waits, on PostgreSQL."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from core.services import teams
from floor.engine.journal_kinds import PersonalDataRemoved
from floor.services import retention
from pairings.models import Round
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import build as play
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

DAYS = 30
STUCK = "2s"


def hall_goes_on(key: int) -> int:
    """Enter the results of a round, close it and pair the next one, waiting only briefly for locks."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{STUCK}'")
        play.report_all(Round.objects.get(pk=key))
        return rounds.pair_next_round(
            rounds.close_round(Round.objects.get(pk=key), by=None).division, by=None, seed=2
        ).number
    finally:
        connection.close()


def test_a_round_ends_and_the_next_is_paired_in_the_middle_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer: the hall waits for one transaction at the most")
    marta = build.user("marta")
    old = play.division(6, by=marta)
    play.play(old, 2)
    long_ago = timezone.now() - timedelta(days=90)
    old.rounds.update(posted_at=long_ago, closed_at=long_ago)
    Tournament.objects.filter(pk=old.tournament_id).update(starts_at=long_ago)
    teams.set_names_stay(old.tournament.organizer, by=marta, stay=False)
    new = play.division(4, by=marta)
    assert new.tournament.organizer_id == old.tournament.organizer_id
    round_ = rounds.post(rounds.pair_next_round(new, by=None, seed=1), by=None)
    line_of_removal, paired = retention.PersonalDataRemoved, []

    def in_the_middle(**facts: Any) -> PersonalDataRemoved:
        """Let the hall play during the last step of the longest transaction, when it holds all of its locks."""
        with ThreadPoolExecutor(1) as hall:
            paired.append(hall.submit(hall_goes_on, round_.pk).result())
        return line_of_removal(**facts)

    monkeypatch.setattr(retention, "PersonalDataRemoved", in_the_middle)
    removed = retention.remove_expired_data(days=DAYS, now=timezone.now())
    assert [one.event for one in removed.events] == [old.tournament]
    assert paired == [2]
