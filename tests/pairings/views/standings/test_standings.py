"""The standings page: who sees what, round by round, and why."""

from copy import deepcopy

import pytest
from django.test import Client
from django.urls import reverse

from pairings.engine.outcomes import Outcome
from pairings.models import Standing
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests import build, databases
from tests.asking import queries_of
from tests.html import markup, words
from tests.pairings import build as pairings
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db


def page(client: Client, event: Tournament, query: str = "") -> str:
    response = client.get(reverse("pairings:standings", args=[event.slug]) + query)
    assert response.status_code == 200
    return markup(response)


def test_before_round_1_it_says_when_they_appear(client):
    division = pairings.division(4)
    assert "Standings appear when round 1 is closed" in page(client, division.tournament)


def test_everybody_sees_places_points_and_percentages(client):
    division = pairings.division(8)
    pairings.play(division, 2)
    text = page(client, division.tournament)
    assert "Standings after round 2" in text
    assert text.count('aria-controls="why-') == 8
    assert "2-0-0" in text
    assert "50.00" in text


def test_an_event_that_is_not_public_is_for_its_staff(client):
    division = pairings.division(4, published=False)
    address = reverse("pairings:standings", args=[division.tournament.slug])
    assert client.get(address).status_code == 404
    client.force_login(pairings.organizer(division))
    assert client.get(address).status_code == 200


def test_children_go_by_first_name_and_initial_and_staff_see_names(client):
    event = build.event(divisions=("all",))
    build.add_players(event, 6, birth_years=(2016, 2012, 1990))
    division = event.divisions.select_related("tournament").get()
    pairings.play(division)
    child = division.entries.filter(age_division="junior").select_related("player").first().player
    query = f"?list={division.pk}-junior"
    public = page(client, event, query)
    assert f"{child.first_name} {child.last_name[0]}." in public
    assert child.last_name not in public
    client.force_login(pairings.organizer(division))
    assert f"{child.first_name} {child.last_name}" in page(client, event, query)


def test_no_player_id_and_no_birth_year(client):
    division = pairings.division(6)
    pairings.play(division)
    row = Standing.objects.select_related("entry__player").first()
    player = row.entry.player
    for query in ("", f"?why={row.entry_id}"):
        text = page(client, division.tournament, query)
        assert player.player_id not in text
        assert str(player.birth_year) not in words(text)


def test_one_list_for_each_age_division(client):
    event = build.event(divisions=("all",))
    build.add_players(event, 9, birth_years=(2016, 2012, 1990))
    division = event.divisions.select_related("tournament").get()
    pairings.play(division)
    text = page(client, event, f"?list={division.pk}-senior")
    assert all(label in text for label in ("Juniors", "Seniors", "Masters"))
    assert text.count('aria-controls="why-') == 3


def test_looking_back_at_an_earlier_round(client):
    division = pairings.division(8)
    pairings.play(division, 2)
    text = page(client, division.tournament, "?after=1")
    assert "Standings after round 1" in text
    assert "2-0-0" not in text


@pytest.mark.parametrize(
    "query", ["?after=99", "?after=x", "?after=-1", "?why=9999999", "?why=%C2%B2", "?list=1-x"]
)
def test_an_odd_address_shows_the_newest_list(client, query):
    division = pairings.division(4)
    pairings.play(division)
    text = page(client, division.tournament, query)
    assert "Standings after round 1" in text
    assert 'class="detail"' not in text


def test_movement_since_the_round_before_in_words_too(client):
    division = pairings.division(8)
    pairings.play(division)
    assert 'class="moved' not in page(client, division.tournament)
    pairings.play(division)
    places = [
        dict(Standing.objects.filter(round__number=number).values_list("entry_id", "place"))
        for number in (1, 2)
    ]
    text = page(client, division.tournament)
    for entry, place in places[1].items():
        gained = places[0][entry] - place
        mark = f"▲{gained}" if gained > 0 else f"▼{-gained}" if gained else "–"
        row = text.partition(f'data-of-entry="{entry}"')[2].partition("</tr>")[0]
        assert f'<span aria-hidden="true">{mark}</span>' in row
        assert ("up " in row, "down " in row) == (gained > 0, gained < 0)
    assert 'class="moved' not in page(client, division.tournament, "?after=1")


def test_the_next_table_once_the_round_is_posted(client):
    division = pairings.division(4)
    pairings.play(division)
    drawn = rounds.pair_next_round(division, by=None, seed=2)
    assert "table 1" not in page(client, division.tournament)
    rounds.post(drawn, by=None)
    assert "table 1" in page(client, division.tournament)


class TestWhy:
    def test_every_opponent_with_result_record_and_what_counts(self, client):
        division = pairings.division(8)
        pairings.play(division, 3)
        leader = Standing.objects.get(round__number=3, place=1).entry
        text = page(client, division.tournament, f"?why={leader.pk}")
        assert f'id="why-{leader.pk}"' in text
        assert "Why place 1 after round 3?" in text
        assert text.count('<td class="mid">won</td>') == 3
        assert "is the only player with " in text

    def test_bars_beside_the_neighbours(self, client):
        division = pairings.division(8)
        pairings.play(division, 3)
        second = Standing.objects.get(round__number=3, place=2).entry
        text = page(client, division.tournament, f"?why={second.pk}")
        bars = text.partition('class="place-bars"')[2].partition("</div>")[0]
        assert bars.count("<section>") == 3
        assert bars.count("<rect") == 9
        assert bars.count('class="explained"') == 3
        assert bars.count('class="decides"') <= 1
        last = Standing.objects.get(round__number=3, place=8).entry
        text = page(client, division.tournament, f"?why={last.pk}")
        assert text.partition('class="place-bars"')[2].count("<rect") == 6

    def test_a_bye_is_left_out_of_the_average(self, client):
        division = pairings.division(5)
        round_ = pairings.play(division)
        lucky = round_.matches.get(outcome="bye").left_id
        assert "no opponent, left out of the average" in page(client, division.tournament, f"?why={lucky}")

    def test_the_floor_is_named_m022(self, client):
        division = pairings.division(4)
        round_ = pairings.play(division)
        winner = round_.matches.first().left_id
        assert "the minimum is 25.00" in page(client, division.tournament, f"?why={winner}")

    def test_the_cap_of_who_left_is_named_m020(self, client):
        division = pairings.division(8)
        round_ = pairings.play(division)
        winner, loser = round_.matches.values_list("left", "right").first()
        attendance.drop_player(division.entries.get(pk=winner), by=None)
        pairings.play(division)
        assert "the maximum for players who dropped is 75.00" in page(
            client, division.tournament, f"?why={loser}"
        )

    def test_who_left_has_opponents_as_they_stood_m020(self, client):
        division = pairings.division(8)
        round_ = pairings.play(division)
        leaver = round_.matches.first().left
        attendance.drop_player(leaver, by=None)
        pairings.play(division)
        text = page(client, division.tournament, f"?why={leaver.pk}")
        assert "dropped after round 1: opponents count with their records at that time" in text

    def test_one_row_alone_for_htmx(self, client):
        division = pairings.division(4)
        round_ = pairings.play(division)
        address = reverse("pairings:standings", args=[division.tournament.slug])
        response = client.get(
            f"{address}?why={round_.matches.first().left_id}", headers={"HX-Request": "true"}
        )
        text = markup(response).strip()
        assert text.startswith("<tr")
        assert text.endswith("</tr>")


class TestCut:
    def division(self) -> Division:
        division = pairings.division(8, structure="swiss_cut", kind="league_cup")
        division.cut_size, division.rounds_planned = 4, 2
        division.save()
        pairings.play(division, 2)
        return division

    def test_a_line_shows_who_would_be_in(self, client):
        division = self.division()
        text = page(client, division.tournament)
        assert "Top 4 after round 2" in text
        assert text.index('aria-controls="why-', 0) < text.index("cutline")

    def test_the_line_passes_over_who_left(self, client):
        division = self.division()
        attendance.drop_player(Standing.objects.get(round__number=2, place=1).entry, by=None)
        text = page(client, division.tournament)
        assert text[: text.index("cutline")].count('aria-controls="why-') == 5

    def test_the_bracket_decides_the_first_places(self, client):
        division = self.division()
        second = Standing.objects.get(round__number=2, place=2).entry
        cuts.start_cut(division, by=None)
        pairings.play(division, outcome=Outcome.LEFT)
        final = rounds.post(rounds.pair_next_round(division, by=None), by=None)
        match = pairings.open_matches(final)[0]
        pairings.report_all(final, Outcome.LEFT if match.left_id == second.pk else Outcome.RIGHT)
        rounds.close_round(final, by=None)
        text = page(client, division.tournament)
        assert "Final standings" in text
        winner = match.left_id if match.left_id == second.pk else match.right_id
        assert text.index(f'aria-controls="why-{winner}"') == text.index('aria-controls="why-')
        assert "Standings after round 2" in page(client, division.tournament, "?after=2")


def _played() -> list[Division]:
    found = [pairings.division(players) for players in (2, 6, 300)]
    for division in found:
        pairings.play(division)
    return found


built = databases.built_once(_played)


@pytest.mark.parametrize("power", ["anonymous", "organizer"])
def test_as_many_queries_for_2_players_as_for_300(client, built, power):
    counts = []
    for division in deepcopy(built):
        if power == "organizer":
            client.force_login(pairings.organizer(division))
        entry = Standing.objects.filter(round__division=division).first().entry_id
        counts.append(queries_of(client, f"{address(division)}?why={entry}"))
    assert counts[0] == counts[1] == counts[2]


def address(division: Division) -> str:
    return reverse("pairings:standings", args=[division.tournament.slug])
