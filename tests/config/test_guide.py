"""The guide shipped with Stadium: every page links to an existing section, and what the guide names exists."""

import re

import pytest
from babel.messages.pofile import read_po
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import get_resolver, reverse

from core.queries import guide
from tests.browser import visits
from tests.browser.store.test_tutorial import tutorial_text

OF_THE_DAY = ("organizer", "scorekeeper", "head-judge", "judge", "player", "parent", "regional", "drafts")
"""Pages whose words in italics and in bold are those on the screen."""

BY_TOPIC = sorted({path.stem for path in settings.DOCS.glob("*.md")} - {*OF_THE_DAY, "translating"})
"""Pages whose words in italics are those on the screen; bold begins a paragraph there, or names other languages."""

PARTS = {"favicon", "set_language", "core:manifest", "core:service_worker"}
PARTS |= {"floor:my_live", "floor:calls_news", "pairings:news", "pairings:hall_news"}
PARTS |= {"pairings:copies_state", "pairings:find_player", "pairings:suggest_player"}
PARTS |= {"mfa_index", "mfa_download_recovery_codes", "cards:picture"}
"""What pages fetch or redirect to, which no one looks at."""

LABEL = re.compile(r"(?<![*\w])\*{1,2}([^*\n]+)\*{1,2}(?![*\w])")
ITALICS = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?![*\w])")
CODE = re.compile(r"`[^`\n]*`")


def test_every_page_has_help():
    two_step = {name for name in get_resolver().reverse_dict if str(name).startswith("mfa_")}
    assert len(two_step) > 5
    names = ({name for name, _power in visits.names()} | two_step) - {*visits.SENT, *visits.FILES, *PARTS}
    helped = {view for page in guide.guide_pages().values() for view in page.helps}
    unhelped = names - helped - {"core:guide", "core:guide_page"}
    assert unhelped == set(), "say in docs/ which section helps: <!-- help: name -->"
    assert helped - names == set(), "no such page"


def test_help_with_adding_a_player_is_about_it():
    page = next(one for one in guide.guide_pages().values() if "pairings:enter" in one.helps)
    section = next(one for one in page.sections if one.heading.anchor == page.helps["pairings:enter"])
    assert "Add a player" in section.html


def test_no_two_sections_help_with_one_page():
    views = [view for page in guide.guide_pages().values() for view in page.helps]
    assert sorted(views) == sorted(set(views))


def test_each_link_leads_to_a_section_that_is_there():
    anchors = {
        name: {heading.anchor for heading in page.headings} for name, page in guide.guide_pages().items()
    }
    for page in guide.guide_pages().values():
        for name, anchor in re.findall(r'href="/guide(?:/([\w-]+))?(?:#([\w-]*))?"', html(page)):
            assert (name or guide.FIRST) in anchors, (page.name, name)
            assert not anchor or anchor in anchors[name or guide.FIRST], (page.name, name, anchor)
        for anchor in re.findall(r'href="#([\w-]+)"', html(page)):
            assert anchor in anchors[page.name]


def test_each_picture_is_there_and_small():
    folder = settings.DOCS / "pictures"
    named = {
        name
        for code, _name in settings.LANGUAGES
        for page in guide.guide_pages(code).values()
        for name in re.findall(r"guide/((?:\w+/)?[\w-]+\.webp)", html(page))
    }
    there = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert named == set(there)
    assert max(there.values()) < 80_000


@pytest.mark.django_db
def test_a_translated_page_loads_its_pictures_in_its_language():
    page = Client(headers={"accept-language": "fr"}).get(reverse("core:guide_page", args=["judge"]))
    sources = re.findall(r'<img src="([^"]+)"', page.content.decode())
    assert sources
    for source in sources:
        name = source.partition("/guide/")[2]
        assert name.startswith("fr/")
        assert finders.find(f"guide/{name}")


@pytest.fixture(scope="module")
def screen():
    with (settings.BASE_DIR / "locale/es/LC_MESSAGES/django.po").open("rb") as opened:
        words = [
            text for one in read_po(opened) for text in (one.id if isinstance(one.id, tuple) else (one.id,))
        ]
    return _plain(re.sub(r"%\(\w+\)[sd]", "#", "\n".join(words)))


def _labels_not_on(screen, pattern, text):
    labels = {part.strip(" …") for label in pattern.findall(text) for part in re.split(r", | → | › ", label)}
    return {label for label in labels if _plain(label) not in screen}


@pytest.mark.parametrize("name", OF_THE_DAY)
def test_late_requests_in_italics_stands_on_the_screen(name, screen):
    text = (settings.DOCS / f"{name}.md").read_text(encoding="utf-8")
    text = text.replace(tutorial_text(), "")  # a browser story presses each of its words
    assert _labels_not_on(screen, LABEL, text) == set()


@pytest.mark.parametrize("name", BY_TOPIC)
def test_what_a_page_by_topic_has_in_italics_is_on_the_screen(name, screen):
    text = (settings.DOCS / f"{name}.md").read_text(encoding="utf-8")
    assert _labels_not_on(screen, ITALICS, CODE.sub("", text)) == set()


def _plain(text: str) -> str:
    return re.sub(r"\d+", "#", text).replace("’", "'").lower()


def html(page):
    return page.lead + "".join(section.html for section in page.sections)


@pytest.mark.django_db
def test_the_pages_of_the_guide():
    client = Client()
    assert "Organizer" in client.get(reverse("core:guide")).content.decode()
    for name in guide.guide_pages():
        answer = client.get(reverse("core:guide_page", args=[name]))
        assert answer.status_code == 200
    assert client.get(reverse("core:guide_page", args=["nothing"])).status_code == 404


@pytest.mark.django_db
def test_a_page_leads_to_its_help():
    page = Client().get(reverse("account_login")).content.decode()
    assert 'href="/guide/administrator#accounts"' in page
