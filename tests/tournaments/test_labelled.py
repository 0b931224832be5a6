"""Labels, and the values shown beside them."""

import re
from pathlib import Path

import pytest
from django.utils import translation

from core.templatetags.texts import colon
from core.text_parts import joined_with_semicolons, text_labeled_with_part


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Juniors: round 4"),
        ("es", "Juniors: round 4"),
        ("fr", "Juniors\u00a0: round 4"),
        ("pt-br", "Juniors: round 4"),
    ],
)
def test_french_has_a_space_before_the_colon(language: str, text: str):
    with translation.override(language):
        assert text_labeled_with_part("Juniors", "round 4") == text
        assert f"Juniors{colon()} round 4" == text


def test_french_has_a_space_before_the_semicolon():
    with translation.override("fr"):
        assert joined_with_semicolons(["Ana", 3, "Luis"]) == "Ana\u00a0; 3\u00a0; Luis"
    with translation.override("es"):
        assert joined_with_semicolons(["Ana", 3, "Luis"]) == "Ana; 3; Luis"
        assert joined_with_semicolons(["Ana"]) == "Ana"
    assert joined_with_semicolons([]) == ""


PAGES = sorted((Path(__file__).parents[2] / "templates").rglob("*.html"))
MESSAGE = re.compile(r"{% *blocktranslate\b.*?{% *endblocktranslate *%}|{#.*?#}", re.DOTALL)
ENGLISH_CARD = "cards/printed.html"
BARE = re.compile(r"(?:%}|}}|</a>|unseen\">):\s")


def test_no_page_writes_a_colon_behind_words_itself():
    """A colon after a translation or a name comes from the tag; within a message it belongs to the translation."""
    bare = {str(one): BARE.findall(MESSAGE.sub("", one.read_text("utf-8"))) for one in PAGES}
    assert len(bare) > 100
    assert [name.partition("templates/")[2] for name, found in bare.items() if found] == [ENGLISH_CARD]
