"""Files somebody or something broke: a sentence with line and element, or a whole event; never half of one."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairings.engine import tdf
from pairings.queries import tom as queries
from pairings.services import tom
from tests import build
from tests.pairings.services.tom.test_tom_bad_files import counts
from tests.pairings.services.tom.test_tom_kinds import KINDS
from tests.simulate import EXAMPLES
from tournaments.engine.refused import Refused
from tournaments.models import Tournament
from tournaments.sentences import refusal_text

pytestmark = pytest.mark.django_db

NAMES = sorted(KINDS)
LAUGHS = (
    b'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol">'
    + b"".join(b'<!ENTITY lol%d "%s">' % (n, b"&lol%d;" % (n - 1) * 10) for n in range(1, 9))
    + b"]><tournament>&lol8;</tournament>"
)
ATTACKS = {
    "billion laughs": LAUGHS,
    "a file of the computer": b'<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]><tournament>&x;</tournament>',
    "an address": b'<!DOCTYPE t SYSTEM "http://127.0.0.1/x.dtd"><tournament/>',
    "quadratic": b'<!DOCTYPE t [<!ENTITY a "'
    + b"a" * 50_000
    + b'">]><tournament>'
    + b"&a;" * 999
    + b"</tournament>",
    "very deep": b"<tournament>" + b"<a>" * 30_000 + b"</a>" * 30_000 + b"</tournament>",
    "an undefined entity": b"<tournament>&nbsp;</tournament>",
    "zeros": b"\x00" * 1000,
    "a zip": b"PK\x03\x04" + b"\x00" * 60,
    "text of another encoding": KINDS["two pods"]().decode().encode("utf-16")[2:],
    "a wrong letter": KINDS["two pods"]().replace(b"Tarragona", b"Tarrag\xff\xfena"),
    "a control letter": KINDS["two pods"]().replace(b"Tarragona", b"Tarrag&#1;na"),
}
WORDS = st.sampled_from(
    [
        "",
        " ",
        "-1",
        "0",
        "1",
        "7",
        "99",
        "1e9",
        "99999999999999999999",
        "true",
        "maybe",
        "٣",
        "½",
        "02/30/2026",
        "13/45/20x6 25:61:61",
        "<x/>",
        "&amp;",
        "]]>",
        "é" * 90,
        "\u202e",
        "7000001",
        "7000002",
        "11/14/2026 12:30:00",
    ]
)


@st.composite
def broken(draw) -> bytes:
    """One of the files with a few things changed in it."""
    data = KINDS[draw(st.sampled_from(NAMES))]()
    for _ in range(draw(st.integers(1, 3))):
        data = draw(st.sampled_from([cut, value, attribute, double, drop, move, flip]))(data, draw)
    return data


def cut(data: bytes, draw) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def value(data: bytes, draw) -> bytes:
    """Another text in an element."""
    return _replaced(rb"(?<=>)[^<>\s][^<>]*(?=<)", data, draw)


def attribute(data: bytes, draw) -> bytes:
    return _replaced(rb'(?<==")[^"]*(?=")', data, draw)


def _replaced(pattern: bytes, data: bytes, draw) -> bytes:
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    one = draw(st.sampled_from(found))
    return data[: one.start()] + draw(WORDS).encode() + data[one.end() :]


def double(data: bytes, draw) -> bytes:
    """An element twice."""
    return _element(data, draw, lambda text: text * 2)


def drop(data: bytes, draw) -> bytes:
    return _element(data, draw, lambda _text: b"")


def _element(data: bytes, draw, change) -> bytes:
    found = list(
        re.finditer(
            rb"<(player|match|round|pod|data|players|pods|starter|birthdate)\b.*?</\1>", data, re.DOTALL
        )
    )
    if not found:
        return data
    one = draw(st.sampled_from(found))
    return data[: one.start()] + change(one.group()) + data[one.end() :]


def move(data: bytes, draw) -> bytes:
    """A line somewhere else."""
    lines = data.split(b"\n")
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    lines.insert(draw(st.integers(0, len(lines))), line)
    return b"\n".join(lines)


def flip(data: bytes, draw) -> bytes:
    if not data:
        return data
    at = draw(st.integers(0, len(data) - 1))
    return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]


@settings(max_examples=25 * EXAMPLES, deadline=None)
@given(broken())
def test_reading_ends_in_values_or_in_a_sentence(data):
    try:
        read = tom.read(data)
    except Refused as refused:
        names_its_line(refused)
    else:
        written = tdf.write(read)
        assert tdf.patch(data, written, written) == data


@settings(
    max_examples=4 * EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(broken())
def test_taking_over_is_a_whole_event_or_nothing(data):
    before = counts()
    with transaction.atomic():
        try:
            event = tom.import_event(data, by=None)
        except Refused as refused:
            names_its_line(refused)
            assert counts() == before
        else:
            assert queries.export(event).data == data
        assert connection.in_atomic_block
        transaction.set_rollback(True)


def names_its_line(refused: Refused) -> None:
    """A sentence with the line and the element."""
    sentence = refusal_text(refused)
    assert f"Line {refused.facts['line']}" in sentence, refused
    assert f"“{refused.facts['element']}”" in sentence, refused
    assert refused.facts["element"]


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("where", ["/import", "tom/compare", "files/roster"])
def test_an_attack_is_refused_on_every_page(client, attack, where):
    event = build.event()
    client.force_login(build.staff(event, "organizer"))
    before = counts()
    url = where if where.startswith("/") else f"/e/{event.slug}/{where}"
    response = client.post(url, {"file": SimpleUploadedFile("cup.tdf", ATTACKS[attack])})
    assert response.status_code == 422
    assert "Traceback" not in response.content.decode()
    assert counts() == before
    assert Tournament.objects.get() == event
