"""A list within a URL."""

import base64
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.engine.refused import Refused
from decks.engine.lists.links import MAX_PACKED_LENGTH, pack_list, unpack_list
from decks.engine.lists.reading import MAX_TEXT_SIZE
from tests import build

DECK = "".join(f"{n % 4 + 1} Card number {n} SUM {n}\n" for n in range(30))


@given(st.text(max_size=400))
def test_what_is_packed_comes_back(text: str) -> None:
    code = pack_list(text)
    assert code is not None
    assert unpack_list(code) == text


def test_a_deck_fits_an_address() -> None:
    code = pack_list(DECK)
    assert code
    assert len(code) < 1_000
    assert set(code) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def test_a_long_text_gets_no_address() -> None:
    assert pack_list("".join(chr(200 + n * 7919 % 50_000) for n in range(5_000))) is None


@given(
    st.one_of(
        st.text(max_size=200),
        st.binary(max_size=200).map(lambda data: base64.urlsafe_b64encode(data).decode()),
    )
)
def test_nothing_in_an_address_raises_but_a_refusal(code: str) -> None:
    with suppress(Refused):
        unpack_list(code)


@pytest.mark.parametrize("code", ["", "x", "ÄÖ", DECK, pack_list(DECK)[:-9], "a" * (MAX_PACKED_LENGTH + 1)])  # type: ignore[index]
def test_a_damaged_address_is_refused(code: str) -> None:
    assert build.refusal(unpack_list, code).code == "LINK_DAMAGED"


def test_a_bomb_is_not_unpacked() -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"4 " * MAX_TEXT_SIZE, 9)).decode()
    assert len(bomb) < MAX_PACKED_LENGTH
    assert build.refusal(unpack_list, bomb).code == "LIST_TOO_BIG"
