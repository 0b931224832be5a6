"""The translated pages of the guide follow the English ones: docs/translating.md says how they are made."""

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from mdpo.md2po import markdown_to_pofile
from mdpo.po2md import pofile_to_markdown

from tests.test_architecture import ROOT
from tests.test_translations import LANGUAGES

DOCS = ROOT / "docs"
PAGES = ("guide", "organizer", "scorekeeper", "judge", "player", "head-judge", "parent")
"""The pages that are translated into every language."""

TRANSLATED = [(language, page) for language in LANGUAGES for page in PAGES]
HOW = "Run the commands of docs/translating.md, section “The manual”, and translate what is empty."


def catalog_path(language: str, page: str) -> Path:
    return DOCS / "locale" / language / f"{page}.po"


def page_catalog(language: str, page: str) -> Catalog:
    with catalog_path(language, page).open("rb") as file:
        return read_po(file)


def test_each_page_has_a_catalog_and_a_text_in_each_language() -> None:
    catalogs = {(path.parent.name, path.stem) for path in (DOCS / "locale").rglob("*.po")}
    texts = {(path.parent.name, path.stem) for language in LANGUAGES for path in (DOCS / language).glob("*")}
    assert catalogs == texts == set(TRANSLATED)


@pytest.mark.parametrize(("language", "page"), TRANSLATED)
def test_each_paragraph_is_translated(language: str, page: str) -> None:
    english = {entry.msgid for entry in markdown_to_pofile(str(DOCS / f"{page}.md"), location=False)}
    catalog = page_catalog(language, page)
    assert str(catalog.locale) == language
    assert {one.id for one in catalog if one.id} == english, HOW
    assert [one.id for one in catalog if one.id and (one.fuzzy or not one.string)] == [], HOW
    assert list(catalog.obsolete) == [], HOW


@pytest.mark.parametrize(("language", "page"), TRANSLATED)
def test_each_text_is_made_from_its_catalog(language: str, page: str) -> None:
    made = pofile_to_markdown(str(DOCS / f"{page}.md"), str(catalog_path(language, page)), wrapwidth=0)
    assert (DOCS / language / f"{page}.md").read_text(encoding="utf-8").strip() == made.strip(), HOW


def test_a_changed_paragraph_is_found(tmp_path: Path) -> None:
    changed = tmp_path / "judge.md"
    changed.write_text((DOCS / "judge.md").read_text("utf-8") + "\nOne paragraph more.\n", "utf-8")
    new = {entry.msgid for entry in markdown_to_pofile(str(changed), location=False)}
    assert new - {one.id for one in page_catalog("es", "judge")} == {"One paragraph more."}
