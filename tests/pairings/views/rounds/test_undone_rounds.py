"""One press undoes a round with its results, after listing what is lost; earlier rounds are one press away."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Match, Round
from pairings.services.reports import time_extensions
from pairings.services.rounds import attendance, rounds
from pairings.words.round_words import result_text
from tests import build
from tests.pairings.build import division, organizer, play, report_all
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    """Close round 1 and enter the four results of round 2, in a small event as in a store."""
    made = division(8, small=True)
    client.force_login(organizer(made))
    play(made)
    round_ = rounds.post(rounds.pair_next_round(made, by=None, seed=2), by=None)
    time_extensions.grant_extra_time(round_.matches.get(table=2), seconds=120, by=None)
    report_all(round_)
    attendance.drop_player(round_.matches.get(table=1).left, by=None)
    return made


def newest(home: Division) -> Round:
    return home.rounds.select_related("division__tournament", "stage").latest("number")


def test_what_will_be_lost_is_named_first(client: Client, home: Division) -> None:
    round_ = newest(home)
    link = pages.of(round_, "undo_round")
    assert f'href="{link}"' in pages.text(client.get(pages.desk(home)))
    html = pages.text(client.get(link))
    assert "Undo round 2 and its 4 results" in html
    first = round_.matches.get(table=1)
    wording = result_text("left", {"left": str(first.left), "right": str(first.right)})
    assert f"Table 1: {wording}" in html
    assert "Time extensions: 1" in html
    assert f"Players who dropped in this round are still dropped: {first.left}." in html
    assert Round.objects.filter(division=home).count() == 2


def test_one_press_undoes_it_and_one_undo_brings_it_back(client: Client, home: Division) -> None:
    before = list(Match.objects.order_by("pk").values())
    answer = client.post(pages.of(newest(home), "undo_round"), follow=True)
    assert pages.messages(answer) == ["Round 2 is undone, with its 4 results."]
    assert newest(home).number == 1
    (message,) = answer.context["messages"]
    client.post(message.extra_tags.removeprefix("undo="))
    assert list(Match.objects.order_by("pk").values()) == before


def test_a_closed_round_is_undone_from_the_page_of_the_next(client: Client, home: Division) -> None:
    rounds.close_round(newest(home), by=None)
    assert "Undo round 2 and its 4 results" in pages.text(client.get(pages.desk(home)))
    client.post(pages.of(newest(home), "undo_round"))
    assert newest(home).number == 1


def test_a_round_that_something_was_built_on_has_no_such_link(client: Client, home: Division) -> None:
    first = home.rounds.get(number=1)
    assert "Undo round" not in pages.text(client.get(pages.of(first)))
    answer = client.get(pages.of(first, "undo_round"), follow=True)
    assert "round 2" in pages.messages(answer)[0].lower()
    assert home.rounds.count() == 2


def test_a_judge_cannot_undo_a_round(client: Client, home: Division) -> None:
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.post(pages.of(newest(home), "undo_round")).status_code == 403


def test_earlier_rounds_are_one_press_away_while_the_next_one_is_played(
    client: Client, home: Division
) -> None:
    first = pages.of(home.rounds.get(number=1))
    event, entry = home.tournament, home.entries.first()
    for url in (pages.desk(home), reverse("floor:player_matches", args=[event.slug, entry.pk])):
        assert f'href="{first}"' in pages.text(client.get(url)), url
    standings = reverse("pairings:standings", args=[event.slug])
    assert f'href="{first}"' in pages.text(client.get(standings))
    rounds.close_round(newest(home), by=None)
    unposted = rounds.pair_next_round(home, by=None)
    assert f'href="{first}"' in pages.text(client.get(pages.of(unposted, "review")))
