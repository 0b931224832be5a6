"""The desk says in advance how the first pairing groups the players, and its button names the divisions."""

import pytest
from django.test import Client
from django.urls import reverse

from pairings.models import Round
from pairings.views.rounds import hall_desk
from tests import build
from tests.pairings.services.rounds.test_grouping import codes, store
from tests.pairings.views import pages
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(client: Client) -> Tournament:
    made = store()
    client.force_login(made.staff.get().user)
    return made


def test_all_divisions_says_it_and_one_press_does_it(client: Client, event: Tournament) -> None:
    page = client.get(hall_desk.hall_url(event))
    html = pages.text(page)
    assert "Grouped by the players checked in, as TOM does: Juniors: 2, Seniors: 3, Masters: 12." in html
    assert [action.label for action in page.context["actions"]] == ["Pair: All ages"]
    assert "Too few players" not in html
    assert "/pair" not in [one.form[-5:] for one in page.context["divisions"]]
    url = reverse("pairings:pair_all", args=[event.slug])
    answer = client.post(url, {"grouped": page.context["actions"][0].grouped}, follow=True)
    assert pages.messages(answer) == ["All ages: round 1 is paired, 8 tables."]
    assert codes(event) == ["all"]


def test_the_desk_shows_the_divisions_that_will_be_paired(client: Client, event: Tournament) -> None:
    page = client.get(reverse("pairings:desk", args=[event.slug]))
    html = pages.text(page)
    assert "<h1>All ages</h1>" in html
    assert "All divisions" not in html
    assert [(one.name, one.label) for one in page.context["divisions"]] == [("All ages", "17 players")]
    assert page.context["tabs"] == []
    build.add_players(event, 4, birth_years=(2018,))
    page = client.get(reverse("pairings:desk", args=[event.slug]))
    assert [one.name for one in page.context["divisions"]] == ["Juniors", "Seniors and Masters"]
    client.post(reverse("tournaments:arrange", args=[event.slug]), {"divisions": "junior,senior,masters"})
    assert "<h1>All divisions</h1>" in pages.text(client.get(hall_desk.hall_url(event)))


def test_the_desk_of_one_division_says_the_same(client: Client, event: Tournament) -> None:
    masters = event.divisions.get(age_division="masters")
    html = pages.text(client.get(pages.desk(masters)))
    assert "Grouped by the players checked in, as TOM does: Juniors: 2, Seniors: 3, Masters: 12." in html
    assert 'name="grouped" value="all"' in html
    answer = client.post(pages.division(masters, "pair"), follow=True)
    assert "grouped differently now" in pages.messages(answer)[0]
    assert not Round.objects.exists()


def test_a_page_from_before_a_check_in_groups_no_one(client: Client, event: Tournament) -> None:
    build.add_players(event, 4, birth_years=(2018,))
    url = reverse("pairings:pair_all", args=[event.slug])
    answer = client.post(url, {"grouped": ["all"]}, follow=True)
    assert "grouped differently now" in pages.messages(answer)[0]
    assert "Pair: Juniors, Seniors and Masters" in pages.text(answer)


def test_nothing_is_paired_while_no_one_is_checked_in(client: Client, event: Tournament) -> None:
    event.entries.update(checked_in_at=None)
    assert client.get(hall_desk.hall_url(event)).context["actions"] == []


def test_divisions_that_were_chosen_have_the_advice_at_the_desk(client: Client) -> None:
    event = store(by_numbers=False)
    client.force_login(event.staff.get().user)
    for url in (hall_desk.hall_url(event), pages.desk(event.divisions.first())):
        html = pages.text(client.get(url))
        assert "TOM would play: All ages" in html
        assert f"{reverse('tournaments:settings', args=[event.slug])}#divisions" in html
    page = client.get(hall_desk.hall_url(event))
    assert [action.label for action in page.context["actions"]] == ["Pair: Juniors, Seniors, Masters"]


def test_one_age_division_alone_is_not_too_small(client: Client) -> None:
    """Eight Masters who play as "all ages": TOM would make them Masters."""
    event = build.event(by_age=False, divisions=("all",))
    build.add_players(event, 8)
    client.force_login(event.staff.get().user)
    html = pages.text(client.get(pages.desk(event.divisions.get())))
    assert "Everyone is in one age division. Masters: 8." in html
    assert "too small" not in html


def test_settings_offer_to_leave_it_to_the_numbers(client: Client) -> None:
    event = store(by_numbers=False)
    client.force_login(event.staff.get().user)
    client.post(reverse("tournaments:arrange", args=[event.slug]), {"divisions": "by_numbers"})
    assert Tournament.objects.get(pk=event.pk).by_numbers
    page = client.get(reverse("tournaments:settings", args=[event.slug]))
    assert page.context["arrange"]["divisions"].value() == "by_numbers"
    client.post(reverse("tournaments:arrange", args=[event.slug]), {"divisions": "junior_senior,masters"})
    assert not Tournament.objects.get(pk=event.pk).by_numbers
    assert codes(event) == ["junior_senior", "masters"]
