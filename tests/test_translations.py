"""The translations are complete, up to date, and compiled from their sources."""

import ast
import gettext
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.pofile import read_po
from django.utils.translation.template import templatize

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("es", "fr", "pt_BR")
KEYWORDS = DEFAULT_KEYWORDS | {"gettext_lazy": None, "gettext_noop": None, "ngettext_lazy": (1, 2)}
KEYWORDS |= {"pgettext_lazy": ((1, "c"), 2), "npgettext_lazy": ((1, "c"), 2, 3)}

WHOLE = (
    *(
        "config",
        "decks",
        "drafts",
        "templates/decks",
        "templates/drafts",
        "templates/account",
        "templates/base*.html",
    ),
    *(
        "templates/[45]*.html",
        "templates/refused.html",
        "templates/components",
        "core/sentences.py",
        "core/fact_words.py",
        "tournaments/words/event_words.py",
    ),
)
"""Catalogs that must be complete in every language. Elsewhere an untranslated message is shown in English."""

HOW = (
    "Run makemessages and compilemessages as docs/translating.md says, and translate in locale/*/LC_MESSAGES."
)
PLACEHOLDER = re.compile(r"%\(\w+\)(?:\d*)[sd]|%%|%[sd]|\{\w*\}")
TAG = re.compile(r"<[^>]+>")


@cache
def catalog(language: str) -> Catalog:
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


@cache
def messages(language: str) -> list[Message]:
    return [one for one in catalog(language) if one.id]


def _words(path: Path) -> set[str]:
    """Return the messages of a file that are to be translated; of a plural, its singular."""
    text = path.read_text("utf-8")
    if path.suffix == ".html":
        text = "\n".join(line.lstrip() for line in templatize(text, origin=str(path)).splitlines())
    found: Any = extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS)
    return {
        source[0] if isinstance(source, tuple) else source for _line, source, _comments, _context in found
    }


def _files(pattern: str) -> list[Path]:
    places = list(ROOT.glob(pattern))
    below = [file for place in places for kind in ("*.py", "*.html") for file in place.rglob(kind)]
    return sorted(place for place in [*places, *below] if place.is_file())


def forms_of(message: Message) -> list[tuple[str, str]]:
    """Return each form of a message beside its translation."""
    if isinstance(message.id, tuple):
        return list(zip(message.id, message.string, strict=False))
    return [(message.id, str(message.string))]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("where", WHOLE)
def test_every_word_that_players_read_is_translated(language: str, where: str):
    done = {
        one.id[0] if isinstance(one.id, tuple) else one.id for one in messages(language) if all(one.string)
    }
    files = _files(where)
    assert files
    words = {word: file.relative_to(ROOT) for file in files for word in _words(file)}
    assert {str(file): word for word, file in words.items() if word and word not in done} == {}, HOW


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_translation_is_a_guess(language: str):
    assert [one.id for one in messages(language) if one.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_placeholders_and_tags(language: str):
    for message in messages(language):
        known = set(PLACEHOLDER.findall(" ".join(source for source, _form in forms_of(message))))
        for source, form in forms_of(message):
            if form:
                assert TAG.findall(form) == TAG.findall(source), form
                held, wanted = set(PLACEHOLDER.findall(form)), set(PLACEHOLDER.findall(source))
                assert held == wanted or (isinstance(message.id, tuple) and wanted <= known >= held), form


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language: str):
    with (ROOT / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in messages(language):
        if isinstance(message.id, tuple):
            if all(message.string):
                translated = {compiled.ngettext(*message.id, n) for n in range(6)}
                assert translated == set(message.string), HOW
        elif message.string:
            with_context = compiled.pgettext(message.context, message.id) if message.context else None
            assert (with_context or compiled.gettext(message.id)) == message.string, HOW


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_shouted(language: str):
    forms = [form for one in messages(language) for _source, form in forms_of(one)]
    assert [one for one in forms if re.search(r"[!¡]", one.replace("Play! Pok", ""))] == []


def test_french_keeps_its_marks_together():
    forms = [form for one in messages("fr") for _source, form in forms_of(one)]
    assert [one for one in forms if re.search(r"\w [:;?!»]|« ", one)] == []


def test_spanish_opens_its_questions():
    for message in messages("es"):
        for source, form in forms_of(message):
            assert ("¿" in form) == ("?" in form) or "u y ?" in form, (source, form)


SPEAKS = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"), 0),
    **dict.fromkeys(("pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"), 1),
}
"""Functions that request a translation, and which of their arguments is the message."""


def test_every_message_of_the_code_waits_for_its_translator():
    """The extractor skips a message in extra parentheses, so it would stay English."""
    known = {one.id[0] if isinstance(one.id, tuple) else one.id for one in messages("es")}
    rooms = ("config", *ROOMS)
    spoken = {said for room in rooms for file in (ROOT / room).rglob("*.py") for said in _spoken(file)}
    assert len(spoken) > 3000
    assert spoken - known == set()


def _spoken(file: Path) -> Iterator[str]:
    for call in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(call, ast.Call) and (place := SPEAKS.get(getattr(call.func, "id", ""))) is not None:
            said = call.args[place] if len(call.args) > place else None
            if isinstance(said, ast.Constant) and said.value:
                yield said.value
