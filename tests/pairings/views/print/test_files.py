"""Files out and in: spreadsheet, CSV, players and whole events of TOM."""

import csv
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import load_workbook

from pairings.services import tom
from tests import build
from tests.floor.views.asking import text_of
from tests.pairings import build as pairings
from tests.pairings import tom_files
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tdf(shared) -> bytes:
    """A finished event, the smallest there is."""
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
        text = client.get(address(division.tournament, "standings_csv")).content.decode("utf-8-sig")
        lines = list(csv.DictReader(StringIO(text)))
        assert [line["Place"] for line in lines] == ["1", "2", "3", "4", "5", "6"]
        assert lines[0]["Points"] == "3"
        assert lines[0]["Opponents’ wins"] == "0.250000"

    def test_a_name_like_a_formula_stays_text(self, client):
        division = pairings.division(2)
        entry = division.entries.select_related("player").first()
        entry.last_name = "=1+1"
        entry.save()
        pairings.play(division)
        client.force_login(pairings.organizer(division))
        assert "'=1+1" in client.get(address(division.tournament, "standings_csv")).content.decode()

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
        assert f"{event.entries.count()} players added from cup.tdf" in response.content.decode()

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
        ("data", "said"),
        [
            (b"", "The file is empty"),
            (b"Maya;Okonkwo\n", "cannot be read"),
            (b"<tournament>", "cannot be read"),
            (b"<html></html>", "TOM"),
        ],
    )
    def test_a_wrong_file_says_what_is_wrong_and_adds_nobody(self, client, data, said):
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(address(event, "take_roster"), {"file": upload(data)})
        assert response.status_code == 422
        assert said in response.content.decode()
        assert not event.entries.exists()

    def test_without_a_file(self, client):
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        assert client.post(address(event, "take_roster"), {}).status_code == 422

    def test_a_file_that_is_too_large(self, client, monkeypatch):
        monkeypatch.setattr(tom, "MOST_BYTES", 10)
        event = build.event()
        client.force_login(build.staff(event, "scorekeeper"))
        response = client.post(address(event, "take_roster"), {"file": upload(b"x" * 11)})
        assert "larger than" in response.content.decode()


class TestTakeOver:
    url = "/import"

    def test_strangers_sign_in_first(self, client):
        assert client.get(self.url)["Location"] == "/account/login/?next=/import"

    def test_a_whole_event_comes_in_and_is_theirs(self, client, tdf):
        maya = build.user("maya")
        client.force_login(maya)
        response = client.post(self.url, {"file": upload(tdf), "name": "Taken over"})
        event = Tournament.objects.get()
        assert event.name == "Taken over"
        assert response["Location"] == address(event, "standings")
        assert event.staff.get().user == maya
        assert "Standings" in text_of(client, address(event, "standings"))

    @pytest.mark.parametrize(
        ("country", "chosen", "zone"),
        [
            ("Poland", "", "Europe/Warsaw"),
            ("United States", "", "Asia/Tokyo"),
            ("United States", "America/Denver", "America/Denver"),
        ],
    )
    def test_its_time_zone_is_chosen_or_that_of_its_country_or_of_the_browser(
        self, client, country, chosen, zone
    ):
        client.force_login(build.user("maya"))
        client.cookies["zone"] = "Asia/Tokyo"
        data = tom_files.swiss(4, country=country)
        client.post(self.url, {"file": upload(data), "timezone": chosen})
        assert Tournament.objects.get().timezone == zone

    def test_a_wrong_file_keeps_the_name_and_makes_no_event(self, client):
        client.force_login(build.user("maya"))
        response = client.post(self.url, {"file": upload(b"nothing"), "name": "Spring Cup"})
        assert response.status_code == 422
        assert "Spring Cup" in response.content.decode()
        assert not Tournament.objects.exists()
