"""Properties of any deck of the small catalogue."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from decks.engine.legality import Problem
from decks.engine.legality.problems import deck_error_codes, find_deck_problems
from decks.engine.lists import DeckListLine, ReadList
from decks.engine.resolve import resolve_list
from tests.decks.engine.legality.small import catalogue, context

CARDS = st.sampled_from(catalogue().all)
FORMATS = st.sampled_from(["standard", "expanded", "unlimited"])
DAYS = st.sampled_from(["2012-11-01", "2017-05-18", "2017-07-26", "2018-09-01", "2025-06-01", "2026-09-01"])


@st.composite
def lines(draw: st.DrawFn) -> tuple[DeckListLine, ...]:
    cards = draw(st.lists(st.tuples(CARDS, st.integers(1, 6)), min_size=1, max_size=8))
    return tuple(
        DeckListLine(number, f"{copies} {card.name}", copies, card.name, card.expansion, card.number)
        for number, (card, copies) in enumerate(cards, start=1)
    )


def judged(read: tuple[DeckListLine, ...], card_format: str, day: str) -> tuple[Problem, ...]:
    at = context(card_format=card_format, date=day, edition="2017" if day < "2018" else "2026")
    return find_deck_problems(resolve_list(ReadList(read), catalogue(), on=at.date), at, catalogue())


@settings(max_examples=60, deadline=None)
@given(lines(), FORMATS, DAYS)
def test_one_more_copy_mends_no_limit(read: tuple[DeckListLine, ...], card_format: str, day: str) -> None:
    before = set(deck_error_codes(judged(read, card_format, day)))
    more = (*read[:-1], replace(read[-1], quantity=(read[-1].quantity or 0) + 1))
    after = set(deck_error_codes(judged(more, card_format, day)))
    assert before - after <= {"DECK_SIZE"}


@settings(max_examples=60, deadline=None)
@given(lines(), FORMATS, DAYS, st.randoms(use_true_random=False))
def test_the_order_of_lines_does_not_matter(
    read: tuple[DeckListLine, ...], card_format: str, day: str, rng: object
) -> None:
    shuffled = list(read)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    found = [
        sorted((p.code, sorted(p.lines)) for p in judged(one, card_format, day))
        for one in (read, tuple(shuffled))
    ]
    assert found[0] == found[1]


@settings(max_examples=60, deadline=None)
@given(lines(), DAYS)
def test_lines_of_one_card_add_up(read: tuple[DeckListLine, ...], day: str) -> None:
    first = read[0]
    split = tuple(
        replace(first, number=number, quantity=1) for number in range(100, 100 + (first.quantity or 0))
    )
    apart = judged((*split, *read[1:]), "unlimited", day)
    assert deck_error_codes(apart) == deck_error_codes(judged(read, "unlimited", day))


@settings(max_examples=60, deadline=None)
@given(lines(), FORMATS, DAYS)
def test_every_problem_is_told_with_its_rule_and_real_lines(
    read: tuple[DeckListLine, ...], card_format: str, day: str
) -> None:
    from decks.words.deck_words import deck_problem_text

    numbers = {line.number for line in read}
    for problem in judged(read, card_format, day):
        assert problem.rule[:2] in ("R-", "M-")
        assert set(problem.lines) <= numbers
        sentence = deck_problem_text(problem)
        assert "%" not in sentence
        assert problem.code not in sentence
