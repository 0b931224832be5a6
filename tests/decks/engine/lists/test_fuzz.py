"""No text and no file, whatever it contains, raises anything but Refused."""

import io
import random
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.engine.refused import Refused
from decks.engine.lists import printed_rows, read_list_file, read_list_text, write_list_text
from decks.engine.lists.deck_list import ReadList
from decks.engine.resolve import resolve_list
from tests.decks.engine.lists.cards import CATALOGUE, TODAY
from tests.decks.engine.lists.test_files import book

PIECES = [
    "4", "0", "-1", "99999", "x", "×", " ", "\n", "\r\n", "\t", ",", ";", ":", "(", ")", "[", "]", "{R}",
    "#", "*", "-", "?", "Ultra Ball", "Iono", "Fire", "Energy", "GRI", "60", "GRI 60", "sm2-60", "PH",
    "Promo", "XY67/100", "Pokémon: 4", "Trainer (3)", "Total Cards: 60", "##Energy - 2", "<br>", "&amp;",
    "&#0;", "&#xD800;", "Ã©", "â€™", "♢", "★", "\ufeff", "\u0000", "\u202e", "\ud800", "１２", "٤", "²",
    "½", "Ⅳ", "’", "quantity,name,set,number", "\"", "'", "=1+1", "ポケモン: 4", "Σ",
]  # fmt: skip


def taken_through(read: ReadList) -> None:
    """Run everything that happens to a list after it is read."""
    deck = resolve_list(read, CATALOGUE, on=TODAY)
    assert len(deck.cards) >= len(read.lines)
    assert sum(row.quantity or 0 for row in printed_rows(deck) if (row.quantity or 0) > 0) == deck.total
    # A line like "Ultra Ball * 4" is a card only if the name is known.
    named_later = len(deck.cards) - len(read.lines)
    assert deck.total >= read.total if named_later else deck.total == read.total
    with suppress(Refused):
        again = resolve_list(read_list_text(write_list_text(deck)), CATALOGUE, on=TODAY)
        # An unknown name can look like a heading: "4 ] ? Pokémon".
        is_known = all(card.problem is None for card in deck.cards)
        assert again.total == deck.total if is_known else again.total <= deck.total


def survives(reading: Callable[[], ReadList]) -> None:
    with suppress(Refused):
        read = reading()
        assert read.lines or read.ignored
        taken_through(read)


@given(st.text(st.characters(codec=None), max_size=300))
def test_any_text(text: str) -> None:
    survives(lambda: read_list_text(text))


@given(
    st.lists(st.sampled_from(PIECES), max_size=40).map(" ".join)
    | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
)
@example("Ultra Ball * 4")
@example("GRI 60 4")
def test_pieces_of_lists(text: str) -> None:
    survives(lambda: read_list_text(text))
    survives(lambda: read_list_file(text.encode("utf-8", "replace"), "list.csv"))


@given(
    st.binary(max_size=600),
    st.sampled_from(["list.txt", "list.csv", "list.xlsx", "", "../x.exe", "\x00.csv"]),
)
def test_any_bytes(data: bytes, filename: str) -> None:
    survives(lambda: read_list_file(data, filename))
    survives(lambda: read_list_file(b"PK\x03\x04" + data, filename))


@pytest.mark.parametrize("seed", range(60))
def test_a_spreadsheet_with_bytes_changed(seed: int) -> None:
    chance = random.Random(seed)
    data = bytearray(book([["Quantity", "Name"], [4, "Ultra Ball"]]))
    for _change in range(chance.randint(1, 30)):
        data[chance.randrange(4, len(data))] = chance.randrange(256)
    survives(lambda: read_list_file(bytes(data), "list.xlsx"))


@pytest.mark.parametrize("seed", range(60))
def test_a_spreadsheet_with_its_sheet_changed(seed: int) -> None:
    chance = random.Random(seed)
    with zipfile.ZipFile(io.BytesIO(book([["Quantity", "Name"], [4, "Ultra Ball"]]))) as archive:
        parts = {name: bytearray(archive.read(name)) for name in archive.namelist()}
    part = parts[chance.choice(sorted(parts))]
    for _change in range(chance.randint(1, 10)):
        part[chance.randrange(len(part))] = chance.randrange(32, 127)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, body in parts.items():
            archive.writestr(name, bytes(body))
    survives(lambda: read_list_file(out.getvalue(), "list.xlsx"))


@pytest.mark.parametrize(
    "sign", ["(", "[", "4 ", "x", "- ", "* ", "a ", "<", "&", "#", ":", "{", "GRI ", "9", ",", "=", "_"]
)
def test_no_long_line_takes_long(sign: str) -> None:
    survives(lambda: read_list_text((sign * 300 + "\n") * 80))
