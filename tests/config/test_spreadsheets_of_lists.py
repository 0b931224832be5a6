"""Every list that staff see links to the same list as a spreadsheet, or to a page with such a link."""

import csv
import html
import re
from datetime import datetime
from io import BytesIO, StringIO

import pytest
from django.test import Client
from openpyxl import load_workbook

from core.percentages import format_fraction
from tests.browser import visits
from tests.browser.hall import fresh_hall
from tests.html import markup
from tournaments.models import User

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LINES = re.compile(r"""<(?:ul|ol)[^>]* class="[^"]*\blines\b[^"]*"[^>]*>|<tr[ >]""")
FILE = re.compile(r"""href="[^"]*\.(?:csv|xlsx)\b""")
CSV_FILE = re.compile(r"""href="([^"]*\.csv\b[^"]*)\"""")

ROUND = "the workbook of Files and standings has the tables of every round"
ONE = "about one player, deck, table or draft, whose own file or sheet it has"
PLAYER = "a player's own page"
CHOICE = "a form: what is chosen from is on another list"
ANSWER = "an answer to what was typed, which nothing stores"
REPORT = "its report has every check, once one is counted"
SETTINGS = "a few settings, changed where they stand"
TEXT = "a text to read"
ADMINISTRATION = "for whoever runs the installation or a program beside it"
WITHOUT = {
    **dict.fromkeys(("pairings:desk", "pairings:round", "pairings:review", "pairings:change"), ROUND),
    **dict.fromkeys(("pairings:explain", "pairings:pairings", "pairings:clock"), ROUND),
    **dict.fromkeys(
        ("checks:check", "checks:check_paper", "decks:pool", "drafts:draft", "drafts:draft_replay"), ONE
    ),
    **dict.fromkeys(("floor:match", "floor:penalty", "floor:person", "floor:player_matches"), ONE),
    **dict.fromkeys(("tournaments:player", "pairings:deck"), ONE),
    **dict.fromkeys(("decks:my_build", "drafts:my_draft", "drafts:my_history", "decks:my_pool"), PLAYER),
    **dict.fromkeys(("drafts:tablet", "floor:my"), PLAYER),
    **dict.fromkeys(("floor:penalty_new", "pairings:regulars", "pairings:print"), CHOICE),
    **dict.fromkeys(("decks:builder", "drafts:draft_plan", "drafts:drafts", "decks:languages"), ANSWER),
    "cards:card_import_job": ADMINISTRATION,
    **dict.fromkeys(("tournaments:settings", "tournaments:team", "tournaments:teams"), SETTINGS),
    **dict.fromkeys(("floor:pocket_book", "core:guide_page", "tournaments:event", "pairings:decks"), TEXT),
    **dict.fromkeys(("security", "tournaments:seals", "tournaments:snapshots"), ADMINISTRATION),
    **dict.fromkeys(("api:tokens", "cards:card_import"), ADMINISTRATION),
    "cards:card": "one card, whose printings and names the catalogue has",
    "cards:formats": "what the tables of rotations, promos and bans say of one day",
    "checks:checks": REPORT,
    "pairings:organizer": TEXT,
    "registration:claims": "phones that wait for an answer, over with it; the journal has them",
    "registration:register": CHOICE,
    "registration:registrations": "its file is offered as soon as a player has registered",
    **dict.fromkeys(("tournaments:webhook", "tournaments:webhooks"), ADMINISTRATION),
}
"""Lists without a spreadsheet, and why."""


def test_every_list_is_a_spreadsheet_too() -> None:
    hall = fresh_hall(visits.hall)
    client = Client()
    client.force_login(User.objects.get(username="organizer"))
    silent: dict[str, str] = {}
    offered: set[str] = set()
    for name, addresses in visits.addresses(hall).items():
        if name in visits.FILES:
            continue
        for address in addresses:
            answer = client.get(address)
            if answer.status_code != 200 or "html" not in answer["Content-Type"]:
                continue
            page = markup(answer)
            if FILE.search(page):
                offered.add(name)
            elif LINES.search(page):
                silent.setdefault(name, address)
    assert {name: silent[name] for name in silent.keys() - WITHOUT.keys()} == {}
    assert WITHOUT.keys() - silent.keys() == set(), "these need no exception"
    assert len(offered) > 25


def test_a_list_has_the_same_cells_as_csv_and_as_xlsx() -> None:
    hall = fresh_hall(visits.hall)
    client = Client()
    client.force_login(User.objects.get(username="organizer"))
    compared = 0
    for address in sorted(_csv_files(client, hall)):
        other = client.get(re.sub(r"\.csv\b", ".xlsx", address))
        if other.status_code == 404:
            continue  # only CSV, which another program reads
        lines = [
            [_plain(cell) for cell in line]
            for line in csv.reader(StringIO(client.get(address).content.decode("utf-8-sig")))
        ]
        if tuple(lines[0]) not in (sheets := _sheets(other.content)):
            lines = [
                line[1:] for line in lines
            ]  # a sheet for each group, whose title the CSV has before each line
        assert [lines[0], *sheets[tuple(lines[0])]] == lines, address
        compared += 1
    assert compared > 15


def _csv_files(client: Client, hall: object) -> set[str]:
    found: set[str] = set()
    for name, addresses in visits.addresses(hall).items():  # type: ignore[arg-type]
        if name in visits.FILES:
            continue
        for address in addresses:
            answer = client.get(address)
            if answer.status_code == 200 and "html" in answer["Content-Type"]:
                found.update(html.unescape(one) for one in CSV_FILE.findall(markup(answer)))
    return found


def _sheets(file: bytes) -> dict[tuple[str, ...], list[list[str]]]:
    """Return the lines below each head, of one sheet after the other."""
    found: dict[tuple[str, ...], list[list[str]]] = {}
    for sheet in load_workbook(BytesIO(file)).worksheets:
        head, *rows = [[_as_csv(value) for value in row] for row in sheet.iter_rows(values_only=True)]
        found.setdefault(tuple(head), []).extend(rows)
    return found


def _plain(cell: str) -> str:
    """Return a value without the apostrophe that prevents calculation, and a whole percentage as XLSX returns it."""
    return re.sub(r"^(\d+)\.0{6}$", r"\1", cell.removeprefix("'"))


def _as_csv(value: object) -> str:
    if isinstance(value, float):
        return format_fraction(value)
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M:%S}".removesuffix(":00").removesuffix(" 00:00")
    return "" if value is None else str(value).removeprefix("'")
