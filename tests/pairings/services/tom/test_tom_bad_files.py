"""Files that TOM never wrote: the refusal names the line and the element, and nothing is stored."""

import re
from pathlib import Path

import pytest
from django.apps import apps
from django.utils.translation import override

import pairings
from core.engine.model_labels import stored_model_label
from core.sentences import REFUSALS, refusal_code_text, refusal_text
from pairings.services import tom
from pairings.services.tom import importing
from tests.build import UNSEEN, refusal
from tests.pairings import tom_files as tf

pytestmark = pytest.mark.django_db

TWO = [(1, 1, 2), (1, 3, 4)]
BAD = {
    "TDF_EMPTY": b" ",
    "TDF_NOT_XML": tf.swiss(4)[:-20],
    "TDF_ENCODING_UNKNOWN": tf.swiss(4).replace(b'"UTF-8"', b'"klingon"'),
    "TDF_BAD_RANGE": tf.swiss(4).replace(b"<blockedranges>", b"<blockedranges><r/>"),
    "TDF_FORBIDDEN": b"<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]><tournament/>",
    "TDF_NOT_A_TOURNAMENT": b"<event/>",
    "TDF_MISSING": b"<tournament type='2' stage='4'><data/></tournament>",
    "TDF_BAD_NUMBER": tf.swiss(4).replace(b">30<", b">half an hour<"),
    "TDF_BAD_DATE": tf.swiss(4).replace(b"11/14/2026<", b"14.11.2026<"),
    "TDF_NO_SUCH_DAY": tf.swiss(4).replace(b"11/14/2026<", b"02/31/2026<"),
    "TDF_BAD_FLAG": tf.swiss(4).replace(b"<starter>true", b"<starter>ja"),
    "TDF_BAD_TYPE": tf.swiss(4, type_=7),
    "TDF_BAD_CATEGORY": tf.swiss(4, category=5),
    "TDF_BAD_OUTCOME": tf.swiss(4, [tf.round_(1, [(7, 1, 2)])]),
    "TDF_BAD_SEATS": tf.swiss(4, [tf.round_(1, [(5, 1, 2)])]),
    "TDF_TOO_LONG": tf.swiss(4, minutes=900),
    "TDF_OUT_OF_RANGE": tf.swiss(4, [tf.round_(1, TWO).replace(">2</table", ">40000</table")]),
    "TDF_DUPLICATE_PLAYER": tf.file([tf.player(1), tf.player(1)]),
    "TDF_UNKNOWN_PLAYER": tf.file([tf.player(1)], [tf.pod([1, 2])]),
    "TDF_PLAYER_IN_TWO_PODS": tf.file([tf.player(1)], [tf.pod([1]), tf.pod([1], category=1)]),
    "TDF_PLAYER_IN_NO_POD": tf.file([tf.player(1), tf.player(2)], [tf.pod([2], category=0)]),
    "TDF_PODS_OVERLAP": tf.file([tf.player(1), tf.player(2)], [tf.pod([1]), tf.pod([2], category=10)]),
    "TDF_ROUND_ORDER": tf.swiss(4, [tf.round_(2, TWO), tf.round_(1, TWO)]),
    "TDF_ROUND_STILL_OPEN": tf.swiss(4, [tf.round_(1, [(0, 1, 2)]), tf.round_(2, TWO)]),
    "TDF_NOT_IN_POD": tf.file([tf.player(1), tf.player(2)], [tf.pod([1], [tf.round_(1, [(1, 1, 2)])])]),
    "TDF_PLAYER_TWICE": tf.swiss(4, [tf.round_(1, [(1, 1, 2), (1, 1, 3)])]),
    "TDF_TABLE_TWICE": tf.swiss(4, [tf.round_(1, TWO).replace(">2</table", ">1</table")]),
    "TDF_BRACKET_UNREADABLE": tf.swiss(4, [tf.round_(1, TWO, type_=1)], type_=1),
    "TDF_BAD_PLAYER_ID": tf.swiss(4).replace(b'"7000002"', b'"7x"'),
    "TDF_NAME_MISSING": tf.file([tf.player(1, first=" ", last=" ")]),
    "TDF_NAME_TOO_LONG": tf.file([tf.player(1, last="Z" * 81)]),
    "TDF_BAD_BIRTH_YEAR": tf.file([tf.player(1, born=1820)]),
}
ELSEWHERE = {
    "TDF_NO_PLAYERS": b"<event/>",
    "TDF_TOO_BIG": b" " * (tom.MAX_BYTES + 1),
}
"""Refusals of a list of players."""


@pytest.mark.parametrize("code", BAD)
def test_a_bad_file_names_the_line_and_leaves_nothing_behind(code):
    before = counts()
    refused = refusal(importing.import_event, BAD[code], by=None)
    assert refused.code == code
    assert isinstance(refused.facts["line"], int)
    sentence = refusal_text(refused)
    assert "–" not in sentence
    assert f"Line {refused.facts['line']}" in sentence
    assert f"“{refused.facts['element']}”" in sentence
    assert counts() == before


CODES = sorted(code for code in REFUSALS if code.startswith("TDF_"))


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_has_room_for_line_and_element(code):
    """Each code has a place for both in its sentence, whatever is wrong in a file."""
    facts = dict.fromkeys(re.findall(r"%\((\w+)\)s", str(REFUSALS[code])), "x")
    assert {"line", "element"} <= set(facts)
    for language in ("en", "es", "fr", "pt-br"):
        with override(language):
            sentence = refusal_code_text(code, facts | {"line": 4711, "element": "categorycut"})
        assert "4711" in sentence
        assert "categorycut" in sentence


def test_every_code_has_its_sentence_and_its_bad_file():
    """The codes that the code can refuse, that have a text, and that are tested here are the same."""
    sources = [path.read_text("utf-8") for path in Path(pairings.__file__).parent.rglob("*.py")]
    raised = {code for source in sources for code in re.findall(r"\.(TDF_[A-Z_]+)\b", source)}
    assert raised == set(CODES)
    assert set(BAD) | set(ELSEWHERE) == raised


@pytest.mark.parametrize(
    ("data", "line", "element"),
    [
        (b"", 1, "tournament"),
        (
            b"<?xml version='1.0'?>\r\n<!-- no more -->\r\n<!DOCTYPE a [<!ENTITY b 'c'>]>\r\n<a/>",
            3,
            "!DOCTYPE",
        ),
        ("<!-- -->\n<!DOCTYPE a>\n<a/>".encode("utf-16"), 2, "!DOCTYPE"),
        (tf.swiss(4).replace(b'"UTF-8"', b'"klingon"'), 1, "?xml"),
        (b"<?xml version='1.0'\n encoding='utf-7'?><tournament/>", 2, "?xml"),
        (b"\x00" * 1000, 1, "tournament"),
        (b"<tournament>\n<data>\n<name>A & B</name>", 3, "name"),
    ],
)
def test_what_is_no_xml_of_tom_names_where_it_stops(data, line, element):
    refused = refusal(importing.import_event, data, by=None)
    assert (refused.facts["line"], refused.facts["element"]) == (line, element)
    assert f"Line {line}" in refusal_text(refused)
    assert element in refusal_text(refused)


def test_an_unknown_encoding_is_named():
    sentence = refusal_text(refusal(importing.read_tom_file, tf.swiss(4).replace(b'"UTF-8"', b'"klingon"')))
    assert sentence.startswith("Line 1: “?xml” names the encoding “klingon”")


@pytest.mark.parametrize("code", ["TDF_TOO_BIG", "TDF_NO_PLAYERS"])
def test_a_bad_list_of_players_names_the_line_too(code):
    refused = refusal(importing.read_listed_players, ELSEWHERE[code])
    assert refused.code == code
    assert f"Line {refused.facts['line']}" in refusal_text(refused)
    assert f"“{refused.facts['element']}”" in refusal_text(refused)


def test_a_mistake_at_the_very_end_leaves_nothing_behind():
    """The brackets are read last, so everything before them has been written by then and is rolled back."""
    everybody = [tf.player(n, more=f"<starter>true</starter><order>{n}</order>") for n in range(1, 5)]
    played = [
        tf.round_(1, TWO, type_=3),
        tf.round_(2, [(1, 1, 2), (1, 3, 4)], type_=1),
        tf.round_(3, [(1, 1, 4)], type_=1),
    ]
    before = counts()
    refused = refusal(
        importing.import_event, tf.file(everybody, [tf.pod([1, 2, 3, 4], played)], type_=3), by=None
    )
    assert (refused.code, refused.facts["round"]) == ("TDF_BRACKET_UNREADABLE", 3)
    assert counts() == before


def counts() -> dict[str, int]:
    return {stored_model_label(model): model._default_manager.count() for model in apps.get_models()}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (tf.swiss(4).replace(b"11/14/2026<", b"01/01/0001<"), "TDF_BAD_DATE"),
        (tf.swiss(4).replace(b'"UTF-8"', b'"klingon"'), "TDF_ENCODING_UNKNOWN"),
        (tf.swiss(4).replace(b'"UTF-8"', b'"utf-7"'), "TDF_ENCODING_UNKNOWN"),
        (tf.swiss(4).replace(b"11/14/2026<", b"12/31/9999<"), "TDF_BAD_DATE"),
        (tf.swiss(4, [tf.round_(0, TWO)]), "TDF_ROUND_ORDER"),
        (tf.swiss(4, [tf.round_(40_000, TWO)]), "TDF_OUT_OF_RANGE"),
        (tf.file([tf.player(1, more="<byes>70000</byes>")]), "TDF_OUT_OF_RANGE"),
        (tf.file([tf.player(1, first="Zoë", born=2099)]), "TDF_BAD_BIRTH_YEAR"),
    ],
)
def test_numbers_that_no_event_has(data, code):
    assert refusal(importing.import_event, data, by=None).code == code


@pytest.mark.parametrize("unseen", UNSEEN)
def test_a_name_nobody_can_see_is_none(unseen: str) -> None:
    data = tf.file([tf.player(1, first=unseen, last=unseen)])
    assert refusal(importing.import_event, data, by=None).code == "TDF_NAME_MISSING"
