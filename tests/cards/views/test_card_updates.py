"""The pages for new cards: an update after a confirmation, and an expansion by its names."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from cards.models import Card, CardImport, Expansion
from cards.services import catalogue
from tests import build
from tests.cards.tcgdex_server import Tcgdex, a_card, serving
from tests.html import markup

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def keeper(client: Client) -> Client:
    user = build.user("keeper")
    user.user_permissions.add(build.permission("change_card"))
    client.force_login(user)
    return client


@pytest.fixture
def tcgdex(settings: Settings) -> Iterator[Tcgdex]:
    with serving() as server:
        settings.CARDS_URL = server.url
        server.add("me06", a_card("001", "Newmon"))
        yield server


def test_the_page_says_whom_it_asks_and_asks_no_one_yet(keeper: Client, tcgdex: Tcgdex) -> None:
    page = markup(keeper.get(reverse("cards:card_update")))
    assert tcgdex.url in page
    assert tcgdex.paths == []
    assert not CardImport.objects.exists()


def test_a_press_fetches_what_is_missing_and_lists_it(keeper: Client, tcgdex: Tcgdex) -> None:
    page = keeper.post(reverse("cards:card_update"), {"again": ""}, follow=True)
    assert "Newmon me06 1: new" in markup(page)
    assert Card.objects.filter(expansion="me06", name="Newmon").exists()


def test_a_second_press_leads_to_the_update_that_runs(keeper: Client, tcgdex: Tcgdex) -> None:
    job, _new = catalogue.store_update(by=build.user("other"))
    page = keeper.post(reverse("cards:card_update"), {"again": ""})
    assert page["Location"] == reverse("cards:card_import_job", args=[job.pk])
    assert tcgdex.paths == []


def test_without_internet_the_page_says_what_to_do(keeper: Client, settings: Settings) -> None:
    settings.CARDS_URL = "http://127.0.0.1:9"
    page = markup(keeper.post(reverse("cards:card_update"), {"again": ""}, follow=True))
    assert "cannot be reached. Nothing was changed." in page
    assert reverse("cards:card_update") in page


def test_an_expansion_is_added_by_its_names(keeper: Client) -> None:
    given = {"code": "nst", "name": "Newest", "released": "2026-11-13", "names": "12 Newmon\nwhatever"}
    page = markup(keeper.post(reverse("cards:announce"), given, follow=True))
    assert "Newest was added with 1 card name." in page
    assert "These lines have no number and name: whatever" in page
    assert Expansion.objects.get(pk="nst").codes == "NST"
    more = {**given, "names": "13 Other"}
    keeper.post(reverse("cards:announce"), more)
    assert sorted(Card.objects.filter(expansion="nst").values_list("number", flat=True)) == ["12", "13"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"names": "nothing here"}, "No line has a number and a name"),
        ({"code": "N S"}, "Letters and digits"),
        ({"released": "2026-02-31"}, "2026"),
    ],
)
def test_what_cannot_be_read_is_said_beside_its_field(
    keeper: Client, given: dict[str, str], message: str
) -> None:
    usual = {"code": "NST", "name": "Newest", "released": "2026-11-13", "names": ""}
    page = keeper.post(reverse("cards:announce"), {**usual, **given})
    assert page.status_code == 422
    assert message in markup(page)
    assert not Expansion.objects.filter(pk="nst").exists()


@pytest.mark.parametrize("name", ["cards:card_update", "cards:announce"])
def test_only_those_who_may_change_cards(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 302
    client.force_login(build.user("visitor"))
    assert client.get(reverse(name)).status_code == 403
