"""The guide in other languages: help leads to the section of the same matter, and each label is one of the screen."""

import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override, pgettext, to_locale

from core.queries import guide
from tests.config.test_guide import LABEL
from tests.docs.test_translated_pages import PAGES, page_catalog
from tests.test_translations import messages

CODES = [code for code, _name in settings.LANGUAGES if code != "en"]
TRANSLATED = [(code, page) for code in CODES for page in PAGES]
SEPARATORS = re.compile(r", | → | › ")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}|\d+")
FILE_TYPES = {"csv", "xlsx"}


def html(page) -> str:
    return page.lead + "".join(section.html for section in page.sections)


@pytest.mark.parametrize(("code", "name"), TRANSLATED)
def test_a_translated_page_has_the_sections_and_the_help_of_the_english_one(code, name):
    page, english = guide.guide_page(name, code), guide.guide_page(name)
    assert page.language == code
    assert [(one.level, one.anchor) for one in page.headings] == [
        (one.level, one.anchor) for one in english.headings
    ]
    assert page.helps == english.helps
    pictures = re.findall(r'src="([^"]+)"', html(english))
    in_its_language = [one.replace("guide/", f"guide/{to_locale(code)}/") for one in pictures]
    assert re.findall(r'src="([^"]+)"', html(page)) == in_its_language
    assert sorted(re.findall(r'href="([^"]+)"', html(page))) == sorted(
        re.findall(r'href="([^"]+)"', html(english))
    )


@pytest.mark.parametrize("code", CODES)
def test_each_help_leads_to_a_section_in_the_language_of_its_reader(code):
    for english in guide.guide_pages().values():
        page = guide.guide_pages(code)[english.name]
        for view in english.helps:
            name, _hash, anchor = guide.help_section_url(view).partition("#")
            assert name == guide.guide_page_url(page.name)
            assert f'id="{anchor}"' in html(page) or anchor in {one.heading.anchor for one in page.sections}


@pytest.mark.parametrize(("code", "name"), TRANSLATED)
def test_links_and_pictures_of_a_file_lead_somewhere(code, name):
    path = settings.DOCS / to_locale(code) / f"{name}.md"
    for link in re.findall(r"\]\(([\w./-]+\.(?:md|webp))", path.read_text(encoding="utf-8")):
        assert (path.parent / link).exists(), (path, link)
        translated = settings.DOCS / to_locale(code) / Path(link).name
        assert not link.startswith("../") or not translated.exists(), "link to the translated page"


def _plain(text: str) -> str:
    return PLACEHOLDER.sub("#", text).replace("’", "'").strip(" …").lower()


@cache
def screen_words(code: str) -> dict[str, set[str]]:
    """Return the words of the screen in a language by the English ones."""
    words: dict[str, set[str]] = {}
    for message in messages(to_locale(code)):
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        for english in ids:
            words.setdefault(_plain(english), set()).update(_plain(text) for text in texts)
    return words


def put_together(code: str) -> dict[str, str]:
    """Return labels that a page makes of several words, by the English one."""
    with override(code):
        round_1 = {"inside": pgettext("object", "round %(round)d") % {"round": 1}}
        return {
            "Pair: All ages": gettext("Pair: %(divisions)s") % {"divisions": gettext("All ages")},
            "Post round 1": gettext("Post %(inside)s") % round_1,
            "Print round 1": gettext("Print %(inside)s") % round_1,
            "Standings PDF": f"{gettext('Standings')} PDF",
        }


def words_for(label: str, code: str) -> set[str]:
    """Return what a label of an English page may be called in a language.

    A label that is not a whole message is a part of one: "Large buttons" of "Large buttons, one row at a time", or
    "Passed" of "Passed: the list is locked".
    """
    if label in put_together(code):
        return {_plain(put_together(code)[label])}
    words = screen_words(code)
    whole = words.get(_plain(label), set())
    parts = {part for text in whole for part in SEPARATORS.split(text)}
    for english, texts in words.items():
        if english.startswith(f"{_plain(label)}:"):
            parts |= {text.partition(":")[0].strip() for text in texts}
    return whole | parts or {
        text for english, texts in words.items() if _plain(label) in english for text in texts
    }


def labels(text: str) -> list[str]:
    return [part for label in LABEL.findall(text) for part in SEPARATORS.split(label)]


def parts_of_whole_labels(code: str, text: str) -> set[str]:
    """Return the parts of each label that is one message: "merge" of "Disqualify, merge, remove", in a language."""
    whole = [words for label in LABEL.findall(text) for words in screen_words(code).get(_plain(label), ())]
    return {part for words in whole for part in SEPARATORS.split(words)}


def strange_labels(code: str, english: str, translated: str) -> set[str]:
    """Return labels of a translated paragraph that are not what the screen calls a label of the English one."""
    allowed = {word for label in labels(english) for word in words_for(label, code)}
    allowed |= parts_of_whole_labels(code, english)
    joined = "\n".join(allowed)
    return {
        label
        for label in labels(translated)
        if _plain(label) not in allowed and (_plain(label) not in joined or len(label) < 6)
    }


@pytest.mark.parametrize(("code", "name"), TRANSLATED)
def test_each_label_of_a_translated_page_is_on_the_screen_in_its_language(code, name):
    paragraphs = [one for one in page_catalog(to_locale(code), name) if one.id]
    strange = {label for one in paragraphs for label in strange_labels(code, one.id, one.string)}
    assert {label for label in strange if _plain(label) not in FILE_TYPES} == set()
    assert [one.id for one in paragraphs if labels(one.id) and not labels(one.string)] == []


def test_a_label_that_is_not_on_the_screen_is_found():
    assert strange_labels("es", "Press *Full screen*.", "Pulsa *Pantalla entera*.") == {"Pantalla entera"}
    assert strange_labels("es", "Press *Full screen*.", "Pulsa *Pantalla completa*.") == set()
    english, spanish = "Under *Disqualify, merge, remove*.", "En *Descalificar, unir, eliminar*."
    assert strange_labels("es", english, spanish) == set()


@pytest.mark.django_db
@pytest.mark.parametrize("code", CODES)
def test_a_page_is_shown_in_the_language_of_its_reader_or_says_that_it_is_in_english(code):
    client = Client(headers={"accept-language": code})
    page = client.get(reverse("core:guide_page", args=["player"])).content.decode()
    assert guide.guide_page("player", code).title in page
    assert f'<article class="guide" lang="{code}">' in page
    english = client.get(reverse("core:guide_page", args=["backup"])).content.decode()
    assert '<article class="guide" lang="en">' in english
    with override(code):
        sentence = gettext("This page of the guide is in English.")
    assert sentence in english
    assert sentence not in page


@pytest.mark.django_db
def test_search_finds_sections_in_the_language_of_the_reader_without_accents():
    client = Client(headers={"accept-language": "es"})
    found = client.get(reverse("core:guide"), {"q": "CLASIFICACION"}).content.decode()
    assert 'href="/guide/player#standings"' in found
    assert "<b>Clasificación</b>" in found


def test_search_has_sections_in_the_language_before_english_ones():
    languages = [hit.page.language for hit in guide.search_guide_pages("table", "fr")]
    assert set(languages) == {"fr", "en"}
    assert languages == sorted(languages, reverse=True)


@pytest.mark.django_db
def test_search_says_what_to_do_when_nothing_was_typed_or_found():
    client = Client()
    assert "Type a word" in client.get(reverse("core:guide"), {"q": " "}).content.decode()
    nothing = client.get(reverse("core:guide"), {"q": "zeppelin<b>"}).content.decode()
    assert "No section has “zeppelin&lt;b&gt;”" in nothing
    many = client.get(reverse("core:guide"), {"q": "the"}).content.decode()
    assert "add a word to narrow the search" in many
    assert many.count("<li lang=") == 30
