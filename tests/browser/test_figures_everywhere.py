"""Figures read back in every language, from every PDF and from pages and their forms: the same as in English.

A run reads a share of the pages, drawn by its seed; FIGURES=all reads every one.
"""

import os
import re
from collections import Counter
from html import unescape
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from tests.browser import visits
from tests.browser.hall import Hall, address, fresh_hall
from tests.figures import read_back
from tests.forms import forms_of
from tests.html import markup
from tests.papers import pages
from tests.seeds import of_this_run
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)

LANGUAGES = [code for code, _name in settings.LANGUAGES]
OTHERS = [code for code in LANGUAGES if code != "en"]
SHARE = 30
"""Pages of a run that does not read all."""

SHEETS = ("names", "tables", "standings", "bracket", "meeting", "slips", "open", "numbers", "door", "round")
ASIDE = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL)
TOKENS = ("csrfmiddlewaretoken", "idempotency_key", "next", "back")


@pytest.fixture
def client(client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """The organizer's, in a moment that stands still."""
    hall = fresh_hall(visits.hall)
    now = timezone.now()
    client.force_login(User.objects.get(username="organizer"))
    monkeypatch.setattr(timezone, "now", lambda: now)
    client.hall = hall  # type: ignore[attr-defined]
    return client


def papers(hall: Hall) -> list[str]:
    """The address of every PDF."""
    known = visits.addresses(hall)
    found = [one for name, kind in visits.FILES.items() if kind == "application/pdf" for one in known[name]]
    for event, round_ in ((hall.cup, hall.playing), (hall.over, None), (hall.coming, hall.drawn)):
        query = f"?division={round_.division_id}&round={round_.number}" if round_ else ""
        found += [address("pairings:sheet", event, query, name=name) for name in SHEETS]
    return found


def asked(client: Client, where: str, language: str) -> Any:
    return client.get(where, headers={"accept-language": language})


def test_every_pdf_prints_the_same_figures_in_every_language(client: Client) -> None:
    differ, kinds = {}, set()
    for where in papers(client.hall):
        answer = asked(client, where, "en")
        if answer.status_code != 200:
            continue
        expected = read_back("\n".join(pages(answer.content)), "en")
        kinds |= {kind for kind, _figure in expected}
        for language in OTHERS:
            found = read_back("\n".join(pages(asked(client, where, language).content)), language)
            if found != expected:
                differ[where, language] = (expected - found, found - expected)
    assert differ == {}
    assert kinds == {"day", "time", "per cent", "number"}


def drawn(hall: Hall) -> list[str]:
    known = visits.addresses(hall)
    every = sorted({one for name, found in known.items() if name not in visits.FILES for one in found})
    if os.environ.get("FIGURES") == "all":
        return every
    return Random(of_this_run(1)[0]).sample(every, SHARE)


def test_pages_show_and_forms_send_the_same_figures_in_every_language(client: Client) -> None:
    differ: dict[tuple[str, str], object] = {}
    for where in drawn(client.hall):
        page = asked(client, where, "en")
        if page.status_code != 200:
            continue
        for language in OTHERS:
            other = asked(client, where, language)
            shown, expected = _shown(other, language), _shown(page, "en")
            if shown != expected:
                differ[where, language] = (expected - shown, shown - expected)
            if (sent := _sent(other)) != (wanted := _sent(page)):
                differ[where, f"forms in {language}"] = [
                    (one, two) for one, two in zip(wanted, sent, strict=False) if one != two
                ]
    assert differ == {}


def _shown(page: Any, language: str) -> Counter[tuple[str, str]]:
    return read_back(unescape(ASIDE.sub(" ", markup(page).partition("<main")[2])), language)


def _sent(page: Any) -> list[dict[str, list[str]]]:
    """What the forms of a page would send, untouched, but keys made anew for each page."""
    return [{name: sent for name, sent in one.items() if name not in TOKENS} for one in forms_of(page)]
