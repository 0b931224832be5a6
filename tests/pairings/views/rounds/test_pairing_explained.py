"""Why a round was paired this way, as anyone may read it."""

import re
from copy import deepcopy

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.queries.rounds import pairing_explained
from pairings.services.bracket import cuts
from pairings.services.rounds import options, rounds
from tests import build, databases
from tests.asking import queries_of
from tests.pairings import build as pairings_build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def posted(home: Division, *, after: int = 0, seed: int = 1) -> Round:
    if after:
        pairings_build.play(home, after)
    return rounds.post(rounds.pair_next_round(home, by=None, seed=seed), by=None)


def public_event(players: int, **fields: object) -> Division:
    home = pairings_build.division(players, **fields)
    home.tournament.published = True
    home.tournament.save()
    return home


def words(page) -> str:  # type: ignore[no-untyped-def]
    return " ".join(re.sub(r"<[^>]+>", " ", pages.text(page)).split())


def test_groups_add_up() -> None:
    round_ = posted(pairings_build.division(9), after=2)
    found = pairing_explained.explain_round(round_, public=False)
    assert sum(group.players for group in found.groups) == 9
    assert sum(group.up for group in found.groups) == sum(group.down for group in found.groups)
    assert sum(group.byes for group in found.groups) == 1
    assert [group.points for group in found.groups] == sorted(
        (group.points for group in found.groups), reverse=True
    )


def _after_three() -> Division:
    home = pairings_build.division(11)
    pairings_build.play(home, 3)
    return home


built = databases.built_once(_after_three)


@pytest.mark.parametrize("seed", range(8))
def test_the_cost_told_is_the_cost_of_the_matches(built: Division, seed: int) -> None:
    round_ = posted(deepcopy(built), seed=seed)
    proof = pairing_explained.explain_round(round_, public=False).proof
    assert proof.now == proof.cost >= proof.bound
    assert proof.kind in ("bound", "window", "field")


def test_a_pair_down_is_told_with_who_could_not(client: Client) -> None:
    home = public_event(6)
    page = words(client.get(pages.of(posted(home, after=1), "explain")))
    assert "The group with 3 points has 3 players. That is an odd number" in page
    assert "(3 points) meets" in page
    assert "Ours are equal to it, so none are better." in page


def test_who_met_is_excluded() -> None:
    home = pairings_build.division(8)
    found = pairing_explained.explain_round(posted(home, after=2), public=False)
    met = found.met
    for down in found.pair_downs:
        for one in down.excluded:
            assert met[frozenset((one.person.entry_id, down.lower.entry_id))] == one.round


def test_the_bye_is_told(client: Client) -> None:
    round_ = posted(public_event(7), after=1)
    bye = pairing_explained.explain_round(round_, public=False).bye
    page = words(client.get(pages.of(round_, "explain")))
    assert "7 players is an odd number, so one sits out" in page
    assert "The bye goes to the lowest group with a player who had none" in page
    assert bye
    assert f"{bye.person.name} was picked at random from {bye.candidates} players" in page


def test_a_match_and_the_path_of_a_player(client: Client) -> None:
    round_ = posted(public_event(8), after=2)
    match = round_.matches.select_related("left__player").first()
    url = pages.of(round_, "explain")
    assert "Why?" in words(client.get(url, {"q": str(match.left)}))
    assert "6 points: the same group" in words(client.get(url, {"match": match.pk}))
    page = client.get(url, {"player": match.left_id})
    assert [step["round"] for step in page.context["path"].steps] == [1, 2, 3]
    assert "0 points, a group of 8 players." in words(page)


def test_a_draw_changed_by_hand_says_so(client: Client) -> None:
    home = public_event(6)
    pairings_build.play(home)
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    one, two = (seat.entry for seat in unposted.seats.filter(match__table__in=[1, 3]).distinct()[:3:2])
    rounds.swap_players(unposted, one, two, by=None, anyway=True)
    rounds.post(unposted, by=None)
    assert "Afterwards the pairing was changed by hand." in words(client.get(pages.of(unposted, "explain")))


def test_an_imported_round_is_told_without_a_proof(client: Client) -> None:
    round_ = posted(public_event(7), after=1)
    Round.objects.filter(pk=round_.pk).update(draw={})
    page = words(client.get(pages.of(round_, "explain")))
    assert "This round was not paired here, so how it was paired cannot be shown." in page
    assert "found no better pairing" in page
    assert "Check it yourself" not in page


@pytest.mark.parametrize("option", ["last_by_standing", "fewest_pair_downs"])
def test_options_are_named(client: Client, option: str) -> None:
    home = public_event(8)
    options.change_pairing_options(home, by=None, **{option: True})
    round_ = posted(home, after=2)
    labels = {
        "last_by_standing": "the square of the places between",
        "fewest_pair_downs": "prefers as few players as possible outside their group",
    }
    assert labels[option] in words(client.get(pages.of(round_, "explain")))


def test_the_cut_is_fixed(client: Client) -> None:
    home = public_event(8)
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None, sizes={"all": 4}, anyway=True)
    round_ = posted(home)
    match = round_.matches.first()
    page = words(client.get(pages.of(round_, "explain"), {"match": match.pk}))
    assert "is seed 1" in page


def test_children_keep_their_names(client: Client) -> None:
    home = public_event(5)
    home.entries.update(age_division="junior")
    round_ = posted(home, after=1)
    names = {entry.player.last_name for entry in home.entries.select_related("player")}
    pages_ = [
        client.get(pages.of(round_, "explain"), {"player": pk})
        for pk in home.entries.values_list("pk", flat=True)
    ]
    assert not any(name in words(page) for page in pages_ for name in names)
    client.force_login(pairings_build.organizer(home))
    assert any(name in words(client.get(pages.of(round_, "explain"))) for name in names)


def test_drafts_are_for_staff(client: Client) -> None:
    home = public_event(4)
    unposted = rounds.pair_next_round(home, by=None)
    assert client.get(pages.of(unposted, "explain")).status_code == 404
    client.force_login(build.staff(home.tournament, "judge"))
    assert client.get(pages.of(unposted, "explain")).status_code == 200
    assert client.post(pages.of(unposted, "explain")).status_code == 405


def test_pages_lead_here(client: Client) -> None:
    home = public_event(4)
    round_ = posted(home)
    url = pages.of(round_, "explain")
    assert all(url in pages.text(client.get(pages.event(home, name))) for name in ("pairings", "tables"))
    client.force_login(pairings_build.organizer(home))
    match = round_.matches.select_related("round__division__tournament").first()
    assert f"{url}?match={match.pk}" in pages.text(client.get(pages.match(match)))


def test_as_many_queries_in_any_field(client: Client) -> None:
    counts = set()
    for players in (5, 65):
        round_ = posted(public_event(players), after=1)
        entry = round_.matches.exclude(outcome=Outcome.BYE).first().left_id
        counts.add(queries_of(client, f"{pages.of(round_, 'explain')}?player={entry}"))
    assert len(counts) == 1
