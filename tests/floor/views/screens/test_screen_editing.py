"""The desk's page of hall screens."""

import pytest
from django.urls import reverse

from floor.models import HallScreen
from floor.services import screens
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of, text_of
from tests.pairings import build as pairings
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client) -> Tournament:
    division = pairings.division(4)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    client.force_login(build.staff(division.tournament, "scorekeeper"))
    return division.tournament


def at(event: Tournament, name: str = "screens", *args: object) -> str:
    return reverse(f"floor:{name}", args=[event.slug, *args])


def added(event: Tournament, name: str = "Door") -> HallScreen:
    return screens.add_screen(event, name=name, by=None)


def test_a_screen_is_added_with_its_address_and_what_it_shows_now(client, event):
    client.post(at(event), {"name": "Main door"})
    row = event.screens.get()
    text = text_of(client, at(event))
    assert "Now: Pairings by name (automatic)" in text
    assert f"/s/{row.code}" in text
    assert f'href="{at(event, "screen", row.code)}"' in text
    assert f'href="{at(event, "overlay", row.code)}"' in text
    assert "There is already a screen called “main door”." in text_of_post(
        client, at(event), {"name": "main door"}
    )


def text_of_post(client, url: str, data: dict[str, str]) -> str:
    answer = client.post(url, data)
    assert answer.status_code == 400
    return str(answer.content.decode())


def test_one_tap_changes_it_and_comes_with_its_undo(client, event):
    row = added(event)
    page = client.post(at(event, "screen_show", row.pk), {"part": "clock"}, follow=True).content.decode()
    assert HallScreen.objects.get().parts == ["clock"]
    assert "/undo/" in page
    client.post(at(event, "screen_show", row.pk), {"part": "feature", "table": "2"})
    assert HallScreen.objects.get().settings.table == 2
    assert "Now: Feature match, table 2" in text_of(client, at(event))
    client.post(at(event, "screen_show", row.pk), {"part": ""})
    assert HallScreen.objects.get().parts == []


def test_a_feature_match_without_its_table_is_refused_in_words(client, event):
    row = added(event)
    page = client.post(at(event, "screen_show", row.pk), {"part": "feature"}, follow=True)
    assert "Enter the table of the feature match." in page.content.decode()


def test_all_settings_and_what_is_wrong_stands_beside_its_field(client, event):
    row = added(event)
    sent = {
        "name": "Stage",
        "parts": ["names", "clock"],
        "letter_from": "A",
        "letter_to": "K",
        "seconds": "20",
    }
    data = {f"screen-{row.pk}-{name}": value for name, value in sent.items()}
    wrong = data | {f"screen-{row.pk}-letter_from": "Z"}
    assert "Enter the earlier one first." in text_of_post(client, at(event, "screen_change", row.pk), wrong)
    assert client.post(at(event, "screen_change", row.pk), data).status_code == 302
    row.refresh_from_db()
    assert (row.name, row.parts, row.settings.span, row.seconds) == ("Stage", ["names", "clock"], "A–K", 20)
    assert "Now: Pairings by name, A–K · Clock" in text_of(client, at(event))


def test_messages_on_all_screens_and_on_one(client, event):
    door, stage = added(event), added(event, "Stage")
    client.post(at(event, "screens_message"), {"text": "Lunch", "fills": "on"})
    assert set(event.screens.values_list("message", "message_fills")) == {("Lunch", True)}
    client.post(at(event, "screens_message"), {"text": "", "screen": stage.pk})
    assert [one.message for one in event.screens.order_by("pk")] == ["Lunch", ""]
    page = client.post(at(event, "screens_message"), {"text": "x" * 201})
    assert page.status_code == 400
    assert client.post(at(event, "screens_message"), {"text": "x", "screen": "999"}).status_code == 404
    client.post(at(event, "screen_remove", door.pk))
    assert "Door" not in [one.name for one in event.screens.filter(removed_at=None)]


def test_an_event_that_is_not_public_says_so(client, event):
    added(event)
    Tournament.objects.update(published=False)
    assert "This event is not public" in text_of(client, at(event))


def test_as_many_queries_for_20_screens_as_for_2(client, event):
    counts = []
    for wanted in (2, 20):
        for number in range(event.screens.count(), wanted):
            added(event, f"Screen {number}")
        counts.append(queries_of(client, at(event)))
    assert counts[0] == counts[1]
