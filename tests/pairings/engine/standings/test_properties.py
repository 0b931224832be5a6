"""Properties that hold for every event."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pairings.engine.outcomes import Outcome
from pairings.engine.standings import Competitor, PlayedMatch, Rules, rank_competitors, split_by_age_division

ENDINGS = [Outcome.LEFT, Outcome.RIGHT, Outcome.TIE, Outcome.DOUBLE_LOSS, Outcome.PENDING]
ALONE = [Outcome.BYE, Outcome.AWARDED_BYE, Outcome.LATE_LOSS]


@st.composite
def events(draw: st.DrawFn) -> tuple[list[Competitor], list[PlayedMatch], int]:
    """Generate a field that plays rounds in random pairs, with drops, late players and disqualifications."""
    random = Random(draw(st.integers(0, 2**32)))
    rounds = draw(st.integers(0, 8))
    ids = random.sample(range(1, 1000), draw(st.integers(1, 24)))
    competitors, played, inside = [], [], list(ids)
    left_in: dict[int, int] = {}
    for number in range(1, rounds + 1):
        random.shuffle(inside)
        for left, right in zip(inside[::2], inside[1::2], strict=False):
            played.append(PlayedMatch(number, left, right, random.choice(ENDINGS)))
        if len(inside) % 2:
            played.append(PlayedMatch(number, inside[-1], None, random.choice(ALONE)))
        leaving = [one for one in inside if random.random() < 0.1]
        left_in |= dict.fromkeys(leaving, number)
        inside = [one for one in inside if one not in left_in]
    competitors = [
        Competitor(one, left_in.get(one), random.random() < 0.05, random.random() < 0.1, random.randrange(50))
        for one in ids
    ]
    return competitors, played, rounds


@given(events(), st.sampled_from([Rules(), Rules(round_percent_digits=None), Rules(late_loss_opponent=True)]))
def test_every_line(event: tuple[list[Competitor], list[PlayedMatch], int], rules: Rules) -> None:
    competitors, played, rounds = event
    lines = rank_competitors(competitors, played, rounds_planned=rounds, rules=rules)
    assert sorted(line.id for line in lines) == sorted(one.id for one in competitors if not one.disqualified)
    assert [line.place for line in lines] == list(range(1, len(lines) + 1))
    keys = [(-line.points, line.late, -line.tie_breaks["owp"], -line.tie_breaks["oowp"]) for line in lines]
    assert keys == sorted(keys)
    for line in lines:
        assert line.points == 3 * line.wins + line.ties
        assert all(0.25 <= share <= 1 for share in (line.win_pct, *line.tie_breaks.values()))


@given(events(), st.randoms())
def test_the_order_given_does_not_matter(
    event: tuple[list[Competitor], list[PlayedMatch], int], random: Random
) -> None:
    competitors, played, rounds = event
    for rules in (Rules(), Rules(round_percent_digits=None)):
        lines = rank_competitors(competitors, played, rounds_planned=rounds, rules=rules)
        mixed = random.sample(competitors, len(competitors)), random.sample(played, len(played))
        assert rank_competitors(*mixed, rounds_planned=rounds, rules=rules) == lines


@given(events())
def test_age_divisions_are_a_part_of_the_whole(
    event: tuple[list[Competitor], list[PlayedMatch], int],
) -> None:
    """M-031: each age division keeps the common order except within a rung, and counts from 1."""
    competitors, played, _ = event
    lines = rank_competitors(competitors, played)
    parts = split_by_age_division(lines, lambda line: line.id % 3)
    assert sorted(line.id for part in parts.values() for line in part) == sorted(line.id for line in lines)
    for part in parts.values():
        assert [line.place for line in part] == list(range(1, len(part) + 1))
        assert [line.rung for line in part] == sorted(line.rung for line in part)
