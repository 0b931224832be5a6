"""The vectorized standings equal the plain ones to the last digit in any event."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import TOM, Competitor, PlayedMatch, Rules, explain_standing, rank_competitors
from tests.pairings.engine.standings.plain import Plain

PLAYED = [
    Outcome.LEFT,
    Outcome.LEFT,
    Outcome.RIGHT,
    Outcome.RIGHT,
    Outcome.TIE,
    Outcome.DOUBLE_LOSS,
    Outcome.PENDING,
]
ALONE = [Outcome.BYE, Outcome.AWARDED_BYE, Outcome.LATE_LOSS]


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Competitor], list[PlayedMatch], int | None]:
    """Generate events in which anyone may meet anyone, even repeatedly, and players drop, sit alone or miss rounds."""
    chance = draw(st.randoms(use_true_random=False))
    size, rounds = draw(st.integers(1, 24)), draw(st.integers(0, 17))
    ids = chance.sample(range(1, 5 * size + 1), size)
    dropped: dict[int, int] = {}
    played: list[PlayedMatch] = []
    for number in range(1, rounds + 1):
        here = [one for one in ids if one not in dropped and chance.random() > 0.05]
        chance.shuffle(here)
        while len(here) > 1 and chance.random() > 0.05:
            played.append(PlayedMatch(number, here.pop(), here.pop(), chance.choice(PLAYED)))
        played += [PlayedMatch(number, one, None, chance.choice(ALONE)) for one in here]
        dropped |= {one: number for one in ids if one not in dropped and chance.random() < 0.08}
    day_one = chance.randint(1, rounds) if rounds and chance.random() < 0.3 else None
    people = [
        Competitor(
            one,
            dropped.get(one),
            disqualified=one in dropped and chance.random() < 0.2,
            late=chance.random() < 0.1,
            tie_break_number=chance.randrange(6),
            through_in=day_one if day_one and chance.random() < 0.5 else None,
        )
        for one in ids
    ]
    chance.shuffle(played)
    return people, played, draw(st.sampled_from([None, rounds, rounds + 2]))


SHARES = st.sampled_from([0.0, 0.25, 0.3, 1 / 3, 0.5])
RULES = st.just(TOM) | st.builds(
    Rules,
    tie_share=SHARES,
    floor=SHARES,
    dropped_cap=st.sampled_from([0.6, 0.75, 1.0]),
    freeze=st.booleans(),
    byes_counted=st.booleans(),
    awarded_bye_played=st.booleans(),
    awarded_bye_opponent=st.booleans(),
    late_loss_opponent=st.booleans(),
    open_opponent=st.booleans(),
    head_to_head=st.booleans(),
    round_percent_digits=st.sampled_from([None, 2, 4, 6]),
)


@settings(deadline=None, max_examples=300)
@given(events(), RULES)
def test_every_line_is_the_same_to_the_last_digit(
    event: tuple[list[Competitor], list[PlayedMatch], int | None], rules: Rules
) -> None:
    people, played, planned = event
    plain = Plain(people, played, planned, rules)
    assert rank_competitors(people, played, rounds_planned=planned, rules=rules) == plain.lines()


@settings(deadline=None, max_examples=100)
@given(events(), RULES, st.randoms(use_true_random=False))
def test_every_opened_figure_is_the_plain_one(
    event: tuple[list[Competitor], list[PlayedMatch], int | None], rules: Rules, chance: object
) -> None:
    people, played, planned = event
    plain = Plain(people, played, planned, rules)
    for one in people[:5]:
        found = explain_standing(people, played, one.id, rounds_planned=planned, rules=rules)
        as_of = plain.averages_until[one.id]
        assert (found.as_of, found.own.value) == (as_of, plain.share(one.id, plain.last) / plain.unit)
        assert found.tie_breaks["owp"] == plain.owp(one.id, as_of) / plain.scale
        assert found.tie_breaks["oowp"] == plain.oowp(one.id) / plain.scale
        for met in found.met:
            if met.opponent is not None and met.percentage is not None:
                assert met.percentage.value == plain.share(met.opponent, as_of) / plain.unit
                assert met.owp == plain.owp(met.opponent, as_of) / plain.scale


def test_the_order_of_matches_and_people_moves_nothing() -> None:
    people = [Competitor(one, tie_break_number=one) for one in range(1, 8)]
    played = [
        PlayedMatch(
            number, 1 + (number + two) % 7, 1 + (number - two) % 7, [Outcome.LEFT, Outcome.TIE][two % 2]
        )
        for number in range(1, 8)
        for two in (1, 2, 3)
    ]
    assert rank_competitors(people, played) == rank_competitors(people[::-1], played[::-1])
