"""Personal links for staff: on paper for all players, on screen for one, and replaced by a new one."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from core.models import JournalEvent
from pairings.services.rounds import attendance
from tests import build
from tests.html import markup
from tests.pairings.build import division, organizer
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def test_a_slip_for_every_player_who_still_plays_without_any_deck_list(client):
    of = division(4)
    leaver = of.entries.select_related("player").first()
    attendance.drop_player(leaver, by=None)
    client.force_login(organizer(of))
    answer = client.get(reverse("pairings:links", args=[of.tournament.slug]))
    lines = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages)
    text = "".join(lines.split())
    here = [entry for entry in of.entries.select_related("player", "link") if entry.pk != leaver.pk]
    assert all(f"/my/{entry.link.token}" in text for entry in here)
    assert all("".join(str(entry).split()) in text for entry in here)
    assert "".join(str(leaver).split()) not in text
    assert "no-store" in answer["Cache-Control"]
    assert JournalEvent.objects.get(kind="PersonalLinksPrinted").facts == {"count": 3}


def test_the_link_of_one_player_and_a_new_one(client):
    of = division(2)
    one = of.entries.first()
    client.force_login(organizer(of))
    old = personal_links.ensure_link(one).token
    where = reverse("pairings:player_link", args=[of.tournament.slug, one.pk])
    assert old not in markup(client.get(where))
    assert f"/my/{old}" in markup(client.post(where))
    displayed = JournalEvent.objects.get(kind="PersonalLinkShown")
    assert (displayed.by, displayed.facts) == (organizer(of), {"entry": one.pk, "name": str(one)})
    new = reverse("pairings:player_new_link", args=[of.tournament.slug, one.pk])
    page = markup(client.post(new, follow=True))
    assert "The old one no longer works" in page
    assert old not in page


def test_judges_do_not_see_it(client):
    of = division(2)
    client.force_login(build.staff(of.tournament, "judge"))
    where = reverse("pairings:player_link", args=[of.tournament.slug, of.entries.first().pk])
    assert client.get(where).status_code == 403
