"""A database key is for URLs and scripts: no page, printed sheet or list shows one to a reader."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from io import BytesIO
from itertools import count
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.db import connection, models
from django.http import HttpResponse
from django.test import Client
from openpyxl import load_workbook

from pairings.engine.display_rows import EntryPerson
from tests import ROOMS, papers
from tests.browser import visits
from tests.browser.hall import Hall, address
from tests.config.paper.documents import DOCUMENTS
from tests.config.paper.people import people
from tournaments.models import User

FIRST, SPACING = 2_031_000_000, 100_000
"""Far from Player IDs, seconds since 1970 and everything else that a page may show, but still an `integer`."""

KEY = re.compile(r"(?<![\d/=])2[ ,.\u00a0\u202f]?0[34]\d[ ,.\u00a0\u202f]?\d{3}[ ,.\u00a0\u202f]?\d{3}(?!\d)")

SAID_ALOUD = {"alt", "aria-label", "aria-description", "aria-valuetext", "placeholder", "title", "data-label"}
"""Attributes that people see or hear."""

FOR_PROGRAMS = {
    "pairings:inputs": "what a pairing was made from, to be computed again: opponents are named by key",
    "pairings:clock_state": "for the script of the clock",
    "floor:floor_live": "for the script of the board, its keys are the ids of cells",
    "floor:calendar": "the UID by which a calendar knows an appointment again",
    "floor:person_data": "rows as data, held together by their keys",
    "tournaments:snapshot_file": "an event to restore: rows with their keys",
}
"""Files that no person reads, and what their keys are for."""

NUMBERS = {"core.JournalEvent": "the number of a line, by which seals and verify_journal name it"}
"""Models whose key is a number that people use, and its purpose."""

PARTS = (
    ("pairings:find_player", "?q=a"),
    ("pairings:suggest_player", "?q=a"),
    ("checks:check_cards", "?q=a"),
    ("floor:calls_news", ""),
)
"""Fragments that pages fetch for people to read."""


class Shown(HTMLParser):
    """The texts of a page that a person sees or that a screen reader reads out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._script = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._script += tag in ("script", "style")
        facts = dict(attrs)
        typed = tag == "input" and facts.get("type", "text") in ("text", "search", "number", "submit")
        names = SAID_ALOUD | ({"value"} if typed else set())
        self.texts += [value for name, value in attrs if name in names and value]

    def handle_endtag(self, tag: str) -> None:
        self._script -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._script:
            self.texts.append(data)


@pytest.mark.django_db(transaction=True)
@pytest.mark.sqlite
@pytest.mark.timeout(1200)
def test_no_page_sheet_or_list_shows_the_key_of_a_row():
    starts = _number_rows_from_far_away()
    hall = visits.hall()
    checked, seen = 0, {}
    for name, where, answer in _answers(hall):
        if name in FOR_PROGRAMS:
            continue
        checked += 1
        for text, key in _keys(_texts(answer)):
            if starts(key) not in NUMBERS:
                seen.setdefault((name, starts(key)), f"{where}: {text}")
    assert not seen, "\n".join(f"{name} shows the key of {model}, {at}" for (name, model), at in seen.items())
    assert checked > 400


def test_no_printed_document_shows_the_key_of_a_player():
    keys = count(FIRST + 1)
    shown = []
    for name, document in DOCUMENTS.items():
        if name == "next round by hand":
            continue
        of = [_numbered(one, next(keys)) for one in people(12)]
        text = papers.pages(document.make(of, "a4").render())
        shown += [f"{name}: {key}" for _text, key in _keys(text)]
    assert not shown, "\n".join(shown)


def test_a_key_is_seen_in_words_and_not_in_addresses():
    page = (
        f'<a href="/e/x/{FIRST}">Mia</a><input type="hidden" value="{FIRST}"><script>{FIRST}</script>'
        "<p>Player ID 2031000001 · 2,031,000,002</p>"
        '<b aria-label="Remove 2031000003">x</b><input value="2031000004">'
    )

    assert [key for _text, key in _keys(Shown(page).texts)] == [FIRST + at for at in range(1, 5)]


def _number_rows_from_far_away() -> Callable[[int], str]:
    """Let the keys of each model begin at a different number; return a function that names the model of a key."""
    own = [model for model in apps.get_models() if model._meta.app_label in ROOMS]
    counted = [model for model in own if isinstance(model._meta.pk, models.AutoField | models.BigAutoField)]
    starts = {FIRST + at * SPACING: model for at, model in enumerate(counted)}
    with connection.cursor() as cursor:
        for start, model in starts.items():
            table, column = model._meta.db_table, model._meta.pk.column
            if connection.vendor == "postgresql":
                serial = "SELECT setval(pg_get_serial_sequence(%s, %s), %s)"
                cursor.execute(serial, [f'"{table}"', column, start])
            else:
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
                cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, start])
    return lambda key: starts[key - (key - FIRST) % SPACING]._meta.label


def _answers(hall: Hall) -> Iterator[tuple[str, str, HttpResponse]]:
    """Yield each page and file, as every role that may open it."""
    pages, powers = visits.addresses(hall), dict(visits.names())
    division = f"?division={hall.playing.division_id}"
    names = papers.sheet_names()
    pages["pairings:sheet"] += [address("pairings:sheet", hall.cup, division, name=name) for name in names]
    pages |= {name: [address(name, hall.cup, query)] for name, query in PARTS}
    for who in visits.ROLES:
        client = Client()
        if who != "visitor":
            client.force_login(User.objects.get(username=who))
        for name, found in pages.items():
            for where in found if visits.may_open(who, name, powers[name]) else ():
                answer = client.get(where, follow=True)
                if answer.status_code == 200:
                    yield name, f"{where} ({who})", answer


def _texts(answer: HttpResponse) -> list[str]:
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return _texts_of(body, answer["Content-Type"])


def _texts_of(body: bytes, kind: str) -> list[str]:
    if body.startswith(b"%PDF"):
        return papers.pages(body)
    if body.startswith(b"PK") and "spreadsheet" in kind:
        sheets = load_workbook(BytesIO(body), read_only=True).worksheets
        return [str(cell) for sheet in sheets for row in sheet.values for cell in row if cell is not None]
    if body.startswith(b"PK"):
        with ZipFile(BytesIO(body)) as archive:
            return [
                text for name in archive.namelist() for text in [name, *_texts_of(archive.read(name), "")]
            ]
    if kind.startswith("image/"):
        return []
    text = body.decode()
    return Shown(text).texts if "html" in kind else text.splitlines()


def _keys(texts: list[str]) -> Iterator[tuple[str, int]]:
    for text in texts:
        for found in KEY.finditer(text):
            yield " ".join(text.split())[:200], int(re.sub(r"\D", "", found[0]))


def _numbered(one: EntryPerson, key: int) -> EntryPerson:
    return replace(one, entry_id=key)
