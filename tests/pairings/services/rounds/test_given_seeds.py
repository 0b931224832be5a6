"""M-027: in a pure single elimination, seeds are given or drawn at random; byes go to the highest."""

import pytest

from core.services import undo
from pairings.models import Bracket
from pairings.services.rounds import options, rounds
from tests.build import refusal
from tests.pairings.build import division
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


def seeded(of: Division) -> list[int]:
    return list(
        Bracket.objects.get(stage__division=of).seeds.order_by("seed").values_list("entry", flat=True)
    )


@pytest.fixture
def home() -> Division:
    return division(11, structure="elimination")


@pytest.fixture
def best(home: Division) -> list[Entry]:
    return list(home.entries.select_related("player", "division__tournament").order_by("-pk")[:3])


def test_given_seeds_come_first_and_have_the_byes(home: Division, best: list[Entry]) -> None:
    for seed, entry in zip((1, 2, 5), best, strict=True):
        options.set_pairing_wish(entry, by=None, seed=seed)
    round_ = rounds.pair_next_round(home, by=None, seed=7)
    assert seeded(home)[:3] == [entry.pk for entry in best]
    byes = set(round_.matches.filter(right=None).values_list("left", flat=True))
    assert len(byes) == 5
    assert byes >= {entry.pk for entry in best}
    first = seeded(home)
    rounds.pair_unposted_round_again(round_, by=None, seed=8)
    assert seeded(home)[:3] == first[:3]
    assert seeded(home) != first


def test_a_seed_belongs_to_one_player_and_can_be_undone(home: Division, best: list[Entry]) -> None:
    options.set_pairing_wish(best[0], by=None, seed=1)
    refused = refusal(options.set_pairing_wish, best[1], by=None, seed=1)
    assert (refused.code, refused.facts["seed"]) == ("SEED_IS_TAKEN", 1)
    undo.undo_step(home.journal.get(kind="EntryWishChanged"), by=None)
    options.set_pairing_wish(best[1], by=None, seed=1)
    rounds.pair_next_round(home, by=None, seed=7)
    assert seeded(home)[0] == best[1].pk
