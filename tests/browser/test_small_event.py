"""From the started program, without an account, to the posted first round of a League Challenge with 30 known players.

The clicks and keys of a person are counted: three minutes at most until round 1 is posted, five clicks a round
from then on.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import override_settings
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from pairings.models import Round
from tests.browser.person import Person
from tests.pairings import tom_files as tf
from tournaments.models import Entry, Tournament, User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_SECONDS = 180
MOST_CLICKS_A_ROUND = 5
LAST_NAMES = (
    *("Abbott", "Becker", "Castro", "Duarte", "Eriksen", "Fontana", "Garrido", "Hoffman", "Ibsen", "Jansen"),
    *("Keller", "Lombardi", "Moreau", "Novak", "Okafor", "Pereira", "Quiroga", "Rossi", "Santos", "Tanaka"),
    *("Ueda", "Vargas", "Weber", "Xiong", "Yilmaz", "Zielinski", "Almeida", "Bonnet", "Cardoso", "Dubois"),
)
BORN = [2015] * 4 + [2011] * 6 + [1995] * 20
"""Juniors, Seniors and Masters of a store, who play together."""


@pytest.fixture
def live_server(transactional_db) -> Iterator[LiveServer]:
    """A program just started; the server of the other stories remembers that somebody has had an account."""
    server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def started() -> Iterator[None]:
    """What `serve` sets: nobody has an account yet."""
    with override_settings(FIRST_ACCOUNT_CODE="ABCDE23456"):
        yield


@pytest.fixture
def toms_players(tmp_path: Path) -> Path:
    """TOM's players file: the regulars of the store."""
    rows = zip(LAST_NAMES, BORN, strict=True)
    players = "".join(
        tf.player(n, first="Zoë", last=last, born=born) for n, (last, born) in enumerate(rows, 1)
    )
    file = tmp_path / "players.xml"
    file.write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n<players>\n{players}</players>\n')
    return file


def makes_account(person: Person) -> None:
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("Set up Stadium")
    person.click(page.get_by_label("Name", exact=False).first)
    person.types("marta")
    person.presses("Tab")
    person.types("cinder-owl-47")
    person.presses("Tab")
    person.types("cinder-owl-47")
    person.presses("Enter")


def answers_three(person: Person) -> Tournament:
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("New event")
    person.click(page.get_by_label("Name", exact=True))
    person.types("November Challenge")
    person.clicks += 1  # the list opens with one click, the next chooses
    person.clicks += 1
    page.get_by_label("Who plays together").select_option("together")
    person.click(page.get_by_role("button", name="Create event"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add a player")
    return Tournament.objects.get()


def loads_known_players(person: Person, file: Path) -> None:
    page = person.page
    person.click(page.get_by_role("link", name="Load players from TOM"))
    person.chooses_file(page.locator("input[type=file]"), file)
    person.click(page.get_by_role("button", name="Preview"))
    person.click(page.get_by_role("button", name="Load these players"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add a player")


def adds_players(person: Person) -> None:
    """Three letters, or the Player ID; arrow and Enter fill the row, Enter adds. The first one ticks "is here"."""
    page = person.page
    for n, last in enumerate(LAST_NAMES, 1):
        if n == 1:
            person.click(page.get_by_label("Is here: check in now"))
            person.click(page.locator("[name=player_id]"))
            person.types(tf.user_id(n))
        else:
            expect(page.locator("[name=first_name]")).to_be_focused()
            person.types(last[:3].lower())
        expect(page.locator("#suggested [role=option]")).to_have_count(1)
        person.presses("ArrowDown", "Enter")
        expect(page.locator("[name=last_name]")).to_have_value(last)
        person.presses("Enter")
        expect(page.locator("[data-toast]")).to_contain_text(f"Zoë {last} is in.")
    assert Entry.objects.filter(checked_in_at__isnull=False).count() == len(LAST_NAMES)


def pairs_and_posts(person: Person, number: int) -> None:
    page = person.page
    person.click(page.get_by_role("button", name=f"Pair round {number}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Review round {number}")
    person.click(page.get_by_role("button", name=f"Post round {number}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")


def prints(person: Person, number: int) -> None:
    """The sheets open in a tab of their own: print it, close it."""
    page = person.page
    link = page.get_by_role("link", name=f"Print round {number}")
    person.clicks += 1
    answer = page.request.get(f"{page.url.split('/e/')[0]}{link.get_attribute('href')}")
    assert answer.headers["content-type"] == "application/pdf"
    person.keys += len(("Control", "P", "Enter", "Control", "W"))


def enters_results(person: Person, tables: int) -> None:
    page = person.page
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    for table in range(1, tables + 1):
        person.types(str(table))
        person.presses("Enter")
        person.types("1")
        expect(page.locator("[data-readback]")).to_contain_text("Enter saves it")
        person.presses("Enter")
    expect(page.get_by_role("heading", name="results are in")).to_be_visible()


def closes(person: Person) -> None:
    page = person.page
    person.click(page.get_by_role("link", name="Close and rank"))
    person.click(page.locator("main form.ask button.primary"))
    expect(page.locator("main")).to_contain_text("was closed at")


def test_a_store_is_ready_in_three_minutes(page: Page, live_server, toms_players: Path):
    page.goto(live_server.url)
    person = Person(page)
    with person.doing("account"):
        makes_account(person)
    with person.doing("event"):
        event = answers_three(person)
    with person.doing("known players"):
        loads_known_players(person, toms_players)
    with person.doing("players"):
        adds_players(person)
    with person.doing("round 1"):
        person.click(page.locator("nav.nav").get_by_role("link", name="Pair, enter results"))
        pairs_and_posts(person, 1)
    assert User.objects.get().username == "marta"
    assert event.features == []
    assert Round.objects.get().state == Round.State.POSTED
    assert Round.objects.get().matches.count() == len(LAST_NAMES) // 2
    assert person.seconds <= MOST_SECONDS, person.summary
    print(person.summary)  # noqa: T201

    for number in (1, 2):
        hand = Person(page)
        with hand.doing(f"round {number}"):
            if number > 1:
                pairs_and_posts(hand, number)
            prints(hand, number)
            enters_results(hand, len(LAST_NAMES) // 2)
            closes(hand)
        assert hand.clicks <= MOST_CLICKS_A_ROUND, hand.summary
        print(hand.summary)  # noqa: T201
    page.locator("nav.nav").get_by_role("link", name="Finish").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Report this event")
