"""The most frequently printed documents, compared with their appearance when they were last reviewed.

`PICTURES=write .venv/bin/python -m pytest -n 0 tests/config/test_pictures_of_paper.py` draws the stored pictures
again after a sheet has changed; look at them before committing them.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from pypdfium2 import PdfDocument

from checks.documents.check_sheets import CheckSheets
from checks.models import DeckCheck
from checks.queries.paper_checks import PaperCheck
from core.documents.sheet import bind_sheets
from decks.documents.blank_list import BlankList
from decks.engine.lists.printed_list import PrintedListRow
from pairings.documents.bracket import BracketSheet
from pairings.documents.pairings import PairingsByName, PairingsByTableSheet
from pairings.documents.slips import MatchSlips
from pairings.documents.standings import StandingsSheet
from pairings.engine.boards import parse_boards
from pairings.engine.display_rows import BracketBox, BracketRound, BracketSide, SheetHead, StandingRow
from tests.pairings.documents.samples import a_round, person
from tests.papers import HEAD
from tournaments.models import Division, Entry, Tournament

FOLDER = Path(__file__).parent / "pictures"
DOTS = 40
"""Dots per inch: enough to see that a box, a line or a column has moved."""

SQUARE = 8
"""Dots of the compared squares: smoothing of letters stays within one, a missing box does not."""

LOCAL, WHOLE = 24, 1.0
"""Maximum difference of a square and of the whole page, in greys of 255."""


def standings() -> bytes:
    rows = [
        StandingRow(n, person(n, dropped=n == 7), 3, 1, 0, {"owp": 0.6328, "oowp": 0.5}) for n in range(1, 31)
    ]
    return StandingsSheet(HEAD, rows, cut=(8, "Top 8")).render()


def slips() -> bytes:
    rows = a_round(8)
    links = {row.match_id: f"https://stadium.example/e/cup/{row.match_id}" for row in rows}
    return MatchSlips(HEAD, rows, links=links, best_of=3).render()


def bracket() -> bytes:
    sides = [BracketSide(seed, person(seed)) for seed in range(1, 9)]
    rounds = []
    while len(sides) > 1:
        pairs = zip(sides[::2], sides[1::2], strict=True)
        boxes = tuple(
            BracketBox(
                BracketSide(up.seed, up.person, games=2, won=True),
                BracketSide(low.seed, low.person, games=1),
                table=table,
            )
            for table, (up, low) in enumerate(pairs, start=1)
        )
        rounds.append(BracketRound(f"Round of {len(sides)}", boxes))
        sides = [BracketSide(box.left.seed, box.left.person) for box in boxes]
    return BracketSheet(HEAD, rounds, champion=person(1)).render()


def round_pack() -> bytes:
    head = SheetHead(HEAD.name, HEAD.group, HEAD.part, HEAD.printed_at, HEAD.address, revision=2)
    rows = a_round(90)
    sheets = [
        PairingsByName(head, rows, boards=parse_boards("A–K, L–Z")),
        PairingsByTableSheet(head, rows),
        MatchSlips(head, rows),
    ]
    return bind_sheets(sheets, title="Round pack")


def check_sheet() -> bytes:
    cards = (
        PrintedListRow(4, "Dreepy", "TWM", "128", "H", "pokemon", "pokemon", False, None, False, "", (1,)),
        PrintedListRow(3, "Ultra Ball", "MEG", "131", "I", "trainer", "item", False, None, False, "", (2,)),
        PrintedListRow(
            53, "Basic Psychic Energy", "", "", "", "energy", "energy", False, None, False, "", (3,)
        ),
    )
    entry = Entry(
        first_name="Ana",
        last_name="Ibarra",
        player_number="4201337",
        division=Division(age_division="masters"),
    )
    check = DeckCheck(pk=1, entry=entry, table=14, round_number=3)
    found = PaperCheck(check, 2, cards, ())
    return CheckSheets(HEAD, [found], links={1: "https://stadium.example/e/cup/1"}, titles={}).render()


def blank_list() -> bytes:
    event = Tournament(card_format="standard", play_style="constructed", edition="2026")
    return BlankList(HEAD, event).render()


DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "pairings-by-name": lambda: PairingsByName(HEAD, a_round(47)).render(),
    "pairings-by-table": lambda: PairingsByTableSheet(HEAD, a_round(47)).render(),
    "slips": slips,
    "standings": standings,
    "bracket": bracket,
    "round-pack": round_pack,
    "deck-check-sheet": check_sheet,
    "blank-deck-list": blank_list,
}


def pictures(pdf: bytes) -> Iterator[Image.Image]:
    """Return each page in grey."""
    with PdfDocument(pdf) as document:
        for page in document:
            drawn: Image.Image = page.render(scale=DOTS / 72).to_pil().convert("L")
            page.close()
            yield drawn


def picture(pdf: bytes) -> Image.Image:
    """Return the first page in grey."""
    return next(pictures(pdf))


def difference(one: Image.Image, other: Image.Image) -> tuple[int, float]:
    """Return the difference of the most different square and of the whole page."""
    apart = ImageChops.difference(one, other)
    squares = apart.reduce(SQUARE)
    whole = apart.resize((1, 1), Image.Resampling.BOX)
    return int(squares.getextrema()[1]), float(whole.getpixel((0, 0)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_looks_as_it_did(name: str) -> None:
    drawn, file = picture(DOCUMENTS[name]()), FOLDER / f"{name}.png"
    if os.environ.get("PICTURES") == "write":
        FOLDER.mkdir(exist_ok=True)
        drawn.quantize(16).save(file, optimize=True)
    with Image.open(file) as stored:
        assert stored.size == drawn.size
        local, whole = difference(stored.convert("L"), drawn)
    assert (local <= LOCAL, whole <= WHOLE) == (True, True), (local, whole)


def test_each_stored_picture_is_of_a_document() -> None:
    assert {file.stem for file in FOLDER.glob("*.png")} == set(DOCUMENTS)


def test_one_name_or_box_less_is_seen() -> None:
    """The tolerance allows for smoothed letters, not for missing content."""
    for whole, less in (
        (PairingsByName(HEAD, a_round(47)), PairingsByName(HEAD, a_round(46))),
        (MatchSlips(HEAD, a_round(8), best_of=3), MatchSlips(HEAD, a_round(8), best_of=1)),
    ):
        local, _page = difference(picture(whole.render()), picture(less.render()))
        assert local > LOCAL
