"""The page of a pasted list: a preview line by line, then all clean lines in one step with one undo."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import EntryWish
from pairings.services.rounds import rounds
from tests import build
from tests.asking import text_of
from tests.forms import form_with
from tests.html import markup
from tests.pairings import build as pairings
from tournaments.models import Division, Entry
from tournaments.services import entries as entry_services

pytestmark = pytest.mark.django_db


@pytest.fixture
def made(client: Client) -> Division:
    division = pairings.division(6)
    for number, entry in enumerate(division.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(player_number=f"{1000000 + number}")
    client.force_login(pairings.organizer(division))
    return division


def url(division: Division) -> str:
    return reverse("pairings:player_tags", args=[division.tournament.slug])


def preview(client: Client, division: Division, text: str, **typed: str):
    return client.post(url(division), {"tag": "awarded_byes", "text": text, "usual": "", **typed})


def seen(response) -> dict[str, list[str]]:
    """Return what the button under the preview sends."""
    (digest,) = re.findall(r'name="?seen"? value="?(\w+)', markup(response))
    return form_with(response, "usual") | {"seen": [digest]}


def words(response) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup(response)).split())


def test_three_presses_give_two_hundred_byes(client: Client, made: Division) -> None:
    """Open the page, preview, save; a fourth undoes it."""
    assert url(made) in text_of(client, reverse("tournaments:players", args=[made.tournament.slug]))
    answer = preview(client, made, "1000000\n1000001 2", usual="1")
    names = [str(entry) for entry in made.entries.order_by("pk")[:2]]
    text = words(answer)
    assert f"{names[0]} Byes awarded in advance: 1 (was: none)" in text
    assert f"{names[1]} Byes awarded in advance: 2 (was: none)" in text
    assert not made.entries.filter(awarded_byes__gt=0).exists()
    answer = client.post(url(made), seen(answer), follow=True)
    assert "Saved for 2 players." in words(answer)
    assert list(made.entries.order_by("pk").values_list("awarded_byes", flat=True)) == [1, 2, 0, 0, 0, 0]
    line = made.tournament.journal.latest("pk")
    undo = reverse("pairings:undo", args=[made.tournament.slug, line.pk])
    assert undo in markup(answer)
    client.post(undo)
    assert not made.entries.filter(awarded_byes__gt=0).exists()


def test_each_refused_line_has_its_sentence_and_the_others_are_saved(client: Client, made: Division) -> None:
    rounds.pair_next_round(made, by=None)
    late = build.add_players(made.tournament, 1)[0]
    Entry.objects.filter(pk=late.pk).update(player_number="2000000")
    paired = str(made.entries.get(player_number="1000000"))
    lines = ["1000000 1", "2000000 1", "2000000 2", "9999999 1", "Ana 1", "1000001 9", "1000002"]
    answer = preview(client, made, "\n".join(lines))
    text = words(answer)
    for sentence in (
        f"{paired} is already paired in round 1, so a bye there can no longer be awarded or removed.",
        "Player ID 2000000 is already in line 2.",
        "No player of this event has Player ID 9999999. Correct it, or add the player first.",
        "“Ana” is not a Player ID; it has digits only.",
        "“9” is not a number of byes. Write 1, 2 or 3, or 0 for none.",
        "Nothing follows the Player ID. Write the value after it, or enter one for all lines.",
    ):
        assert sentence in text
    assert "Save for 1 player" in text
    answer = client.post(url(made), seen(answer))
    late.refresh_from_db()
    assert late.awarded_byes == 1
    remaining = form_with(answer, "usual")
    assert remaining["text"][0].split("\n") == [line for line in lines if line != "2000000 1"]


def test_only_what_the_preview_showed_is_saved(client: Client, made: Division) -> None:
    answer = preview(client, made, "1000000 1")
    entry_services.change_entry(made.entries.get(player_number="1000000"), by=None, awarded_byes=3)
    answer = client.post(url(made), seen(answer))
    assert "The list or the event changed since its preview" in words(answer)
    assert "1 (was: 3)" in words(answer)
    assert made.entries.get(player_number="1000000").awarded_byes == 3


def test_pressed_twice_it_saves_once(client: Client, made: Division) -> None:
    form = seen(preview(client, made, "1000000 1"))
    client.post(url(made), form)
    lines = made.tournament.journal.count()
    assert "All players on this list already have these values." in words(client.post(url(made), form))
    assert made.tournament.journal.count() == lines


@pytest.mark.parametrize(
    ("tag", "text", "field", "expected"),
    [
        ("table", "1000000 4", "table", 4),
        ("group", "1000000 Lima", "group", "Lima"),
        ("country", "1000000 Peru", "country", "Peru"),
    ],
)
def test_pairing_requests_by_list(
    client: Client, made: Division, tag: str, text: str, field: str, expected: object
) -> None:
    client.post(url(made), seen(preview(client, made, text, tag=tag)))
    assert getattr(EntryWish.objects.get(), field) == expected


def test_what_is_missing_is_asked_for_and_nothing_entered_is_lost(client: Client, made: Division) -> None:
    answer = preview(client, made, "", usual="2")
    assert answer.status_code == 422
    assert form_with(answer, "usual")["usual"] == ["2"]
    answer = preview(client, made, "- \n", tag="table")
    assert answer.status_code == 422
    assert "This list has no Player ID." in words(answer)


def test_judges_do_not_reach_it(client: Client, made: Division) -> None:
    client.force_login(build.staff(made.tournament, "judge"))
    assert client.get(url(made)).status_code == 403


def test_the_queries_do_not_depend_on_the_length_of_the_list(
    client: Client, made: Division, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(60):
        preview(client, made, "\n".join(f"{1000000 + number} 1" for number in range(200)))
