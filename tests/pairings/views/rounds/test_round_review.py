"""The review of an unposted round."""

import re

import pytest
from django.test import Client

from core.services import undo
from pairings.models import Round
from pairings.services.bracket import cuts
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division
from tournaments.services import entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def home(client: Client) -> Division:
    division = pairings_build.division(9)
    client.force_login(pairings_build.organizer(division))
    return division


@pytest.fixture
def unposted(home: Division) -> Round:
    return rounds.pair_next_round(home, by=None, seed=1)


def ticked(*entries_: object) -> dict[str, list[str]]:
    return {"swap": [str(entry.pk) for entry in entries_]}  # type: ignore[attr-defined]


def test_the_draft_names_everybody_in_table_order(client: Client, unposted: Round) -> None:
    page = client.get(pages.of(unposted, "review"))
    assert [line.no for line in page.context["lines"]] == [1, 2, 3, 4]
    assert "4 tables and one bye" in " ".join(pages.text(page).split())
    assert str(unposted.seed) in pages.text(page)


def test_its_button_makes_pairings_and_no_pods_of_a_draft(client: Client, unposted: Round) -> None:
    page = client.get(pages.of(unposted, "review"))
    (again,) = re.findall(
        r"<button[^>]*>\s*(?:<svg.*?</svg>\s*)?Re-pair\s*</button>", pages.text(page), re.DOTALL
    )
    assert 'data-busy="Pairing…"' in again
    assert "new pods" not in pages.text(page)


def test_the_bye_is_explained(client: Client, unposted: Round) -> None:
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "9 is an odd number of players, so one sits out." in page
    assert "the group with 0 points, 9 players" in page


def test_pair_downs_have_their_sentence(client: Client) -> None:
    home = pairings_build.division(6)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home)
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    page = client.get(pages.of(unposted, "review"))
    assert "1 player is paired down" in pages.text(page)
    assert "(3 points) meets" in pages.text(page)
    number = next(line.no for line in page.context["lines"] if line.down)
    row = f'id="why-{number}"'
    assert f"{row} hidden" in pages.text(page)
    assert f"{row} hidden" not in pages.text(client.get(f"{pages.of(unposted, 'review')}?why={number}"))


def test_two_ticked_players_change_places(client: Client, unposted: Round) -> None:
    one, other = unposted.matches.filter(right__isnull=False)[:2]
    page = client.post(pages.of(unposted, "swap"), ticked(one.left, other.left), follow=True)
    assert "changed places" in pages.messages(page)[0]
    assert "Changed by hand" in pages.text(page)
    assert unposted.seats.get(entry=one.left).match.table == other.table


@pytest.mark.parametrize("number", [0, 1, 3])
def test_swapping_takes_exactly_two(client: Client, unposted: Round, number: int) -> None:
    chosen = [match.left for match in unposted.matches.all()[:number]]
    page = client.post(pages.of(unposted, "swap"), ticked(*chosen), follow=True)
    assert pages.messages(page) == ["Select two players, then swap them."]


def test_a_repeated_match_is_asked_about(client: Client, home: Division) -> None:
    played = pairings_build.play(home)
    unposted = rounds.pair_next_round(home, by=None, seed=2)
    met = played.matches.filter(right__isnull=False)
    match = next(
        one for one in met if seat(unposted, one.left).right_id and seat(unposted, one.right).right_id
    )
    opponent = seat(unposted, match.left)
    across = opponent.right if opponent.left_id == match.left_id else opponent.left
    html = client.post(pages.of(unposted, "swap"), ticked(match.right, across))
    assert "met in round 1. Swap anyway?" in pages.text(html)
    assert html.context["question"].hidden["anyway"] == "yes"
    page = client.post(pages.of(unposted, "swap"), html.context["question"].hidden, follow=True)
    assert "1 repeated match" in pages.text(page)


def seat(unposted: Round, entry: object):  # type: ignore[no-untyped-def]
    return unposted.seats.get(entry=entry).match


def test_a_second_bye_is_asked_about(client: Client, home: Division) -> None:
    played = pairings_build.play(home)
    had = played.matches.get(right__isnull=True).left
    unposted = rounds.pair_next_round(home, by=None, seed=2)
    sits_out = unposted.matches.get(right__isnull=True).left
    html = client.post(pages.of(unposted, "swap"), ticked(had, sits_out))
    assert "had a bye before. Swap anyway?" in pages.text(html)
    page = client.post(pages.of(unposted, "swap"), html.context["question"].hidden, follow=True)
    assert "A second bye" in pages.text(page)
    assert "was moved there by hand" in pages.text(page)


def test_drawing_again_can_be_undone(client: Client, unposted: Round) -> None:
    page = client.post(pages.of(unposted, "pair_again"), follow=True)
    unposted.refresh_from_db()
    assert unposted.seed != 1
    (message,) = page.context["messages"]
    client.post(message.extra_tags.removeprefix("undo="))
    unposted.refresh_from_db()
    assert unposted.seed == 1


def test_a_stale_pairings_is_told_with_the_way_out(client: Client, unposted: Round, home: Division) -> None:
    leaver = unposted.matches.first().left
    attendance.drop_player(leaver, by=None)
    late = attendance.enter_player(
        home.tournament, by=None, first_name="Late", last_name="Comer", checked_in=True
    )
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "Players entered or dropped after the pairing." in page
    assert str(leaver) in page
    assert str(late) in page
    refused = client.post(pages.of(unposted, "post"), follow=True)
    assert "Re-pair it" in pages.messages(refused)[0]
    client.post(pages.of(unposted, "pair_again"))
    assert "is posted" in pages.messages(client.post(pages.of(unposted, "post"), follow=True))[-1]


def test_a_posted_round_is_not_reviewed(client: Client, unposted: Round) -> None:
    rounds.post(unposted, by=None)
    assert client.get(pages.of(unposted, "review")).url == pages.of(unposted)


@pytest.mark.parametrize("name", ["review", "post"])
def test_judges_do_not_see_the_draft(client: Client, unposted: Round, name: str) -> None:
    client.force_login(build.staff(unposted.division.tournament, "judge"))
    assert client.get(pages.of(unposted, name)).status_code == 403


def test_players_of_another_event_cannot_be_swapped_in(client: Client, unposted: Round) -> None:
    other = pairings_build.division(2).entries.first()
    page = client.post(pages.of(unposted, "swap"), ticked(unposted.matches.first().left, other), follow=True)
    assert pages.messages(page) == ["Select two players, then swap them."]


def test_queries_do_not_grow(client: Client) -> None:
    taken = set()
    for players in (3, 7, 601):
        home = pairings_build.division(players)
        client.force_login(pairings_build.organizer(home))
        unposted = rounds.pair_next_round(home, by=None, seed=1)
        client.get(pages.of(unposted, "review"))
        taken.add(queries_of(client, pages.of(unposted, "review")))
    assert len(taken) == 1, taken


@pytest.mark.parametrize("typed", ["x", "", "-1", "9" * 40, "1,2,3"])
def test_nonsense_swaps_nobody(client: Client, unposted: Round, typed: str) -> None:
    page = client.post(pages.of(unposted, "swap"), {"swap": typed}, follow=True)
    assert page.status_code == 200
    assert not unposted.division.journal.filter(kind="PlayersSwapped").exists()


def test_seeds_that_skip_a_round_of_the_cut_have_no_second_bye(client: Client) -> None:
    home = pairings_build.division(7)
    client.force_login(pairings_build.organizer(home))
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None, sizes={"all": 5}, anyway=True)
    unposted = rounds.pair_next_round(home, by=None)
    assert unposted.matches.filter(outcome="bye").count() == 3
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "A second bye" not in page


def test_who_came_after_a_posting_that_was_undone_is_named(client: Client, unposted: Round) -> None:
    home = unposted.division
    rounds.post(unposted, by=None)
    attendance.enter_player(home.tournament, by=None, division=home, first_name="Nora", last_name="Forgotten")
    undo.undo_step(home.journal.get(kind="RoundPosted"), by=None)
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "Not in the pairings: Nora Forgotten." in " ".join(page.split())


def test_who_plays_from_a_later_round_is_named(client: Client, unposted: Round) -> None:
    home = unposted.division
    entries.add_entry(
        home.tournament, by=None, division=home, first_name="Nora", last_name="Later",
        joined_round=2, checked_in=True,
    )  # fmt: skip
    page = pages.text(client.get(pages.of(unposted, "review")))
    assert "Posting gives a loss for this round: Nora Later." in " ".join(page.split())
