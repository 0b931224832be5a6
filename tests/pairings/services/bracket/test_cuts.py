"""Cuts of several sizes in one division, and events that end early."""

import pytest

from core.services import undo
from pairings.engine.outcomes import Outcome
from pairings.queries.standings.standings_lists import standings_lists
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings.build import division, play, report_all
from tests.pairings.services.rounds.test_rounds import refusal
from tournaments.models import Division
from tournaments.services import divisions, merges

pytestmark = pytest.mark.django_db


def take_all_back(of: Division) -> None:
    while (step := undo.last_undoable_step(of)) is not None:
        undo.undo_step(step, by=None)
    assert not of.rounds.exists()


def test_each_age_division_has_a_cut_of_its_own_size():
    """M-031: three brackets side by side, of which the smaller end earlier, and one has a bye."""
    event = build.event(divisions=("all",), by_age=True, structure="swiss_cut")
    build.add_players(event, 15, birth_years=(2018, 2012, 1990))
    of = divisions.change_division(event.divisions.get(), by=None, third_place=True)
    play(of, 3)
    cuts.start_cut(of, by=None, sizes={"masters": 4, "senior": 2, "junior": 3}, anyway=True)
    last = play(of, 2)
    assert last.matches.count() == 3
    assert last.matches.filter(third_place=True).count() == 1
    assert refusal(rounds.pair_next_round, of, by=None).code == "BRACKET_IS_OVER"
    assert all(table.final for table in standings_lists(of))
    take_all_back(of)


def test_when_everybody_has_left_nothing_is_paired_and_all_can_be_undone():
    of = division(4)
    round_ = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    for entry in of.entries.all():
        attendance.drop_player(entry, by=None)
    report_all(round_, Outcome.DOUBLE_LOSS)
    rounds.close_round(round_, by=None)
    assert refusal(rounds.pair_next_round, of, by=None).code == "PLAYERS_HAVE_LEFT"
    refused = refusal(cuts.start_cut, of, by=None, sizes={"all": 2}, anyway=True)
    assert (refused.code, refused.facts) == ("CUT_TOO_LARGE", {"size": 2, "players": 0})
    take_all_back(of)


def test_two_records_of_one_person_become_one_while_rounds_are_played():
    of = division(6)
    play(of, 2)
    entry = of.entries.first()
    known = build.known("Zoë", "Ångström", "9000001", 1990, team=of.tournament.organizer)
    merges.merge_people(known.pk, entry.player_id, by=None)
    play(of)
    entry.refresh_from_db()
    assert entry.player == known
    assert len(standings_lists(of)[0].rows) == 6
