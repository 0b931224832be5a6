"""The page of drafts after rounds have been played: Constructed needs another event, or a redraft is due."""

import pytest
from django.test import Client
from django.urls import reverse

from decks.models import Draft
from tests import build
from tests.drafts.pages import PLAN, url
from tests.drafts.redrafts import solomon
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.redrafts import play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["drafts", "pods"])
def test_a_constructed_event_says_how_to_draft(page: str) -> None:
    """The URLs still work from a bookmark, although no menu shows them."""
    home = build.division(6, published=True)
    settings = reverse("tournaments:settings", args=[home.tournament.slug])
    assert "This event plays Constructed." not in markup(Client().get(url(home, page), follow=True))
    staff = Client()
    staff.force_login(build.organizer(home))
    html = markup(staff.get(url(home, page), follow=True))
    assert "This event plays Constructed. Set its play style to Limited" in html
    assert f'<a href="{settings}">Settings</a>' in html
    assert "Set up a draft" not in html
    play.play(home)
    started = markup(staff.get(url(home, page), follow=True))
    assert "Create another event for the draft" in started
    assert f'<a href="{reverse("tournaments:new")}">New event</a>' in started


def test_a_redraft_is_offered_from_the_first_set_up_on_and_told_when_it_is_due(client: Client) -> None:
    row = solomon(announced=False)
    of = row.division
    client.force_login(build.organizer(of))
    assert "otherwise round 2 is played with the same decks" in markup(client.get(url(of)))
    client.post(url(of, "draft_announce", row.pk), {"notice": "REDRAFT"})
    assert "against another opponent" in markup(Client().get(url(of)))
    play_on(of)
    page = markup(client.get(url(of)))
    assert "It is due now" in page
    assert '<option value="solomon" selected' in page
    given = PLAN | {"subtype": "solomon", "players": "4", "redraft_round": "2", "division": str(of.pk)}
    client.post(url(of, "draft_set"), given)
    again = Draft.objects.get(number=2)
    client.post(url(of, "draft_seats", again.pk))
    assert "Its pairs are assigned." in markup(client.get(url(of)))
