"""Figures in every language, read from every PDF and from pages and their forms, are the same as in English."""

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.browser import visits
from tests.browser.hall import Hall, address, fresh_hall
from tests.figures import Figure, read_back
from tests.forms import forms_of
from tests.html import markup
from tests.papers import pages, sheet_names
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
AS_PDF_TOO = ("decks:list_export", "decks:mine_export", "drafts:draft_log_export")
OTHER_KIND = re.compile(r"\.(txt|csv)$")
SEARCHES = re.compile(r"[?&]q=\w")
"""Pages of search results for an English word."""

ASIDE = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL)
ADDRESS = re.compile(r"\S+/(?:d|l|my)/\S+")
"""A displayed personal link, whose letters are random."""

TYPED = re.compile(r"\d[\d.,:/T-]*")
TOKENS = ("csrfmiddlewaretoken", "idempotency_key", "key", "next", "back")
"""Fields that each page generates again."""


@pytest.fixture
def hall(client: Client, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """Open the hall as the organizer at a fixed time, so that all sheets are printed at the same moment."""
    made, now = fresh_hall(visits.hall), timezone.now()
    client.force_login(User.objects.get(username="organizer"))
    monkeypatch.setattr(timezone, "now", lambda: now)
    return made


def papers(hall: Hall) -> list[str]:
    """Return the URL of every PDF."""
    known = visits.addresses(hall)
    pdfs = [name for name, kind in visits.FILES.items() if kind == "application/pdf"]
    found = [one for name in pdfs if name != "pairings:print_file" for one in known[name]]
    found += [OTHER_KIND.sub(".pdf", one) for name in AS_PDF_TOO for one in known[name]]
    for event, round_ in ((hall.cup, hall.playing), (hall.over, None), (hall.coming, hall.drawn)):
        query = f"?division={round_.division_id}&round={round_.number}" if round_ else ""
        found += [address("pairings:sheet", event, query, name=name) for name in sheet_names()]
    return found


def in_each_language(client: Client, where: str) -> dict[str, Any]:
    return {one: client.get(where, headers={"accept-language": one}, follow=True) for one in LANGUAGES}


@pytest.mark.slow
def test_every_pdf_prints_the_same_figures_in_every_language(client: Client, hall: Hall) -> None:
    differ: dict[tuple[str, str], object] = {}
    printed = set()
    for where in papers(hall):
        sheets = in_each_language(client, where)
        if sheets["en"].status_code in (404, 409):
            assert "/print/" in where, "only a sheet of a round that is not there is none"
            continue
        figures = {one: read_back("\n".join(pages(pdf.content)), one) for one, pdf in sheets.items()}
        printed |= {kind for kind, _figure in figures["en"]}
        differ |= {(where, one): _between(figures["en"], figures[one]) for one in LANGUAGES}
    assert {at: both for at, both in differ.items() if both} == {}
    assert printed == {"day", "time", "per cent", "number"}


def addresses(hall: Hall) -> list[str]:
    """Return the URL of every page."""
    known = visits.addresses(hall)
    pages_ = {one for name, found in known.items() if name not in visits.FILES for one in found}
    return sorted(one for one in pages_ if not SEARCHES.search(one))


@pytest.mark.slow
def test_pages_show_and_forms_send_the_same_figures_in_every_language(client: Client, hall: Hall) -> None:
    """Repeated numbers of a sentence count once, as a language may need them twice."""
    differ: dict[tuple[str, str], object] = {}
    for where in addresses(hall):
        answers = in_each_language(client, where)
        if answers["en"].status_code != 200:
            continue
        shown = {one: _once(read_back(_text(page), one)) for one, page in answers.items()}
        sent = {one: _sent(page, one) for one, page in answers.items()}
        differ |= {(where, one): _between(shown["en"], shown[one]) for one in LANGUAGES}
        differ |= {(where, f"forms, {one}"): _between(sent["en"], sent[one]) for one in LANGUAGES}
    assert {at: both for at, both in differ.items() if both} == {}


def _between(one: Counter[Any], other: Counter[Any]) -> tuple[Counter[Any], Counter[Any]] | None:
    return (one - other, other - one) if one != other else None


def _once(figures: Counter[Figure]) -> Counter[Figure]:
    return Counter({one: 1 if one[0] == "number" else number for one, number in figures.items()})


def _text(page: Any) -> str:
    """Return the text between the header and the footer of a page."""
    main = markup(page).partition("<main")[2].partition(">")[2]
    return ADDRESS.sub(" ", unescape(ASIDE.sub(" ", main)))


def _sent(page: Any, language: str) -> Counter[tuple[str, str]]:
    """Return the figures that the unchanged forms of a page would submit, by the names of their fields."""
    fields = [(name, value) for form in forms_of(page) for name, values in form.items() for value in values]
    return Counter((name, _figures(value, language)) for name, value in fields if name not in TOKENS)


def _figures(value: str, language: str) -> str:
    """Return the figures of sentences in the reader's language; the values of fields are the same everywhere."""
    figures = [one for _kind, one in read_back(value, language)] if " " in value else TYPED.findall(value)
    return " ".join(sorted(figures))
