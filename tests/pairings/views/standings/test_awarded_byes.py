"""What a bye awarded in advance counts in the standings is a setting of the event (M-023)."""

import pytest
from django.urls import reverse

from core.services.undo import undo_step
from pairings.models import Standing
from tests.asking import text_of
from tests.forms import form_with
from tests.pairings import build as pairings
from tests.papers import pages
from tournaments.models import Division, Entry
from tournaments.services import entries, events

pytestmark = pytest.mark.django_db

AS_TOM = "counts here as in TOM: 3 points, a played win, and an opponent of 100%."
AS_A_BYE = "counts here like any other bye: 3 points, and left out of all percentages."


@pytest.fixture
def made() -> Division:
    """Return a division of nine after two rounds; one player had an awarded bye in round 1."""
    division = pairings.division(9)
    entries.change_entry(division.entries.order_by("pk").first(), by=None, awarded_byes=1)
    pairings.play(division, 2)
    return division


def owp_and_points(entry: Entry) -> list[tuple[float, int]]:
    lines = Standing.objects.filter(entry=entry).order_by("round__number")
    return [(float(line.owp), line.points) for line in lines]


def test_events_count_as_tom_unless_they_choose_otherwise(client, made: Division) -> None:
    """The bye is an opponent of 100 %, or none: after round 1 it is the only one, or there is none (25 %)."""
    entry, event = made.entries.order_by("pk").first(), made.tournament
    assert event.awarded_bye == "tom"
    before = owp_and_points(entry)
    assert before[0] == (1.0, 3)
    events.change_event_settings(event, by=None, awarded_bye="bye")
    after = owp_and_points(entry)
    assert after[0] == (0.25, 3)
    assert [points for _owp, points in after] == [points for _owp, points in before]
    undo_step(event.journal.latest("pk"), by=None)
    assert owp_and_points(entry) == before


def test_the_other_rounds_and_players_stay(made: Division) -> None:
    """Another setting ranks nothing again, and an event without awarded byes has the same standings either way."""
    rows = set(Standing.objects.values_list("pk", flat=True))
    events.change_event_settings(made.tournament, by=None, venue="Hall 3")
    assert set(Standing.objects.values_list("pk", flat=True)) == rows
    other = pairings.division(7)
    pairings.play(other, 3)
    before = list(other.rounds.order_by("number").values_list("standings__entry", "standings__place"))
    events.change_event_settings(other.tournament, by=None, awarded_bye="bye")
    assert list(other.rounds.order_by("number").values_list("standings__entry", "standings__place")) == before


@pytest.mark.parametrize(("setting", "sentence"), [("tom", AS_TOM), ("bye", AS_A_BYE)])
def test_the_explanation_says_how_it_counts(client, made: Division, setting: str, sentence: str) -> None:
    """On the page and on the sheet, beside the round itself."""
    events.change_event_settings(made.tournament, by=None, awarded_bye=setting)
    entry = made.entries.order_by("pk").first()
    page = reverse("pairings:standings", args=[made.tournament.slug])
    text = " ".join(text_of(client, f"{page}?why={entry.pk}").split())
    assert sentence in text
    assert ("counts as a played win, and as an opponent of 100%" in text) == (setting == "tom")
    assert ("no opponent, left out of the average" in text) == (setting == "bye")
    (sheet,) = pages(
        client.get(reverse("pairings:resistance", args=[made.tournament.slug, entry.pk])).content
    )
    assert sentence in " ".join(sheet.split())


def test_without_awarded_byes_nothing_is_said(client) -> None:
    division = pairings.division(5)
    pairings.play(division)
    page = reverse("pairings:standings", args=[division.tournament.slug])
    text = text_of(client, f"{page}?why={division.entries.first().pk}")
    assert "awarded in advance" not in text


def test_organizers_choose_it_in_the_settings(client, made: Division) -> None:
    event = made.tournament
    client.force_login(pairings.organizer(made))
    page = reverse("tournaments:settings", args=[event.slug])
    form = form_with(client.get(page), "awarded_bye")
    assert client.post(page, form | {"awarded_bye": "bye"}).status_code == 302
    event.refresh_from_db()
    assert event.awarded_bye == "bye"
