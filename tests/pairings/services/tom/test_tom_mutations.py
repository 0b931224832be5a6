"""Broken files: either a refusal with line and element, or a complete event, but never half of one."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.engine.refused import Refused
from core.sentences import refusal_text
from pairings.engine import tdf
from pairings.queries import tom as queries
from pairings.services.tom import importing
from tests import build
from tests.conftest import SHARED
from tests.pairings import tom_files as tf
from tests.pairings.services.tom.test_tom_bad_files import counts
from tests.pairings.services.tom.test_tom_kinds import KINDS
from tests.pairings.views.tom.test_known_players import players_file
from tests.simulate import EXAMPLES
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

FROM_TOM = sorted((SHARED / "tdf").glob("*.tdf"))
"""Real files, if the folder exists."""

FILES = {name: KINDS[name] for name in sorted(KINDS)} | {path.name: path.read_bytes for path in FROM_TOM}
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


LISTS = {
    "list": lambda: players_file(*(tf.player(number) for number in range(1, 6))),
    "empty list": players_file,
    "event": KINDS["two pods"],
}
"""The files that the page of known players accepts: TOM's players.xml, and files of events."""

WITHOUT_ONE = {"tournament", "!DOCTYPE", "?xml"}
"""What a refusal names if the file breaks off before its first element, or is wrong outside of any element."""

DECLARED = [
    "UTF-8",
    "UTF-16",
    "ISO-8859-1",
    "windows-1252",
    "US-ASCII",
    "cp037",
    "utf-7",
    "rot13",
    "klingon",
    "",
]
WRITTEN = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1", "cp1252"]
DOCTYPES = [
    '<!DOCTYPE a [<!ENTITY a "b">]>',
    '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY a "&b;&b;&b;&b;&b;&b;&b;&b;">]>',
    '<!DOCTYPE a [<!ENTITY a "&b;"><!ENTITY b "&a;">]>',
    '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://127.0.0.1/b.dtd"> %b;]>',
    '<!DOCTYPE a PUBLIC "-//A//B" "http://127.0.0.1/a.dtd">',
    "",
]
REFERENCES = [
    "&a;",
    "&nbsp;",
    "&#0;",
    "&#xD800;",
    "&#xFFFF;",
    "&#1114112;",
    "&",
    "&#1;",
    "&amp;amp;",
    "&#160;",
]


@st.composite
def broken(draw, files=FILES) -> bytes:
    """Generate one of the files with a few random changes."""
    data = files[draw(st.sampled_from(list(files)))]()
    for _ in range(draw(st.integers(1, 3))):
        data = draw(st.sampled_from(CHANGES))(data, draw)
    return data


def cut(data: bytes, draw) -> bytes:
    return data[: draw(st.integers(0, len(data)))]


def value(data: bytes, draw) -> bytes:
    """Replace the text of an element."""
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
    """Repeat an element."""
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
    """Move a line somewhere else."""
    lines = data.split(b"\n")
    line = lines.pop(draw(st.integers(0, len(lines) - 1)))
    lines.insert(draw(st.integers(0, len(lines))), line)
    return b"\n".join(lines)


def flip(data: bytes, draw) -> bytes:
    if not data:
        return data
    at = draw(st.integers(0, len(data) - 1))
    return data[:at] + bytes([draw(st.integers(0, 255))]) + data[at + 1 :]


def encode(data: bytes, draw) -> bytes:
    """Write in one encoding and declare another, or the same."""
    declared = draw(st.sampled_from(DECLARED))
    text = re.sub(r'(?<=encoding=")[^"]*', declared, data.decode("utf-8", "replace"), count=1)
    return text.encode(draw(st.sampled_from(WRITTEN)), "xmlcharrefreplace")


def entity(data: bytes, draw) -> bytes:
    """Add a document type before the root, and an entity reference to an element."""
    doctype, reference = (draw(st.sampled_from(some)).encode() for some in (DOCTYPES, REFERENCES))
    data = re.sub(rb"<(?=tournament|players)", lambda found: doctype + found.group(), data, count=1)
    found = list(re.finditer(rb">(?=[^<>\s])", data))
    at = draw(st.sampled_from(found)).end() if found else len(data)
    return data[:at] + reference + data[at:]


CHANGES = [cut, value, attribute, double, drop, move, flip, encode, entity]


@settings(max_examples=25 * EXAMPLES, deadline=None)
@given(broken())
def test_reading_ends_in_values_or_in_a_sentence(data):
    try:
        read = importing.read_tom_file(data)
    except Refused as refused:
        names_its_line(refused, data)
    else:
        written = tdf.write_tdf(read)
        assert tdf.patch_tdf_text(data, written, written) == data


@settings(
    max_examples=4 * EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(broken())
def test_taking_over_is_a_whole_event_or_nothing(data):
    before = counts()
    with transaction.atomic():
        try:
            event = importing.import_event(data, by=None)
        except Refused as refused:
            names_its_line(refused, data)
            assert counts() == before
        else:
            assert queries.export_tom_file(event).data == data
        assert connection.in_atomic_block
        transaction.set_rollback(True)


@settings(max_examples=15 * EXAMPLES, deadline=None)
@given(broken(LISTS))
def test_reading_the_players_tom_knows_ends_in_people_or_in_a_sentence(data):
    try:
        people = importing.read_listed_players(data)
    except Refused as refused:
        names_its_line(refused, data)
    else:
        assert all(one.player_id.isdigit() and (one.last_name or one.first_name) for one in people)
        assert len({one.player_id for one in people}) == len(people)


@pytest.mark.parametrize("doctype", [one for one in DOCTYPES if one])
@pytest.mark.parametrize("read", [importing.read_tom_file, importing.read_listed_players])
def test_a_document_type_is_refused_where_it_stands(read, doctype):
    data = KINDS["two pods"]().replace(b"<tournament", doctype.encode() + b"\n<tournament", 1)
    refused = build.refusal(read, data)
    assert (refused.code, refused.facts["line"], refused.facts["element"]) == ("TDF_FORBIDDEN", 2, "!DOCTYPE")


def names_its_line(refused: Refused, data: bytes) -> None:
    """Return whether a sentence names the line and the element, and both exist in the file."""
    sentence, line, element = refusal_text(refused), refused.facts["line"], str(refused.facts["element"])
    assert f"Line {line}" in sentence, refused
    assert f"“{element}”" in sentence, refused
    assert 1 <= int(str(line)) <= len(re.findall(rb"\r\n|\r|\n", data)) + 1, refused
    assert element in WITHOUT_ONE or not element.isascii() or element.encode() in data.replace(b"\0", b"")


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
