"""Small divisions that play more rounds than there are opponents."""

from collections import Counter

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.engine.replay import gives_same_draw, replay_draw
from pairings.models import Match, Round
from pairings.queries.rounds import replays
from pairings.queries.verification.pairing_check import check_pairing
from pairings.services.rounds import rounds
from tests.pairings.build import division, play
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def played(players: int, number: int, *, outcome: Outcome = Outcome.LEFT) -> Division:
    of = division(players, published=True)
    Division.objects.filter(pk=of.pk).update(rounds_planned=number + 1)
    of.refresh_from_db()
    play(of, number, seed=5, outcome=outcome)
    return of


def test_four_players_meet_each_other_as_often_and_in_turn() -> None:
    of = played(4, 6)
    met: dict[frozenset[int], list[int]] = {}
    for number, one, two in Match.objects.filter(round__division=of).values_list(
        "round__number", "left", "right"
    ):
        met.setdefault(frozenset((one, two)), []).append(number)
    assert sorted(map(len, met.values())) == [2] * 6
    assert all(abs(one - two) == 3 for one, two in met.values())


def test_three_players_have_as_many_byes() -> None:
    of = played(3, 6)
    byes = Match.objects.filter(round__division=of, outcome=Outcome.BYE).values_list("left", flat=True)
    assert sorted(Counter(byes).values()) == [2, 2, 2]


def test_the_pages_say_why_a_match_is_repeated_and_who_sits_out_again(client: Client) -> None:
    round_ = rounds.post(rounds.pair_next_round(played(3, 6), by=None), by=None)
    table = round_.matches.get(right__isnull=False)
    text = pages.text(client.get(pages.of(round_, "explain"), {"match": table.pk}))
    assert "They already met in rounds" in text
    assert "Matches played least often, and longest ago, are repeated first." in text
    assert "1 rematch; no pairing of these players has fewer." in text
    bye = round_.matches.get(right__isnull=True)
    text = pages.text(client.get(pages.of(round_, "explain"), {"match": bye.pk}))
    assert "Every player here already had byes, so it goes to a player who had only 2." in text


def test_a_repeated_round_is_drawn_once_more_from_its_inputs(client: Client) -> None:
    round_ = rounds.post(rounds.pair_next_round(played(5, 7), by=None), by=None)
    assert client.get(pages.of(round_, "verify")).context["same"] is True
    found = check_pairing(round_)
    assert found is not None
    assert found.none_better
    assert found.ours.rematches == 2


def as_before(round_: Round) -> Round:
    """Return the round as it would have been paired and stored before repeats were weighed."""
    stored = round_.draw["inputs"]
    options = {name: value for name, value in stored["options"].items() if name != "weigh_repeats"}
    inputs = {
        "by_points": stored["by_points"],
        "had_bye": [one for one, _ in stored["byes"]],
        "options": options,
    }
    round_.draw |= {"inputs": inputs}
    drawn = replay_draw(replays.replay_inputs(round_))
    round_.draw |= {"pairs": drawn.pairs, "bye": drawn.bye}
    round_.save()
    round_.refresh_from_db()
    return round_


def test_rounds_drawn_before_repeats_were_weighed_still_verify(client: Client) -> None:
    """Some of them would be paired differently now, but their inputs, and so their fingerprints, are unchanged."""
    round_ = rounds.pair_next_round(played(4, 4, outcome=Outcome.TIE), by=None)
    now = {frozenset(two) for two in round_.draw["pairs"]}
    differ = 0
    for seed in range(12):
        round_ = rounds.pair_unposted_round_again(round_, by=None, seed=seed)
        assert {frozenset(two) for two in round_.draw["pairs"]} == now
        old = as_before(round_)
        assert {"byes", "rounds"}.isdisjoint(replays.replay_inputs(old))
        assert gives_same_draw(
            replays.replay_inputs(old) | {"pairs": [list(two) for two in old.draw["pairs"]]}
        )
        differ += {frozenset(two) for two in old.draw["pairs"]} != now
        found = check_pairing(old)
        assert found is not None
        assert (found.best.again, found.best.newest) == (0, 0)
    assert differ
