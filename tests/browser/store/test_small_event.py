"""From the started program, without an account, to the posted first round of a League Challenge with 30 known
players.

The program is that of the README, `manage.py serve`, in a separate process and an empty folder. The clicks and keys
of a person are counted: at most three minutes until round 1 is posted, and five clicks per round from then on.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import watch
from tests.browser.person import Person
from tests.config.servers.own_server import Installation
from tests.pairings import tom_files as tf

pytestmark = pytest.mark.browser

MAX_SECONDS = 180
MAX_CLICKS_A_ROUND = 5
LAST_NAMES = (
    *("Abbott", "Becker", "Castro", "Duarte", "Eriksen", "Fontana", "Garrido", "Hoffman", "Ibsen", "Jansen"),
    *("Keller", "Lombardi", "Moreau", "Novak", "Okafor", "Pereira", "Quiroga", "Rossi", "Santos", "Tanaka"),
    *("Ueda", "Vargas", "Weber", "Xiong", "Yilmaz", "Zielinski", "Almeida", "Bonnet", "Cardoso", "Dubois"),
)
BORN = [2015] * 4 + [2011] * 6 + [1995] * 20
"""Juniors, Seniors and Masters of a store, who play together."""


@dataclass(frozen=True)
class Program:
    """The started program: the URL at which it opens the browser, and its database, which is only read."""

    url: str
    database: Path

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as opened:
            return opened.execute(question).fetchall()


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Run `manage.py serve` where Stadium never ran: it creates its database, then prints its URL."""
    folder = tmp_path / "stadium"
    folder.mkdir()
    installation = Installation(folder)
    with installation.serve() as lines:
        yield Program(lines[-1].rstrip("/"), installation.database)


@pytest.fixture
def page(window: BrowserContext, program: Program) -> Iterator[Page]:
    """Open the window that the program opens; it fails like that of the other stories."""
    wrong: list[str] = []
    opened = window.new_page()
    watch(opened, program.url, wrong)
    yield opened
    assert wrong == []


@pytest.fixture
def toms_players(tmp_path: Path) -> Path:
    """Return TOM's players file with the regulars of the store."""
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


def answers_three(person: Person) -> None:
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("New event")
    person.click(page.get_by_label("Name", exact=True))
    person.types("November Challenge")
    person.clicks += 1  # one click opens the list, the next one chooses
    person.clicks += 1
    page.get_by_label("Divisions playing together").select_option("together")
    person.click(page.get_by_role("button", name="Create event"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add a player")


def loads_known_players(person: Person, file: Path) -> None:
    page = person.page
    person.click(page.get_by_role("link", name="Load players from TOM"))
    person.chooses_file(page.locator("input[type=file]"), file)
    person.click(page.get_by_role("button", name="Preview"))
    person.click(page.get_by_role("button", name="Load these players"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Add a player")


def adds_players(person: Person) -> None:
    """Three letters, or the Player ID; arrow and Enter fill the row, Enter adds. The first time, check "is here"."""
    page = person.page
    for n, last in enumerate(LAST_NAMES, 1):
        if n == 1:
            person.click(page.get_by_label("Check in now"))
            person.click(page.locator("[name=player_id]"))
            person.types(tf.user_id(n))
        else:
            expect(page.locator("[name=first_name]")).to_be_focused()
            person.types(last[:3].lower())
        expect(page.locator("#suggested [role=option]")).to_have_count(1)
        person.presses("ArrowDown", "Enter")
        expect(page.locator("[name=last_name]")).to_have_value(last)
        person.presses("Enter")
        expect(page.locator("[data-toast]")).to_contain_text(f"Zoë {last} is added.")


def pairs_and_posts(person: Person, number: int) -> None:
    page = person.page
    person.click(page.get_by_role("button", name=f"Pair round {number}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Review round {number}")
    person.click(page.get_by_role("button", name=f"Post round {number}"))
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")


def href(link: Locator) -> str:
    return link.get_attribute("href") or ""


def prints(person: Person, number: int) -> None:
    """The sheets open in a separate tab: print it, close it. The first time, check where their codes lead."""
    page = person.page
    home = page.url.split("/e/")[0]
    person.clicks += 1
    answer = page.request.get(home + href(page.get_by_role("link", name=f"Print round {number}")))
    if number == 1:
        with page.context.new_page() as warning:
            warning.goto(answer.url)
            expect(warning.get_by_role("heading", level=1)).to_contain_text("Phones cannot open these codes")
            person.clicks += 1
            sent = warning.locator("form:has(button:text-is('Print anyway')) input").evaluate_all(
                "inputs => Object.fromEntries(inputs.map(input => [input.name, input.value]))"
            )
            answer = page.request.post(home + reverse("core:codes_anyway"), form=sent)
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
    person.click(page.get_by_role("link", name="Close and update standings"))
    person.click(page.locator("main form.ask button.primary"))
    expect(page.locator("main")).to_contain_text("was closed at")


@pytest.mark.slow
def test_a_store_is_ready_in_three_minutes(page: Page, program: Program, toms_players: Path):
    assert program.rows("select count(*) from tournaments_user") == [(0,)]
    page.goto(program.url)
    person = Person(page)
    with person.doing("account"):
        makes_account(person)
    with person.doing("event"):
        answers_three(person)
    with person.doing("known players"):
        loads_known_players(person, toms_players)
    with person.doing("players"):
        adds_players(person)
    with person.doing("round 1"):
        person.click(page.locator("nav.nav").get_by_role("link", name="Pair, enter results"))
        pairs_and_posts(person, 1)
    assert program.rows("select username from tournaments_user") == [("marta",)]
    assert program.rows("select features from tournaments_tournament") == [("[]",)]
    here = "select count(*) from tournaments_entry where checked_in_at is not null"
    assert program.rows(here) == [(len(LAST_NAMES),)]
    assert program.rows("select number, state from pairings_round") == [(1, "posted")]
    assert program.rows("select count(*) from pairings_match") == [(len(LAST_NAMES) // 2,)]
    assert person.seconds <= MAX_SECONDS, person.summary
    print(person.summary)  # noqa: T201

    for number in (1, 2):
        hand = Person(page)
        with hand.doing(f"round {number}"):
            if number > 1:
                pairs_and_posts(hand, number)
            prints(hand, number)
            enters_results(hand, len(LAST_NAMES) // 2)
            closes(hand)
        assert hand.clicks <= MAX_CLICKS_A_ROUND, hand.summary
        print(hand.summary)  # noqa: T201
    page.locator("nav.nav").get_by_role("link", name="Finish").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Report this event")
