"""Where do I sit? By name and by table, for everyone."""

import pytest
from django.test import Client

from core.engine.alphabet import name_sort_key
from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division, Tournament

pytestmark = pytest.mark.django_db
PAGES = ["pairings", "tables"]


def posted(players: int = 4, **fields: object) -> Division:
    home = pairings_build.division(players, **fields)
    rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return home


@pytest.mark.parametrize("name", PAGES)
def test_a_draft_is_not_shown(client: Client, name: str) -> None:
    home = pairings_build.division(4)
    rounds.pair_next_round(home, by=None)
    page = pages.text(client.get(pages.event(home, name)))
    assert "Round 1 is not posted yet" in page
    assert not any(str(entry) in page for entry in home.entries.select_related("player"))


def test_each_match_stands_under_both_names(client: Client) -> None:
    home = posted()
    match = Match.objects.select_related("left__player", "right__player").first()
    letters = client.get(pages.event(home, "pairings")).context["letters"]
    lines = {line.name: line for _, group in letters for line in group}
    assert len(lines) == 4
    assert lines[str(match.left)].text == f"against {match.right}"
    assert lines[str(match.right)].table == match.table


def test_names_stand_in_the_order_people_look_them_up(client: Client) -> None:
    home = posted(20)
    letters = [letter for letter, _ in client.get(pages.event(home, "pairings")).context["letters"]]
    assert letters == sorted(letters)
    assert letters[0] == "A"
    assert "L" in letters


def test_a_bye_is_said(client: Client) -> None:
    home = posted(3)
    assert "Bye, no opponent left to pair, counts as a win" in pages.text(
        client.get(pages.event(home, "pairings"))
    )


def test_a_name_is_found_without_script(client: Client) -> None:
    home = posted(4)
    entry = home.entries.select_related("player").first()
    page = client.get(pages.event(home, "pairings"), {"q": entry.player.last_name[:3].lower()})
    assert str(entry) in [line.name for _, group in page.context["letters"] for line in group]
    nobody = client.get(pages.event(home, "pairings"), {"q": "xyz"})
    assert "No player called “xyz”" in pages.text(nobody)


@pytest.mark.parametrize("name", PAGES)
def test_children_go_by_first_name_and_initial(client: Client, name: str) -> None:
    event = build.event(divisions=("junior",))
    players = build.add_players(event, 4, birth_years=(2019,))
    home = event.divisions.select_related("tournament").get()
    rounds.post(rounds.pair_next_round(home, by=None), by=None)
    page = pages.text(client.get(pages.event(home, name)))
    for entry in players:
        assert entry.player.last_name not in page
        assert entry.player.player_id not in page
        assert f"{entry.player.last_name[0]}." in page
    client.force_login(event.staff.get(role="organizer").user)
    assert players[0].player.last_name in pages.text(client.get(pages.event(home, name)))


@pytest.mark.parametrize("name", PAGES)
def test_earlier_rounds_can_be_chosen(client: Client, name: str) -> None:
    home = pairings_build.division(8)
    pairings_build.play(home, 2)
    page = client.get(pages.event(home, name), {"round": 1})
    assert [one.current for one in page.context["rounds"]] == [False, True]
    assert "round 1" in pages.text(page)
    for nonsense in ("9", "x", "99999999999999999999", "²"):
        assert (
            client.get(pages.event(home, name), {"round": nonsense, "division": nonsense}).status_code == 200
        )


def test_several_divisions_stand_together_and_apart(client: Client) -> None:
    event = build.event(divisions=("junior", "masters"))
    build.add_players(event, 8, birth_years=(1990, 2019))
    divisions = list(event.divisions.select_related("tournament"))
    for division in divisions:
        rounds.post(rounds.pair_next_round(division, by=None), by=None)
    url = pages.event(divisions[0], "pairings")
    both = client.get(url)
    assert sum(len(group) for _, group in both.context["letters"]) == 8
    assert [one["label"] for one in both.context["explanation_links"]] == [
        "How it was paired: Juniors, round 1",
        "How it was paired: Masters, round 1",
    ]
    one = client.get(url, {"division": divisions[0].pk})
    assert sum(len(group) for _, group in one.context["letters"]) == 4
    assert [one["label"] for one in one.context["explanation_links"]] == ["How it was paired: round 1"]


@pytest.mark.parametrize("name", PAGES)
def test_the_next_round_shows_by_itself(client: Client, name: str) -> None:
    home = pairings_build.division(8)
    pairings_build.play(home)
    url = pages.event(home, name)
    seen = client.get(url).context["state"]
    assert "Round 2 is not posted yet" in pages.text(client.get(pages.event(home, "pairings")))
    poll = {"HX-Request": "true"}
    assert client.get(url, {"seen": seen}, headers=poll).status_code == 204
    unposted = rounds.pair_next_round(home, by=None)
    assert client.get(url, {"seen": seen}, headers=poll).status_code == 204
    rounds.post(unposted, by=None)
    assert client.get(url, {"seen": seen}, headers=poll)["HX-Refresh"] == "true"


def test_staff_go_on_to_the_match(client: Client) -> None:
    home = posted()
    match = Match.objects.select_related("round__division__tournament").first()
    url = pages.event(home, "tables")
    assert pages.match(match) not in pages.text(client.get(url))
    client.force_login(build.staff(home.tournament, "judge"))
    assert pages.match(match) in pages.text(client.get(url))


def test_tables_still_playing(client: Client) -> None:
    home = posted(6)
    match = Match.objects.first()
    Match.objects.filter(pk=match.pk).update(outcome="left")
    page = client.get(pages.event(home, "tables"), {"show": "open"})
    assert len(page.context["lines"]) == 2


@pytest.mark.parametrize("name", PAGES)
def test_an_event_that_is_not_public(client: Client, name: str) -> None:
    home = posted()
    Tournament.objects.update(published=False)
    assert client.get(pages.event(home, name)).status_code == 404
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.get(pages.event(home, name)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_only_to_be_read(client: Client, name: str) -> None:
    assert client.post(pages.event(posted(), name)).status_code == 405


@pytest.mark.parametrize("name", PAGES)
def test_queries_do_not_grow(client: Client, name: str) -> None:
    taken = {queries_of(client, pages.event(posted(players), name)) for players in (2, 6, 600)}
    assert len(taken) == 1, taken


@pytest.mark.parametrize("years", [(2016,), (1990,), (2016, 1990)])
def test_names_stand_in_the_order_in_which_they_read(client: Client, years: tuple[int, ...]) -> None:
    event = build.event(divisions=("all",))
    build.add_players(event, 9, birth_years=years)
    home = event.divisions.select_related("tournament").get()
    rounds.post(rounds.pair_next_round(home, by=None), by=None)
    page = client.get(pages.event(home, "pairings"))
    names = [line.sort_name for _letter, group in page.context["letters"] for line in group]
    assert len(names) == 9
    assert names == sorted(names, key=name_sort_key)
