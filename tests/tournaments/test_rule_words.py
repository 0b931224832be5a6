"""The rules behind the info buttons of pages: every number that code or a template shows has its text and source."""

import re
from pathlib import Path

from django.template import Context, Template
from django.utils import translation

from core.rule_texts import NUMBER, RULES
from tests.test_field_words import english

ROOT = Path(__file__).parents[2]


def page(words: str) -> str:
    source = "{% load components %}<p>{% rules one %} {% rules one %}</p>"
    return Template(source).render(Context({"one": words}))


def test_an_info_button_opens_the_text_and_the_source() -> None:
    drawn = page("R-016, R-037, S6")
    assert 'aria-label="Rules R-016, R-037"' in " ".join(drawn.split())
    assert "A judge may issue a proxy" in drawn
    assert "Pokémon TCG tournament rules, 26 July 2017, § 1.7" in drawn
    notes = re.findall(r'<span class="rule-notes" id="([^"]+)" popover', drawn)
    assert len(set(notes)) == 2
    assert re.findall(r'popovertarget="([^"]+)"', drawn) == notes


def test_the_text_comes_in_the_language_of_the_page() -> None:
    with translation.override("pt-br"):
        assert "O juiz principal tem a palavra final" in page("R-002")


def test_without_a_number_there_is_no_button() -> None:
    assert "<button" not in page("") + page("S11")


def test_each_number_of_a_verdict_has_its_text() -> None:
    """Engines name rules as strings that contain only numbers; the judges' pocket book has separate texts."""
    named = {
        number
        for app in ("cards", "decks", "drafts", "pairings", "checks", "floor", "tournaments")
        for path in (ROOT / app).rglob("*.py")
        if "pocket_book" not in str(path) and "migrations" not in path.parts
        for words in re.findall(r'"((?:[RM]-\d{3}(?:, )?)+)"', path.read_text(encoding="utf-8"))
        for number in NUMBER.findall(words)
    }
    assert len(named) > 60
    assert sorted(named - RULES.keys()) == []


def test_no_number_of_a_rule_stands_bare_on_a_page() -> None:
    bare: dict[str, list[str]] = {}
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        in_tags = re.findall(r'{% rules "([^"]+)" %}', text)
        named = NUMBER.findall(re.sub(r'{% rules "[^"]+" %}|{#.*?#}', "", text))
        unknown = [number for one in in_tags for number in one.split(", ") if number not in RULES]
        bare[path.relative_to(ROOT / "templates").as_posix()] = named + unknown
    searched = bare.pop("floor/pocket_book.html")
    assert searched == ["R-121"]
    assert {path: numbers for path, numbers in bare.items() if numbers} == {}


def test_no_message_names_a_rule_by_its_number() -> None:
    """The button beside a sentence names it. Two messages show readers how a rule number is written."""
    samples = [one for one in english() if NUMBER.search(one)]
    assert len(samples) == 2
    assert {number for one in samples for number in NUMBER.findall(one)} == {"R-121"}
    assert all("such as R-121" in one for one in samples)
