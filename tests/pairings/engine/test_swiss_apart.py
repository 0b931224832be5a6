"""Players are kept apart without telling the pairing engine about it."""

from collections import Counter
from random import Random

import pytest

from core.engine.refused import Refused
from pairings.engine.swiss import Options, kept_apart, pair_field
from pairings.engine.swiss.draw_values import Draw, Field
from tests.pairings.engine.swiss_reference import Habits, field_of, play
from tests.pairings.engine.test_swiss import matches, met_in


def test_without_wishes_the_draw_is_the_usual_one() -> None:
    field = field_of(dict.fromkeys(range(9), 3))
    assert kept_apart.pair_apart(field, seed=5, options=Options()) == (pair_field(field, seed=5), Options())


@pytest.mark.parametrize("seed", range(20))
def test_the_draw_is_drawn_once_more_without_the_wishes(seed: int) -> None:
    field = field_of({n: 3 * (n % 3) for n in range(24)}, met=[(0, 3), (6, 9)])
    wished = Options(forbidden=((0, 6), (1, 4)), avoid=((2, 5), (5, 8), (2, 8)))
    draw, known = kept_apart.pair_apart(field, seed=seed, options=wished)
    assert (known.forbidden, known.avoid) == ((), ())
    again = pair_field(field, seed=draw.seed, options=known)
    assert (again.pairs, again.bye) == (draw.pairs, draw.bye)
    assert not met_in(draw) & matches(*wished.forbidden, *wished.avoid)


def test_it_costs_no_more_than_a_draw_that_knows_them() -> None:
    rng = Random(1)
    for seed in range(15):
        for field, _ in play(6 + 3 * seed, 5, seed=seed, habits=Habits(ties=0.2)):
            ids = field.ids.tolist()
            wished = Options(
                forbidden=(tuple(rng.sample(ids, 2)),) if len(ids) > 5 else (),
                avoid=(tuple(rng.sample(ids, 2)), tuple(rng.sample(ids, 2))),
            )
            draw, _ = kept_apart.pair_apart(field, seed=seed, options=wished)
            known = pair_field(field, seed=seed, options=wished)
            costs = [(len(one.rematches), one.gap_cost, len(one.pair_downs)) for one in (draw, known)]
            assert costs[0] <= costs[1]
            assert not met_in(draw) & matches(*wished.forbidden)
            assert len(draw.avoided) <= len(known.avoided)


def test_where_no_seed_keeps_them_the_wishes_go_in() -> None:
    field = field_of({1: 6, 2: 6, 3: 3, 4: 3})
    wished = Options(forbidden=((1, 2),))
    draw, known = kept_apart.pair_apart(field, seed=1, options=wished)
    assert known == wished
    assert met_in(draw) in (matches((1, 3), (2, 4)), matches((1, 4), (2, 3)))


def test_what_cannot_be_kept_apart_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        kept_apart.pair_apart(field_of({1: 0, 2: 0}), seed=1, options=Options(forbidden=((1, 2),)))
    assert refused.value.code == "FORBIDDEN_PAIRS_UNAVOIDABLE"


def test_chance_stays_fair_among_the_rounds_that_keep_them() -> None:
    """Of the 15 rounds of six players, 12 keep 0 and 1 apart. Bounds: about five standard deviations."""
    field = field_of(dict.fromkeys(range(6), 3))
    options = Options(forbidden=((0, 1),))
    rounds = Counter(
        frozenset(met_in(kept_apart.pair_apart(field, seed=seed, options=options)[0])) for seed in range(1800)
    )
    assert len(rounds) == 12
    assert all(91 <= count <= 209 for count in rounds.values())


@pytest.mark.parametrize(("players", "seeds"), [(6, 64), (256, 64), (257, 16)])
def test_a_large_field_tries_fewer_seeds(players: int, seeds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The two leaders meet with any seed, so all seeds are tried after the first pairing and the one with the
    requests.
    """
    drawn: list[int] = []

    def counted(field: Field, *, seed: int, options: Options) -> Draw:
        drawn.append(seed)
        return pair_field(field, seed=seed, options=options)

    monkeypatch.setattr(kept_apart, "drawn", counted)
    field = field_of({n: 6 if n < 2 else 0 for n in range(players)})
    kept_apart.pair_apart(field, seed=1, options=Options(forbidden=((0, 1),)))
    assert len(drawn) == 2 + seeds
