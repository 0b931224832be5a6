"""One table of a Rochester draft: numbers that match no card, what comes next, and what remains at the end."""

import pytest
from django.test import Client
from django.urls import reverse

from cards import tasks
from cards.services import catalogue
from decks.models import Draft
from drafts.views.tablet import tablet_url
from tests import build
from tests.cards.cards import zipped
from tests.drafts import tracked
from tests.drafts.tracked import draft, now, open_packs, take
from tests.html import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def rochester() -> Draft:
    return draft("rochester", packs_each=2, pack_size=4, boosters=("TST",))


def known() -> None:
    """Create a catalogue with a set of three cards."""
    cards = [
        {
            "id": f"tst1-{at}",
            "name": name,
            "supertype": "Pokémon",
            "subtypes": ["Basic"],
            "number": str(at),
            "hp": "60",
        }
        for at, name in enumerate(("Abra", "Onix", "Mew"), start=1)
    ]
    job = catalogue.store_import(name="cards.zip", data=zipped(*cards), by=build.user("carla"))
    tasks.import_cards(job.pk)


def named(client: Client, row: Draft, name: str, **more: object):
    data = {"do": "name", "key": tracked.key(), "seat": 1, "name": name}
    return client.post(tablet_url(row, 1), data, **more)


def test_a_number_that_is_no_card_is_told_and_stays_in_the_box(client: Client, rochester: Draft) -> None:
    known()
    open_packs(rochester)
    answer = named(client, rochester, "1 2 77 3 78")
    page = markup(answer)
    assert answer.status_code == 409
    assert "No card in these packs matches: 77, 78." in page
    assert 'value="1 2 77 3 78"' in page
    assert not any(card.name for card in now(rochester).state.table)
    named(client, rochester, "1 2 3")
    assert all(card.name and not card.name.isdigit() for card in now(rochester).state.table[:3])


def test_without_a_catalogue_a_number_stays_what_it_is(client: Client, rochester: Draft) -> None:
    open_packs(rochester)
    assert named(client, rochester, "77 78").status_code == 302
    assert [card.name for card in now(rochester).state.table[:2]] == ["77", "78"]


def test_who_opens_next_is_not_who_picks_next(client: Client, rochester: Draft) -> None:
    open_packs(rochester)
    assert "opens the next two packs." in markup(client.get(tablet_url(rochester, 1)))


def test_once_it_is_over_nothing_lies_face_up(client: Client) -> None:
    row = draft("rochester", packs_each=2, pack_size=2)
    client.force_login(build.staff(row.division.tournament, "judge"))
    lead = reverse("drafts:draft", args=[row.division.tournament.slug, row.pk])
    page = markup(client.get(lead))
    assert "All cards are face up" in page
    assert 'class="card stack"></section>' not in page
    while not now(row).over:
        if now(row).state.idle:
            open_packs(row)
        take(row, now(row).to_act[0], "Abra")
    for where in (lead, tablet_url(row, 1)):
        assert "Face up" not in markup(client.get(where))
