"""The print page and its PDFs: who may print which, and what they contain."""

from copy import deepcopy

import pytest
from django.urls import reverse

from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build, databases
from tests.asking import text_of
from tests.pairings import build as pairings
from tests.papers import pages, paper
from tournaments.models import Division

pytestmark = pytest.mark.django_db

PUBLIC = ("names", "tables", "standings")
STAFF = ("slips", "slips5", "open", "numbers", "door", "round")
A4, LETTER = {(595, 842)}, {(612, 792)}


def _division() -> Division:
    """Create nine players, with round 1 closed and round 2 posted."""
    made = pairings.division(9, name="Harbour Cup", timezone="Europe/Oslo", country="NO")
    pairings.play(made)
    rounds.post(rounds.pair_next_round(made, by=None, seed=3), by=None)
    return made


built = databases.built_once(_division)


@pytest.fixture
def division(built: Division) -> Division:
    return deepcopy(built)


def url(division: Division, sheet: str, query: str = "") -> str:
    return reverse("pairings:sheet", args=[division.tournament.slug, sheet]) + query


def pdf(client, division: Division, sheet: str, query: str = "") -> bytes:
    response = client.get(url(division, sheet, query))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/pdf"
    return response.content


class TestWhoMay:
    @pytest.mark.parametrize("sheet", PUBLIC)
    def test_the_wall_is_for_everybody(self, client, division, sheet):
        assert pdf(client, division, sheet).startswith(b"%PDF")

    def test_a_bracket_that_is_not_drawn_is_no_sheet_but_a_sentence(self, client, division):
        answer = client.get(url(division, "bracket"))
        assert (answer.status_code, "Nothing to print yet" in answer.content.decode()) == (409, True)

    @pytest.mark.parametrize("sheet", STAFF)
    def test_the_rest_asks_strangers_to_sign_in(self, client, division, sheet):
        response = client.get(url(division, sheet))
        assert response.status_code == 302
        assert "/account/login/" in response["Location"]

    @pytest.mark.parametrize("sheet", STAFF)
    @pytest.mark.parametrize(("role", "status"), [("scorekeeper", 200), ("head_judge", 200), ("judge", 403)])
    def test_the_rest_is_for_those_who_run_the_event(self, client, division, sheet, role, status):
        client.force_login(build.staff(division.tournament, role))
        assert client.get(url(division, sheet)).status_code == status

    def test_an_unknown_sheet(self, client, division):
        assert client.get(f"/e/{division.tournament.slug}/print/secrets.pdf").status_code == 404

    def test_a_draft_is_for_staff_and_says_so(self, client, division):
        pairings.report_all(division.rounds.get(number=2))
        rounds.close_round(division.rounds.get(number=2), by=None)
        rounds.pair_next_round(division, by=None, seed=4)
        assert client.get(url(division, "names", "?round=3")).status_code == 404
        assert "Round 2 of" in pages(pdf(client, division, "names"))[0]
        client.force_login(pairings.organizer(division))
        assert "not posted" in pages(pdf(client, division, "names", "?round=3"))[0]

    @pytest.mark.parametrize(
        "query", ["?division=999999", "?round=x", "?first=9&last=3", "?first=1&last=9999"]
    )
    def test_an_odd_address(self, client, division, query):
        client.force_login(pairings.organizer(division))
        assert client.get(url(division, "numbers", query)).status_code == 404


class TestWhatStandsOnThem:
    def test_names_under_which_event_and_round_in_its_own_time(self, client, division):
        text = pages(pdf(client, division, "names"))[0]
        assert "Harbour Cup" in text
        assert "Round 2 of" in text
        assert "Printed" in text
        assert all(entry.player.last_name in text for entry in division.entries.select_related("player"))

    def test_children_on_a_public_sheet(self, client):
        event = build.event(divisions=("all",))
        build.add_players(event, 4, birth_years=(2016,))
        made = event.divisions.select_related("tournament").get()
        rounds.post(rounds.pair_next_round(made, by=None, seed=1), by=None)
        last_names = [entry.player.last_name for entry in made.entries.select_related("player")]
        assert not any(name in pages(pdf(client, made, "names"))[0] for name in last_names)
        client.force_login(pairings.organizer(made))
        assert all(name in pages(pdf(client, made, "names"))[0] for name in last_names)

    def test_slips_for_each_match_and_none_for_the_bye(self, client, division):
        client.force_login(pairings.organizer(division))
        text = "".join(pages(pdf(client, division, "slips")))
        assert " ".join(text.split()).count("Staff: scan to enter the result") == 4

    def test_open_slips_are_those_without_a_result(self, client, division):
        client.force_login(pairings.organizer(division))
        first = pairings.open_matches(division.rounds.get(number=2))[0]
        type(first).objects.filter(pk=first.pk).update(outcome="left")
        text = "".join(pages(pdf(client, division, "open")))
        assert " ".join(text.split()).count("Staff: scan to enter the result") == 3

    def test_standings_of_an_earlier_round(self, client, division):
        assert "after round 1" in pages(pdf(client, division, "standings", "?round=1"))[0]

    def test_standings_draw_the_cut_after_the_newest_round(self, client):
        """M-013, M-016: paper shows the same line as the screen; an earlier list has none."""
        made = pairings.division(9, structure="swiss_cut", kind="league_cup")
        made.cut_size, made.rounds_planned = 4, 3
        made.save()
        pairings.play(made)
        pairings.play(made)
        assert "Top 4 after round 3" in pages(pdf(client, made, "standings"))[0]
        assert "Top 4 after round 3" in pages(pdf(client, made, "standings", "?round=2"))[0]
        assert "Top 4" not in pages(pdf(client, made, "standings", "?round=1"))[0]

    def test_slips_of_the_cut_follow_the_edition(self, client):
        made = pairings.division(4, structure="swiss_cut", kind="league_cup", edition="2017")
        made.cut_size, made.rounds_planned = 2, 1
        made.save()
        pairings.play(made)
        cuts.start_cut(made, by=None)
        rounds.post(rounds.pair_next_round(made, by=None), by=None)
        client.force_login(pairings.organizer(made))
        assert "I won Sudden Death" in pages(pdf(client, made, "slips5"))[0]

    def test_standings_while_a_round_is_on(self, client, division):
        assert "after round 1" in pages(pdf(client, division, "standings", "?round=2"))[0]

    def test_the_door_list_has_player_ids(self, client, division):
        client.force_login(pairings.organizer(division))
        text = pages(pdf(client, division, "door"))[0]
        assert all(entry.player.player_id in text for entry in division.entries.select_related("player"))

    def test_table_numbers_from_to(self, client, division):
        client.force_login(pairings.organizer(division))
        assert len(pages(pdf(client, division, "numbers", "?first=7&last=9"))) == 3

    def test_the_whole_round_is_one_file(self, client, division):
        client.force_login(pairings.organizer(division))
        text = pages(pdf(client, division, "round"))
        assert [("by name" in page, "by table" in page, "Player 1 signature" in page) for page in text] == [
            (True, False, False),
            (False, True, False),
            (False, False, True),
        ]

    def test_the_bracket(self, client):
        made = pairings.division(4, structure="swiss_cut", kind="league_cup")
        made.cut_size, made.rounds_planned = 2, 1
        made.save()
        pairings.play(made)
        cuts.start_cut(made, by=None)
        text = pages(pdf(client, made, "bracket"))[0]
        assert "Top 2" in text
        assert "Final" in text


class TestPaper:
    @pytest.mark.parametrize(("country", "size"), [("NO", A4), ("US", LETTER), ("CA", LETTER), ("", A4)])
    def test_usual_in_the_country(self, client, country, size):
        made = pairings.division(2, country=country)
        rounds.post(rounds.pair_next_round(made, by=None), by=None)
        assert paper(pdf(client, made, "names")) == size

    def test_the_choice_is_remembered(self, client, division):
        client.force_login(pairings.organizer(division))
        text_of(client, reverse("pairings:print", args=[division.tournament.slug]) + "?paper=letter")
        assert paper(pdf(client, division, "tables")) == LETTER
        assert paper(pdf(client, division, "tables", "?paper=a4")) == A4


class TestThePage:
    def address(self, division: Division) -> str:
        return reverse("pairings:print", args=[division.tournament.slug])

    @pytest.mark.parametrize(("role", "status"), [("scorekeeper", 200), ("judge", 403)])
    def test_is_for_those_who_run_the_event(self, client, division, role, status):
        client.force_login(build.staff(division.tournament, role))
        assert client.get(self.address(division)).status_code == status

    def test_offers_every_sheet_that_is_ready(self, client, division):
        client.force_login(pairings.organizer(division))
        text = text_of(client, self.address(division))
        for sheet in ("names", "tables", "slips", "slips5", "open", "standings", "door", "pack", "crash"):
            assert f'name="press" value="{sheet}"' in text
        assert 'value="bracket"' not in text

    def test_says_why_slips_of_best_of_three_are_not_five_to_a_page(self, client, division):
        type(division.tournament).objects.filter(pk=division.tournament_id).update(best_of=3)
        client.force_login(pairings.organizer(division))
        text = text_of(client, self.address(division))
        assert 'name="press" value="slips"' in text
        assert 'value="slips5"' not in text
        assert "Not for this round: its slips have more boxes and come four to a page." in text

    def test_before_the_first_draw(self, client):
        made = pairings.division(4)
        client.force_login(pairings.organizer(made))
        text = text_of(client, self.address(made))
        assert 'name="press" value="door"' in text
        assert 'value="names"' not in text
