"""A number of thousands of digits, which Python refuses to parse, is treated like any unknown number."""

import pytest
from django.urls import reverse

from core.engine.refused import Refused
from decks.queries.lists import list_edits
from registration.forms.roster import RosterFileForm
from tests import build
from tests.pairings import build as pairings

pytestmark = pytest.mark.django_db

ENDLESS = "9" * 5000


@pytest.mark.parametrize(
    "page", ["pairings:desk", "pairings:pairings", "tournaments:journal", "tournaments:door"]
)
def test_a_page_ignores_it(client, page):
    event = pairings.division(4).tournament
    client.force_login(build.staff(event, "organizer"))
    names = ("before", "entry", "match", "division", "round", "page", "table", "since")
    for name in names:
        answer = client.get(reverse(page, args=[event.slug]), {name: ENDLESS})
        assert answer.status_code in (200, 302, 404), name


def test_the_door_ignores_it_as_the_row_of_a_tap(client):
    event = pairings.division(4).tournament
    client.force_login(build.staff(event, "organizer"))
    headers = {"HX-Request": "true", "HX-Target": f"entry-{ENDLESS}"}
    answer = client.get(reverse("tournaments:door", args=[event.slug]), headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize("change", [f"set:{ENDLESS}:1", f"set:1:{ENDLESS}"])
def test_a_change_of_a_deck_list_refuses_it(change):
    with pytest.raises(Refused):
        list_edits.list_text_after_change("4 Pikachu", change, on=build.NOON.date())


def test_a_roster_ignores_it_as_a_row():
    form = RosterFileForm(
        {f"fix-{ENDLESS}-first_name": "Ana", f"row-{ENDLESS}": "new", "titles_row": ENDLESS}
    )
    assert form.fixes() == form.choices() == {}
