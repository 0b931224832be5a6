"""Future times of day are printed with the event's time zone, for readers elsewhere."""

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.utils.html import strip_tags

from core.text_parts import sentence_with_time

TEMPLATES = Path(settings.BASE_DIR) / "templates"

PRINTED = re.compile(
    r"{%\s*blocktranslate[^%]*?with\s[^%]*?(?P<name>\w+)=[\w.]+\|(?P<filter>time|date):\"[^\"]*H:i[^\"]*\"[^%]*%}"
    r"(?P<text>.*?){%\s*endblocktranslate\s*%}",
    re.S,
)
AHEAD = re.compile(r"\b(until|ends? at|starts? at|at the latest)\b", re.I)

IN_THE_HALL = {
    "drafts/wall_pods.html": "a screen that hangs in the hall",
    "floor/screens/check_in.html": "a screen that hangs in the hall",
    "floor/screens/clock.html": "a screen that hangs in the hall",
    "floor/table/record_absence.html": "what was, between two times",
}
"""Templates that no one reads in another time zone."""


def without_zone() -> list[tuple[str, str]]:
    """Return each sentence with a future time of day but no time zone, with its template."""
    return [
        (str(path.relative_to(TEMPLATES)), " ".join(found["text"].split()))
        for path in sorted(TEMPLATES.rglob("*.html"))
        for found in PRINTED.finditer(path.read_text(encoding="utf-8"))
        if AHEAD.search(found["text"])
    ]


def test_every_time_that_lies_ahead_is_printed_with_its_zone() -> None:
    assert [one for one in without_zone() if one[0] not in IN_THE_HALL] == []


def test_no_exception_is_left_for_what_is_gone() -> None:
    assert set(IN_THE_HALL) <= {path for path, _text in without_zone()}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('{% blocktranslate with at=one.until|time:"H:i" %}until {{ at }}{% endblocktranslate %}', True),
        ('{% blocktranslate with at=one.until|moment:"H:i" %}until {{ at }}{% endblocktranslate %}', False),
        ('{% blocktranslate with at=one.at|time:"H:i" %}reported at {{ at }}{% endblocktranslate %}', False),
    ],
)
def test_the_net_sees_a_time_without_its_zone(source: str, found: bool) -> None:
    assert any(AHEAD.search(one["text"]) for one in PRINTED.finditer(source)) is found


IN_PYTHON = re.compile(
    r"(until|ends|starts|ends at) %\(at\)s[^\n]*?\{[^}]*(date_format|strftime|:%H|at_zone)"
)
ROOMS = ("tournaments", "decks", "drafts", "pairings", "checks", "floor", "api")
ON_PAPER = {"tournaments/labels.py": "clock_text, for a sheet of the hall"}


def test_no_time_ahead_is_put_in_words_without_its_zone() -> None:
    """Python code uses `text_parts.sentence_with_time` and `moment_text` for this."""
    found = [
        str(path.relative_to(settings.BASE_DIR))
        for room in ROOMS
        for path in sorted((Path(settings.BASE_DIR) / room).rglob("*.py"))
        if IN_PYTHON.search(path.read_text(encoding="utf-8"))
    ]
    assert [one for one in found if one not in ON_PAPER] == []


def test_a_clock_and_a_line_of_the_wall_know_the_zone_they_are_in() -> None:
    ends = datetime(2026, 11, 21, 13, 25, tzinfo=UTC)
    text = sentence_with_time("ends %(at)s", ends, ZoneInfo("Europe/Madrid"))
    assert text.startswith('ends <time datetime="2026-11-21T13:25:00+00:00" data-zone="Europe/Madrid"')
    assert strip_tags(text) == "ends 14:25"
