"""The first section of the organizer's page, word by word: with only the README, a newcomer starts Stadium and runs
a League Challenge of nine players from nothing to printed final standings, in less than a quarter of an hour.

Each word in italics is carried out in order, as a reader would: a field with this label is filled, a choice is
selected, a button or a link is pressed; what is set as code is typed. The story fails on a word that the page does
not have, and on a word of the tutorial that the story does not reach.
"""

import re
import time
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, BrowserContext, Locator, expect
from pypdf import PdfReader

from tests.browser.conftest import watch
from tests.browser.person import Person
from tests.config.servers.own_server import ROOT, Installation
from tests.config.test_bootstrap import in_the_readme

pytestmark = pytest.mark.browser

MAX_SECONDS = 15 * 60
HEADING = "## A League Challenge in a quarter of an hour"
ACT = re.compile(r"\*([^*\n]+)\*|`([^`\n]+)`")
PLAYERS = (
    *(("Ana", "Silva", "1991"), ("Łukasz", "Nowak", "1988"), ("Maya", "Okonkwo", "2015")),
    *(("José", "García", "1979"), ("Zoë", "Ångström", "2011"), ("Søren", "Jensen", "1999")),
    *(("Émile", "Lefèvre", "2003"), ("Ida", "Dvořák", "2012"), ("Noah", "Smith", "1995")),
)
ROUNDS = 3
"""As for the six Masters, the largest age division."""

TYPED = {
    "Username": "marta",
    "Password": "cinder-owl-47",
    "Password (again)": "cinder-owl-47",
    "Name": "Pier Street Challenge",
    "Day and start of round 1": "2026-11-21T10:00",
}


def tutorial_text() -> str:
    """Return the section without its heading."""
    text = (ROOT / "docs/organizer.md").read_text("utf-8")
    return text.partition(f"{HEADING}\n")[2].partition("\n## ")[0]


def tutorial() -> list[list[str]]:
    """Return the actions of each numbered step in order: words on the screen as they are, typed text in backquotes."""
    steps = re.findall(r"^\d+\. (.*?)(?=^\d+\. |\n\n)", tutorial_text(), re.MULTILINE | re.DOTALL)
    return [[found[1] or f"`{found[2]}`" for found in ACT.finditer(step)] for step in steps]


class Newcomer(Person):
    """A user who knows nothing but the word that is read next."""

    def does(self, word: str, typed: str = "") -> None:
        """Carry out one action of the tutorial on the open page."""
        if word.startswith("`"):
            self.presses(word.strip("`"))
            return
        found = self.named(word)
        kind = found.evaluate("one => one.matches('option') ? 'option' : (one.control || one).type")
        self.clicks += 1
        if kind == "option":
            found.locator("xpath=ancestor::select").select_option(label=word)
        elif kind in ("text", "password", "number", "datetime-local"):
            text = typed or TYPED[word]
            self.keys += len(text)
            self.page.locator(f"[id='{found.evaluate('one => (one.control || one).id')}']").fill(text)
        else:
            found.click()

    def named(self, word: str) -> Locator:
        """Return what has this name on the page: the first button, link, field or choice."""
        page = self.page
        begun = re.compile(rf"^\s*{re.escape(word)}(?![a-z’'])")
        ways = (
            page.get_by_role("button", name=word, exact=True),
            page.get_by_role("link", name=word, exact=True),
            page.locator("main").get_by_label(word, exact=True),
            page.locator("main label").filter(has_text=begun),
            page.locator("main option").filter(has_text=begun),
        )
        until = time.monotonic() + 30
        while time.monotonic() < until:
            for way in ways:
                for one in way.all():
                    seen = one.locator("xpath=ancestor-or-self::*[not(self::option or self::optgroup)][1]")
                    if seen.is_visible():
                        return one
            page.wait_for_timeout(100)
        raise AssertionError(f"the tutorial says “{word}”, and {page.url} has nothing of this name")


def prints(newcomer: Newcomer, word: str) -> APIResponse:
    """Press what opens a sheet. A browser shows it in a tab, where Control+P prints it."""
    link = newcomer.named(word)
    newcomer.clicks += 1
    newcomer.keys += len(("Control", "P", "Enter", "Control", "W"))
    form = link.evaluate("one => one.form && [one.form.action, Object.fromEntries(new FormData(one.form))]")
    if form:
        return newcomer.page.request.post(form[0], form=form[1])
    return newcomer.page.request.get(link.evaluate("one => one.href"))


def text_of(answer: APIResponse) -> str:
    assert answer.headers["content-type"] == "application/pdf", answer.url
    return "".join(sheet.extract_text() for sheet in PdfReader(BytesIO(answer.body())).pages)


def test_the_readme_leads_there() -> None:
    assert ["serve"] in in_the_readme()
    assert "(docs/guide.md)" in (ROOT / "README.md").read_text("utf-8")
    first = re.search(r"^1\. \[.*?\]\((.*?)\)", (ROOT / "docs/guide.md").read_text("utf-8"), re.MULTILINE)
    assert first
    assert first[1] == "organizer.md"
    assert len(tutorial()) == 8, (
        "a step of the tutorial that the story does not take, or the other way around"
    )


def test_a_newcomer_prints_final_standings_after_a_quarter_of_an_hour(
    window: BrowserContext, tmp_path: Path
) -> None:
    begun = time.monotonic()
    start, event, players, to_the_round, pairing, results, again, finish = tutorial()
    assert start.pop(0) == "`python3 manage.py serve`"
    with Installation(tmp_path).serve() as lines:
        wrong: list[str] = []
        page = window.new_page()
        watch(page, lines[-1].rstrip("/"), wrong)
        page.goto(lines[-1])
        newcomer = Newcomer(page)
        for word in (*start, *event):
            newcomer.does(word)
        adds_players(newcomer, players)
        for word in to_the_round:
            newcomer.does(word)
        expect(page.get_by_text("Grouped by the players checked in, as TOM does:")).to_be_visible()
        for number in range(1, ROUNDS + 1):
            if number > 1:
                assert again == ["Pair round 2"]
            plays_round(newcomer, number, pairing, results)
        expect(page.get_by_role("heading", level=1)).to_contain_text(f"All {ROUNDS} Swiss rounds")
        newcomer.does(finish[0])
        standings = text_of(prints(newcomer, finish[1]))
        assert wrong == []
    assert [last for _first, last, _born in PLAYERS if last not in standings] == []
    assert f"after round {ROUNDS}" in standings.lower()
    took = newcomer.seconds + time.monotonic() - begun
    print(f"{took:.0f} s with the answers of this machine; {newcomer.summary}")  # noqa: T201
    assert took < MAX_SECONDS


def adds_players(newcomer: Newcomer, acts: list[str]) -> None:
    """Check the checkbox once, then fill the fields and press the key for each player."""
    newcomer.does(acts[0])
    assert acts[1:] == ["First name", "Last name", "Birth year", "`Enter`"]
    for player in PLAYERS:
        for word, typed in zip(acts[1:], (*player, ""), strict=True):
            newcomer.does(word, typed)
        expect(newcomer.page.locator("[data-toast]")).to_contain_text(f"{player[0]} {player[1]} is added.")


def plays_round(newcomer: Newcomer, number: int, pairing: list[str], results: list[str]) -> None:
    """Pair, post, print, enter results by each of the keys in turn, close."""
    page = newcomer.page
    *pressed, print_round, warned = [word.replace("round 1", f"round {number}") for word in pairing]
    if number > 1:
        pressed[0] = f"Pair round {number}"
    for word in pressed:
        newcomer.does(word)
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round {number} desk")
    answer = prints(newcomer, print_round)
    if number == 1:
        with page.context.new_page() as warning:
            warning.goto(answer.url)
            answer = prints(Newcomer(warning), warned)
    sheets = text_of(answer)
    assert [last for _first, last, _born in PLAYERS if last not in sheets] == []
    saves, one, two, tie, again, close = results
    assert (saves, again) == ("`Enter`", "`Enter`")
    expect(page.get_by_label("Table", exact=True)).to_be_focused()
    tables = len(PLAYERS) // 2
    for table in range(1, tables + 1):
        newcomer.types(str(table))
        newcomer.does(saves)
        newcomer.does((one, two, tie)[(table + number) % 3])
        expect(page.locator("[data-readback]")).to_contain_text("Enter saves it")
        newcomer.does(again)
    expect(page.get_by_role("heading", name=f"All {tables} results are in")).to_be_visible()
    newcomer.does(close)
    expect(page.get_by_role("heading", name="What will change")).to_be_visible()
    newcomer.does(close)
    expect(page.locator("main")).to_contain_text(f"Round {number} was closed at")
