"""The texts on pages: every text can be translated, and none shouts or apologizes."""

import re
from pathlib import Path

from tests import ROOMS

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))

TRANSLATED = re.compile(r"{% *blocktranslate\b.*?{% *endblocktranslate *%}", re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->|{#.*?#}|{% *comment\b.*?{% *endcomment *%}", re.DOTALL)
CODE = re.compile(
    r"<(script|style|svg|symbol|code|pre|kbd)\b.*?</\1>"
    r"|{% *block (?:page_class|page_kind|shell_class|page) *%}.*?{% *endblock *%}",
    re.DOTALL,
)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
READ_ALOUD = re.compile(r'\b(?:aria-label|placeholder|title|alt)="([^"]*)"')
ELEMENT = re.compile(r"<[^>]*>", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2,}")

NAMES = {
    "Stadium",
    "amp",
    "nbsp",
    "doctype",
    "html",
    "PDF",
    "CSV",
    "XLSX",
    "JSON",
    "QR",
    "px",
    "replay",
    "py",
}
"""Proper names and file types are the same in every language."""

SAMPLES = {"style.html"}
"""The component gallery is a page for developers."""

SPOKEN = re.compile(r'\b(?:_|gettext|gettext_lazy|ngettext)\(\s*"((?:[^"\\]|\\.)*)"|{% translate "([^"]*)"')
EMPTY = re.compile(r'{% empty_state title=(?:_\("([^"]*)"\)|(\w+))')
TITLE = (
    r'translate "([^"]*)"(?: context "[^"]*")? as {name} %'
    r"|asvar {name}(?: with [^%]*)? %}}([^%]*){{% endblocktranslate"
)
NEVER = re.compile(r"!|\b(?:[Pp]lease|[Oo]ops|[Ss]orry|colour|cancelled|organis|centre|favourite|judgement)")


def _bare(text: str) -> str:
    """Return the text that readers see but that cannot be translated."""
    text = CODE.sub(" ", TRANSLATED.sub(" ", COMMENT.sub(" ", text)))
    text = TAG.sub(" ", text)
    return " ".join([*READ_ALOUD.findall(text), ELEMENT.sub(" ", text)])


def test_every_word_can_be_translated():
    bare = {page: set(WORD.findall(_bare(page.read_text("utf-8")))) - NAMES for page in PAGES}
    assert len(bare) > 100
    assert {str(page): words for page, words in bare.items() if words and page.name not in SAMPLES} == {}


def test_the_test_finds_bare_words():
    assert "Hello" in _bare('<p>Hello {{ name }}</p>{% translate "there" %}')
    assert "Close" in _bare(
        '<button aria-label="Close">{% blocktranslate %}x{% endblocktranslate %}</button>'
    )


def test_calm_words_in_american_spelling():
    sentences = {path: sentences_of(path) for path in [*PAGES, *SOURCES]}
    assert len(SOURCES) > 100
    assert sum(map(len, sentences.values())) > 1000
    assert {str(path): found for path, texts in sentences.items() if (found := _loud(texts))} == {}


def sentences_of(path: Path) -> list[str]:
    """Return the sentences that a file contains."""
    text = path.read_text("utf-8")
    sentences = [one or other for one, other in SPOKEN.findall(text)]
    if path.suffix == ".html":
        sentences += [TAG.sub(" ", one) for one in re.findall(TRANSLATED, text)]
    return sentences


def _loud(sentences: list[str]) -> list[str]:
    return [sentence for sentence in sentences if NEVER.search(sentence.replace("Play! Pok", ""))]


def test_the_test_finds_loud_words():
    assert _loud(["Saved!", "Play! Pokémon", "Please wait", "The colour"]) == [
        "Saved!",
        "Please wait",
        "The colour",
    ]


def test_titles_of_empty_lists_are_headings_without_a_full_stop():
    titles = [(path.name, title) for path in PAGES for title in _titles(path.read_text("utf-8"))]
    assert len(titles) > 60
    assert [(name, title) for name, title in titles if title.endswith(".")] == []


def test_the_test_finds_a_full_stop():
    page = '{% translate "None." as none %}{% empty_state title=none %}{% empty_state title=_("No calls.") %}'
    assert _titles(page) == ["None.", "No calls."]


def _titles(page: str) -> list[str]:
    """Return the titles that a template gives to lists that may be empty."""
    titles = []
    for found in EMPTY.finditer(page):
        named = re.findall(TITLE.format(name=found[2]), page[: found.start()])
        titles += [found[1]] if found[1] else ["".join(one).strip() for one in named[-1:]]
    return titles
