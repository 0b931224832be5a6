"""Lists of the floor as files: rulings, sectors, confiscated cards, the people of a team."""

import pytest
from django.test import Client

from floor.services import confiscations, rulings, sectors
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tests.tournaments.documents.list_files import in_csv, in_workbook
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return play.division(4).tournament


@pytest.fixture
def desk(client: Client, event: Tournament) -> Client:
    client.force_login(organizer(event))
    return client


def organizer(event: Tournament) -> User:
    return event.staff.get(role="organizer").user


def test_rulings_with_those_withdrawn(desk, event):
    rulings.record_ruling(event, question="=May I?", answer="Yes.\nOnce.", rule="R-014", by=None)
    row = rulings.record_ruling(event, question="And now?", answer="No.", by=None)
    rulings.withdraw_ruling(row, by=None)
    home = f"/e/{event.slug}/rulings"
    assert f"{home}/all.csv" in markup(desk.get(home))
    found = {line["Question"].value: line for line in in_workbook(desk, f"{home}/all")}
    assert found["=May I?"]["Question"].quotePrefix
    assert found["=May I?"]["When"].is_date
    assert found["=May I?"]["Answer"].value == "Yes.\nOnce."
    assert (found["=May I?"]["Withdrawn"].value, found["And now?"]["Withdrawn"].is_date) == (None, True)
    assert [line["Question"] for line in in_csv(desk, f"{home}/all")] == ["And now?", "'=May I?"]


def test_sectors_with_their_judges(desk, event):
    judge = build.staff(event, "judge", "lena")
    sectors.save_sector(event, name="South", table_from=21, table_to=40, judges=[], by=None)
    member = event.staff.get(user=judge).pk
    sectors.save_sector(event, name="North", table_from=1, table_to=20, judges=[member], by=None)
    home = f"/e/{event.slug}/floor/sectors"
    assert f"{home}/all.xlsx" in markup(desk.get(home))
    found = [[cell.value for cell in line.values()] for line in in_workbook(desk, f"{home}/all")]
    assert found == [["North", 1, 20, 20, "All ages", str(judge)], ["South", 21, 40, 20, None, None]]
    assert [line["Sector"] for line in in_csv(desk, f"{home}/all")] == ["North", "South"]


def test_confiscated_cards_of_everybody(desk, event):
    first, second = event.entries.order_by("pk")[:2]
    confiscations.record_confiscation(first, cards="1 Charizard BS 4\n2 Mew", reason="Fake", by=None)
    row = confiscations.record_confiscation(second, cards="1 Pikachu", by=None)
    confiscations.return_cards(row, by=None)
    home = f"/e/{event.slug}/confiscations/all"
    for page in (f"/e/{event.slug}/penalties", f"/e/{event.slug}/players/{first.pk}/confiscations"):
        assert f"{home}.csv" in markup(desk.get(page))
    found = {line["Player"].value: line for line in in_workbook(desk, home)}
    assert found[first.sort_name]["Cards taken"].value == "1 Charizard BS 4\n2 Mew"
    assert found[first.sort_name]["Returned"].value is None
    assert found[second.sort_name]["Returned"].is_date
    assert {line["Reason"] for line in in_csv(desk, home)} == {"Fake", ""}


def test_people_are_those_the_page_finds(client, event):
    by = organizer(event)
    client.force_login(by)
    team = event.organizer
    home = f"/teams/{team.pk}/people"
    page = markup(client.get(home))
    assert f"{home}/list.csv" in page
    everybody = in_workbook(client, f"{home}/list")
    assert len(everybody) == event.entries.count()
    assert {line["Events"].value for line in everybody} == {1}
    name = everybody[0]["Last name"].value
    assert {line["Last name"] for line in in_csv(client, f"{home}/list", q=name)} == {name}
    client.force_login(build.user("stranger"))
    assert client.get(f"{home}/list.csv").status_code == 404
