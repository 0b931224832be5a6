"""Future times of day are printed with the event's zone, for readers elsewhere."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEMPLATES = Path(settings.BASE_DIR) / "templates"

PRINTED = re.compile(
    r"{%\s*blocktranslate[^%]*?with\s[^%]*?(?P<name>\w+)=[\w.]+\|(?P<filter>time|date):\"[^\"]*H:i[^\"]*\"[^%]*%}"
    r"(?P<text>.*?){%\s*endblocktranslate\s*%}",
    re.S,
)
AHEAD = re.compile(r"\b(until|ends? at|starts? at|at the latest)\b", re.I)

IN_THE_HALL = {
    "decks/drafts/wall_pods.html": "a screen that hangs in the hall",
    "floor/screens/clock.html": "a screen that hangs in the hall",
    "floor/table/record_absence.html": "what was, between two times",
}
"""Where no one reads from another zone."""


def without_zone() -> list[tuple[str, str]]:
    """Each sentence with a time of day ahead that names no zone, with its template."""
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
