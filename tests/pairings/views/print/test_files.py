"""Exported and imported files: spreadsheet, CSV, players and whole events of TOM."""

import csv
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from pairings.services.bracket import cuts
from pairings.services.tom import importing
from tests import build
from tests.asking import text_of
from tests.html import markup
from tests.pairings import build as pairings
from tests.pairings import tom_files as tf
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tdf(shared) -> bytes:
    """Return the smallest finished event."""
    found = sorted((shared / "tdf").rglob("*.tdf"), key=lambda path: path.stat().st_size)
    return next(data for data in (path.read_bytes() for path in found) if b"<match" in data)


def upload(data: bytes, name: str = "cup.tdf") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data)


def address(event: Tournament, name: str = "files") -> str:
    return reverse(f"pairings:{name}", args=[event.slug])


class TestOut:
    def test_a_spreadsheet_with_standings_and_each_round(self, client):
        division = pairings.division(6)
        pairings.play(division, 2)
        client.force_login(pairings.organizer(division))
        response = client.get(address(division.tournament, "spreadsheet"))
        assert "attachment" in response["Content-Disposition"]
        assert load_workbook(BytesIO(response.content)).sheetnames == ["All ages", "Round 1", "Round 2"]

    def test_standings_as_csv(self, client):
        division = pairings.division(6)
        pairings.play(division)
        client.force_login(pairings.organizer(division))
        text = markup(client.get(address(division.tournament, "standings_csv")))
        lines = list(csv.DictReader(StringIO(text)))
        assert [line["Place"] for line in lines] == ["1", "2", "3", "4", "5", "6"]
        assert lines[0]["Points"] == "3"
        assert lines[0]["Opp. win %"] == "0.250000"

    def test_the_staff_get_player_ids(self, client):
        division = pairings.division(5)
        pairings.play(division)
        entry = division.entries.first()
        division.entries.filter(pk=entry.pk).update(player_number="0042")
        client.force_login(pairings.organizer(division))
        text = markup(client.get(address(division.tournament, "standings_csv")))
        lines = {line["Last name"] + line["First name"]: line for line in csv.DictReader(StringIO(text))}
        assert lines[entry.last_name + entry.first_name]["Player ID"] == "0042"
        book = load_workbook(BytesIO(client.get(address(division.tournament, "spreadsheet")).content))
        titles = [cell.value for cell in book["Round 1"][1]]
        assert titles[-2:] == ["Player 1: Player ID", "Player 2: Player ID"]
        rows = [[cell.value for cell in row] for row in book["Round 1"].iter_rows(min_row=2)]
        named = {row[1]: row[-2] for row in rows} | {row[3]: row[-1] for row in rows if row[3]}
        assert named[str(entry)] == "0042"
        assert book["All ages"].cell(1, 12).value == "Player ID"

    def test_a_round_of_the_cut_has_its_name(self, client):
        division = pairings.division(8, structure="swiss_cut")
        pairings.play(division, 3)
        cuts.start_cut(division, by=None, sizes={"all": 4})
        pairings.play(division, 2)
        client.force_login(pairings.organizer(division))
        book = load_workbook(BytesIO(client.get(address(division.tournament, "spreadsheet")).content))
        assert book.sheetnames[-3:] == ["Round 3", "Semifinals", "Final"]
        for page in ("pairings", "tables", "print"):
            text = markup(client.get(address(division.tournament, page)))
            assert "Semifinals" in text
            assert "Round 4" not in text
        entry = division.rounds.get(number=5).matches.get().left
        assert "Final" in markup(
            client.get(reverse("floor:player_matches", args=[division.tournament.slug, entry.pk]))
        )

    def test_a_name_like_a_formula_stays_text(self, client):
        division = pairings.division(2)
        entry = division.entries.select_related("player").first()
        entry.last_name = "=1+1"
        entry.save()
        pairings.play(division)
        client.force_login(pairings.organizer(division))
        assert "'=1+1" in markup(client.get(address(division.tournament, "standings_csv")))

    @pytest.mark.parametrize("name", ["files", "spreadsheet", "standings_csv"])
    def test_for_staff_alone(self, client, name):
        event = build.event()
        assert client.get(address(event, name)).status_code == 302
        client.force_login(build.user("stranger"))
        assert client.get(address(event, name)).status_code == 403
        client.force_login(build.staff(event, "judge"))
        assert client.get(address(event, name)).status_code == 200


class TestRoster:
    def test_players_of_a_file_join(self, client, tdf):
        event = build.event(divisions=("all",))
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(address(event, "take_roster"), {"file": upload(tdf)}, follow=True)
        assert event.entries.count() > 0
        assert f"{event.entries.count()} players added from cup.tdf" in markup(response)

    def test_people_known_otherwise_are_asked_about(self, client):
        event = build.event()
        by = event.staff.get().user
        build.known("Ana", "Ruiz", tf.user_id(1), 1990, by=by)
        client.force_login(by)
        assert "same_people" not in text_of(client, address(event))
        response = client.post(address(event, "take_roster"), {"file": upload(tf.swiss(2))})
        assert response.status_code == 422
        assert "7000001: Ana Ruiz (1990) / Zoë 1 Núñez (1990)" in markup(response)
        assert 'name="same_people"' in markup(response)
        client.post(address(event, "take_roster"), {"file": upload(tf.swiss(2)), "same_people": "on"})
        assert sorted(event.entries.values_list("first_name", flat=True)) == ["Ana", "Zoë 2"]

    def test_only_by_those_who_run_the_event(self, client, tdf):
        event = build.event()
        client.force_login(build.staff(event, "judge"))
        assert client.post(address(event, "take_roster"), {"file": upload(tdf)}).status_code == 403
        assert "Add these players" not in text_of(client, address(event))

    def test_is_a_post(self, client):
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        assert client.get(address(event, "take_roster")).status_code == 405

    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b"", "the file is empty"),
            (b"Maya;Okonkwo\n", "cannot be read"),
            (b"<tournament>", "cannot be read"),
            (b"<html></html>", "TOM"),
        ],
    )
    def test_a_wrong_file_says_what_is_wrong_and_adds_nobody(self, client, data, message):
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(address(event, "take_roster"), {"file": upload(data)})
        assert response.status_code == 422
        assert message in markup(response)
        assert not event.entries.exists()

    def test_without_a_file(self, client):
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        assert client.post(address(event, "take_roster"), {}).status_code == 422

    def test_a_file_that_is_too_large(self, client, monkeypatch):
        monkeypatch.setattr(importing, "MAX_BYTES", 10)
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(address(event, "take_roster"), {"file": upload(b"x" * 11)})
        assert "larger than" in markup(response)
