"""The home country on the pages of the player and of the staff, at events where it counts (R-017)."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from decks.models import DeckList
from tests import build
from tests.decks.lists import LEGAL, event, of
from tests.html import markup

pytestmark = pytest.mark.django_db
FRENCH = LEGAL.replace("4 N FCO 105", "4 N FCO 105 [fr]")


def list_at(event_class: str) -> DeckList:
    open_until = {"deadline": timezone.now() + timedelta(days=2)}
    return of(event(event_class=event_class, country="US", rules=open_until))[0]


@pytest.mark.parametrize(
    ("event_class", "visible"), [("international", True), ("championship_points", False)]
)
def test_it_is_asked_where_it_counts_alone(client, event_class, visible):
    row = list_at(event_class)
    page = markup(client.get(reverse("decks:mine", args=[row.token])))
    assert ('name="home"' in page) == visible
    made = row.entry.tournament
    client.force_login(build.staff(made, "judge"))
    page = markup(client.get(reverse("decks:list", args=[made.slug, row.entry_id])))
    assert ('name="home"' in page) == visible


def test_a_player_says_it_and_hands_in_by_it(client):
    row = list_at("international")
    page = reverse("decks:mine", args=[row.token])
    client.post(page, {"do": "home", "text": FRENCH, "home": "MX"})
    html = markup(client.get(page))
    assert "may not be played here" in html
    assert '<small class="under">French</small>' in html
    client.post(page, {"do": "hand-in", "text": FRENCH, "home": "FR"})
    row.refresh_from_db()
    assert (str(row.home), row.counts.legal) == ("FR", True)
    client.post(page, {"do": "home", "text": FRENCH, "home": "ZZ"})
    row.refresh_from_db()
    assert str(row.home) == "FR"


def test_staff_say_it_for_a_player(client):
    row = list_at("international")
    made = row.entry.tournament
    client.force_login(build.staff(made, "judge"))
    page = reverse("decks:list", args=[made.slug, row.entry_id])
    assert client.post(page, {"home": "FR"}).status_code == 302
    row.refresh_from_db()
    assert (str(row.home), row.versions.count()) == ("FR", 0)
    assert "Choose a country from the list" in markup(client.post(page, {"home": "??"}, follow=True))
