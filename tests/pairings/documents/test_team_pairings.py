"""Teams on paper: pairings with both seats of each team, and slips with the players of both teams (R-103)."""

from dataclasses import replace

import pytest

from pairings.documents.slips import MatchSlips
from pairings.documents.team_pairings import TeamPairings
from tests.pairings.documents.samples import a_round, bye, person
from tests.papers import HEAD, pages, paper
from tournaments.engine.team_entries import TeamEntryMember

LONG = TeamEntryMember("B", "Maximiliana Alexandra", "Featherstonehaugh-Montgomery")


def members(rows, *, second=None):
    found = {}
    for row in rows:
        for one in (row.left, row.right):
            if one is not None:
                found[one.entry_id] = (
                    TeamEntryMember("A", "Ana", f"Silva{one.entry_id}"),
                    second or TeamEntryMember("B", "Luis", f"Perez{one.entry_id}"),
                )
    return found


def test_each_table_has_both_teams_and_both_seats_of_each():
    rows = a_round(10)
    pdf = TeamPairings(HEAD, rows, members(rows)).render()
    assert paper(pdf) == {(842, 595)}
    (text,) = pages(pdf)
    for row in rows:
        for one in (row.left, row.right):
            assert one.name in text
            assert f"Silva{one.entry_id}" in text
            assert f"Perez{one.entry_id}" in text
    assert text.count("Seat A") == 2


def test_a_team_without_an_opponent_has_a_bye():
    row = bye(person(1))
    (text,) = pages(TeamPairings(HEAD, [row], members([row])).render())
    assert "counts as a win" in text


def test_long_names_take_three_lines_on_the_wall():
    rows = a_round(2)
    (text,) = pages(TeamPairings(HEAD, rows, members(rows, second=LONG)).render())
    assert text.count("Montgomery") == 2
    assert "…" not in text


def test_nothing_is_paired_yet():
    (text,) = pages(TeamPairings(HEAD, [], {}).render())
    assert "No pairings yet." in text


@pytest.mark.parametrize("on_page", [4, 5])
def test_a_slip_of_teams_has_the_players_and_boxes_of_the_seats(on_page):
    rows = a_round(2)
    (text,) = pages(MatchSlips(HEAD, rows, teams=members(rows), on_page=on_page).render())
    first = rows[0].left.entry_id
    assert f"A Ana Silva{first} · B Luis Perez{first}" in text
    assert text.count("We won") == 2
    assert text.count("First player") == 2
    assert text.count("We drop") == 2
    assert "I won" not in text
    assert "Player 1 no-show" not in text
    assert "Team 1 no-show" in text


def test_a_slip_of_teams_has_the_points_also_below_a_long_name():
    rows = a_round(2)
    (short,) = pages(MatchSlips(HEAD, rows, teams=members(rows)).render())
    named = [replace(rows[0], left=replace(rows[0].left, last_name=LONG.name)), *rows[1:]]
    (text,) = pages(MatchSlips(HEAD, named, teams=members(named)).render())
    assert text.count(" points · ") == short.count(" points · ")


def test_long_players_take_a_line_each_on_a_slip():
    rows = a_round(2)
    (text,) = pages(MatchSlips(HEAD, rows, teams=members(rows, second=LONG)).render())
    assert text.count("B Maximiliana Alexandra Featherstonehaugh-") == text.count("Montgomery") == 2
    assert "…" not in text


def test_a_player_alone_in_a_round_of_teams_keeps_the_usual_lines():
    rows = a_round(2)
    found = members(rows)
    del found[rows[0].left.entry_id]
    (text,) = pages(MatchSlips(HEAD, rows, teams=found).render())
    assert rows[0].left.name in text
    assert text.count("First player") == 2


def test_slips_of_players_stay_as_they_were():
    rows = a_round(2)
    assert MatchSlips(HEAD, rows).render() == MatchSlips(HEAD, rows, teams={}).render()
