"""The pocket book: every rule of the floor is on a card, and cards are found by word, number and moment."""

import re

import pytest

from floor.pocket_book import (
    CARDS,
    EDITIONS,
    MOMENTS,
    TOPICS,
    find_pocket_book_cards,
    pocket_book_cards_by_topic,
)


def rules(edition: str) -> set[str]:
    return {
        rule for card in CARDS for line in card.of(edition) for rule in re.findall(r"[RM]-\d{3}", line.rules)
    }


FLOOR = {*range(22, 30), *range(39, 48)} - {26}
"""R-022 to R-029 except rules about lists, R-039 to R-047."""


def test_the_rules_of_the_floor_are_all_there():
    assert {f"R-{number:03}" for number in FLOOR} - rules("2017") == set()
    assert {"R-049", "R-115", "R-145", "R-148", "R-150"} <= rules("2017")
    assert {"R-110", "R-111", "R-112", "R-113", "R-121", "R-142", "R-144", "R-149"} <= rules("2017")
    assert {f"M-{number:03}" for number in (60, 61, 62, 63, 64, 65, 66, 67, 68)} <= rules("2026")


def test_what_differs_by_edition_is_said_once():
    """The window of 15 minutes is from 2026 (M-061), the half of the Prizes from 2017 (R-136)."""
    assert "M-061" not in rules("2017")
    assert "R-136" not in rules("2026")


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_card_is_empty_and_no_name_is_there_twice(edition):
    assert all(card.of(edition) for card in CARDS)
    assert len({card.name for card in CARDS}) == len(CARDS)
    assert {card.topic for card in CARDS} == set(TOPICS)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("rock paper", "rock-paper-scissors"),
        ("ROCK-PAPER", "rock-paper-scissors"),
        ("R-043", "shuffling"),
        ("mirrors", "sleeves"),
        ("pókemon checkup", "time-called"),
    ],
)
def test_a_card_is_found_by_what_stands_on_it(typed, name):
    assert name in [card.name for card in find_pocket_book_cards("2026", typed)]


def test_all_words_must_be_there():
    assert list(find_pocket_book_cards("2026", "shuffle zebra")) == []


def test_the_cards_of_a_moment():
    assert {"time-called", "swiss-unresolved", "cut-unresolved"} <= {
        card.name for card in find_pocket_book_cards("2017", concern="time")
    }


def test_topics_keep_the_order_of_the_day():
    cards = list(find_pocket_book_cards("2017"))
    assert [title for title, _some in pocket_book_cards_by_topic(cards)] == list(TOPICS.values())
    assert [card for _title, some in pocket_book_cards_by_topic(cards) for card in some] == cards


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_at_a_table_has_its_cards(edition, moment):
    assert list(find_pocket_book_cards(edition, concern=moment))


def test_r028_the_nine_points_of_the_table_are_on_its_card() -> None:
    """Section 3.1 of 2017 has nine; the Lost Zone belongs to its Unlimited rules."""
    (table,) = (card for card in CARDS if card.name == "table")
    points = {edition: [line for line in table.of(edition) if line.rules == "R-028"] for edition in EDITIONS}
    assert {edition: len(lines) for edition, lines in points.items()} == {"2017": 9, "2026": 8}
    words = ("short sides", "discard pile", "Prize cards", "Lost Zone", "Energy cards", "Benched", "Tool",
             "Stadium", "Damage counters")  # fmt: skip
    for word, line in zip(words, points["2017"], strict=True):
        assert word in str(line.text)
