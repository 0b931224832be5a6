"""300 players leave a hall at once, as for a fire alarm, and most of them return before the next round."""

from random import Random

import pytest

from floor.services import rehearsal
from pairings.models import Match
from pairings.services.rounds import attendance, rounds
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_300_players_leave_and_come_back():
    event = rehearsal.create_rehearsal(by=None, players=320, seed=5)
    division = event.divisions.select_related("tournament").get()
    rehearsal.play_rounds(division, number=1, chance=Random(5), by=None)
    before = dict(Match.objects.filter(round__division=division).values_list("pk", "outcome"))
    everybody = list(Entry.objects.filter(tournament=event).order_by("pk"))

    for entry in everybody[:300]:
        attendance.drop_player(entry, by=None)
    for entry in everybody[:280]:
        entry.refresh_from_db()
        attendance.reinstate_player(entry, by=None)
    round_ = rounds.pair_next_round(division, by=None, seed=2)

    assert dict(Match.objects.filter(pk__in=before).values_list("pk", "outcome")) == before
    sides = [side for match in round_.matches.all() for side in (match.left_id, match.right_id) if side]
    assert sorted(sides) == [entry.pk for entry in (*everybody[:280], *everybody[300:])]
