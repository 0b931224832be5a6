"""An event whose duplicate records were merged is exported without asking for the Player ID of the removed record."""

from typing import Any

import pytest

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.tom import exports
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tournaments.models import Division, Entry
from tournaments.services import players
from tournaments.services.merges import double_entries

pytestmark = pytest.mark.django_db


def named(entry: Entry, player_id: str | None) -> None:
    names: dict[str, Any] = {"first_name": entry.first_name, "last_name": entry.last_name}
    players.correct_person(entry, by=None, **names, player_id=player_id, birth_year=1990)


def play(home: Division) -> Round:
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    for match in round_.matches.filter(outcome="pending"):
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    return round_


@pytest.mark.parametrize("keep_double", [False, True])
@pytest.mark.parametrize("id_on_double", [False, True])
@pytest.mark.parametrize("closed", [False, True])
def test_the_export_waits_for_no_id_of_the_removed_record(closed, id_on_double, keep_double):
    home = build.division(6)
    event = home.tournament
    for number, entry in enumerate(event.entries.order_by("pk"), start=1):
        named(entry, str(1000 + number) if number > 1 or not id_on_double else None)
    played = play(home)
    real = event.entries.order_by("pk").first()
    double = attendance.enter_player(
        event, by=None, division=home, first_name=real.first_name, last_name=real.last_name,
        checked_in=True, namesake=True,
    )  # fmt: skip
    if id_on_double:
        named(double, "1001")
    assert build.refusal(exports.export_tom_file, event).code == "TOM_PLAYER_IDS_MISSING"
    if closed:
        rounds.close_round(played, by=None)
    pair = (double, real) if keep_double else (real, double)
    double_entries.merge_entries(*pair, by=None)
    read = tdf.read_tdf_file(exports.export_tom_file(event).data)
    assert {one.user_id for one in read.players} == {str(1000 + number) for number in range(1, 7)}
