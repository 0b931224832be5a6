"""The share card of an event and the finished event's own pictures: public names alone, and an address per content."""

import re
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from core.services import pictures
from pairings.services.bracket import cuts
from pairings.views.standings.share_card import link_preview
from tests.core.pictures import picture
from tests.html import markup
from tests.pairings.build import play
from tests.pairings.views.print.test_published_lists import played
from tournaments.models import Tournament
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _media(settings, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path


def finished() -> Tournament:
    made = played("never", 2)
    cuts.start_cut(made.divisions.get(), by=None)
    play(made.divisions.get())
    return made


def front(client: Client, made: Tournament) -> str:
    return markup(client.get(reverse("tournaments:event", args=[made.slug])))


def meta(page: str, name: str) -> str:
    found = re.search(rf'<meta property="{name}" content="([^"]*)">', page)
    assert found, name
    return found[1]


def test_other_sites_find_title_description_and_picture_of_an_event(client):
    made = played("never", 0)
    page = front(client, made)

    assert meta(page, "og:title") == made.name
    assert meta(page, "og:description") == "Saturday 29 July 2017"
    assert meta(page, "og:url") == f"http://testserver/e/{made.slug}/"
    answer = client.get(meta(page, "og:image").removeprefix("http://testserver"))
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert "immutable" in answer["Cache-Control"]


def test_the_address_of_the_picture_changes_with_what_it_says(client):
    made = played("never", 0)
    before = link_preview(made)
    events.change_event_settings(made, by=None, name="Hill Cup")
    made.refresh_from_db()

    after = link_preview(made)

    assert before.url != after.url
    assert "immutable" not in client.get(before.url)["Cache-Control"]
    assert client.get(before.url).content == client.get(after.url).content


def test_once_the_event_is_over_the_card_names_champion_and_podium(client):
    made = finished()
    champion = link_preview(made).card.headline
    page = front(client, made)

    assert f"<b>{champion}</b>" in page
    description = meta(page, "og:description")
    assert description.startswith("Saturday 29 July 2017. Podium, ")
    assert f"1. {champion}, 2. " in description
    assert [place for place, _name in link_preview(made).card.columns[0].lines] == [1, 2, 3]
    assert link_preview(made).card.columns[0].lines[0][1] == champion


def test_children_are_on_the_card_by_first_name_and_initial():
    made = finished()
    made.entries.update(age_division="junior", first_name="Lucía", last_name="Navarro")

    share = link_preview(Tournament.objects.get(pk=made.pk))

    assert "Navarro" not in repr(share)
    assert share.card.headline == "Lucía N."


def test_the_logo_of_the_organizer_is_on_the_card():
    made = played("never", 0)
    before = link_preview(made).url
    pictures.set_logo(made.organizer, picture(), by=None)

    assert link_preview(made).card.logo
    assert link_preview(made).url != before


def test_an_event_that_is_not_public_has_no_card(client):
    made = played("never", 0)
    url = link_preview(made).url
    Tournament.objects.update(published=False)

    assert client.get(url).status_code == 404


def test_the_bracket_stands_under_the_podium_of_a_finished_event(client):
    running = played("never", 2)
    cuts.start_cut(running.divisions.get(), by=None)
    assert 'class="bracket"' not in front(client, running)

    play(running.divisions.get())

    page = front(client, running)
    assert 'class="bracket"' in page
    assert page.index('class="podiums"') < page.index('class="bracket"')
    assert "Final" in page
