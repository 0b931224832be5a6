"""Lists of a Limited event, checked against the registered pool (R-050, R-051, R-058, S4, S6)."""

import pytest

from core.models import JournalEvent
from decks.models import DeckList, Draft, Pool, Version
from decks.queries.lists import judging
from decks.queries.pools import autofill
from decks.services import lists, pools
from decks.services.lists.rejudging import rejudge_all_lists_of_event
from tests.build import refusal
from tests.drafts.pools import cards, list_of, registered, seated
from tests.drafts.pools import sealed as sealed_event

pytestmark = pytest.mark.django_db

POOL = "20 Rowlet SUM 9\n10 Dartrix SUM 10\n4 Potion\n2 Water Energy SUM 166"
DECK = "14 Rowlet SUM 9\n8 Dartrix SUM 10\n2 Potion\n2 Water Energy\n14 Grass Energy"
"""40 cards, with 14 Energy from the organizer; 6 Rowlet, 2 Dartrix and 2 Potion are unused."""

REST = "6 Rowlet SUM 9\n2 Dartrix SUM 10\n2 Potion"


def sealed(**more: object) -> Draft:
    row = sealed_event(2, check="none", **more)
    registered(row, text=POOL)
    return row


def mine(row: Draft) -> DeckList:
    return list_of(seated(row))


def hand_in(row: Draft, text: str = DECK, **more: object) -> Version:
    return lists.submit_list(mine(row), text=text, **more)


def codes(version: Version) -> dict[str, dict[str, object]]:
    version.refresh_from_db()
    return {one["code"]: one["facts"] for one in version.problems}


def test_what_the_deck_leaves_is_filled_in_and_adds_up() -> None:
    version = hand_in(sealed())
    assert version.legal, codes(version)
    assert (version.total, version.supplied, version.unused_total) == (40, 14, 10)
    assert version.total - version.supplied + version.unused_total == 36
    assert version.unused.splitlines() == ["6 Rowlet SUM 9", "2 Dartrix SUM 10", "2 Potion SUM 127"]


def test_what_was_filled_in_is_not_taken_for_typed() -> None:
    row = sealed()
    version = hand_in(row)
    assert autofill.typed_pool_fields(version) == autofill.TypedFields("", 0)
    unsent = mine(row)
    assert (unsent.working_copy_unused, unsent.working_copy_supplied) == ("", 0)


@pytest.mark.parametrize(
    ("text", "code", "facts"),
    [
        ("1 Pinsir SUM 6", "CARD_NOT_IN_POOL", {"card": "Pinsir", "copies": 1}),
        ("21 Rowlet SUM 9", "POOL_EXCEEDED", {"card": "Rowlet", "copies": 21, "held": 20, "over": 1}),
        ("5 Potion", "POOL_EXCEEDED", {"card": "Potion", "copies": 5, "held": 4, "over": 1}),
    ],
)
def test_cards_the_pool_does_not_hold(text: str, code: str, facts: dict[str, object]) -> None:
    version = hand_in(sealed(), text)
    assert not version.legal
    assert codes(version)[code] == facts


def test_typed_cards_that_are_left_out_must_be_those_the_deck_leaves() -> None:
    version = hand_in(sealed(), unused=REST.replace("6 Rowlet", "5 Rowlet") + "\n1 Pinsir SUM 6")
    assert codes(version)["UNUSED_NOT_POOL"] == {"missing": ["1 Rowlet"], "over": ["1 Pinsir"]}
    assert not version.legal
    assert hand_in(sealed(name="B"), unused=REST).legal


def test_where_lists_hold_the_deck_alone_a_wrong_rest_is_a_warning_s4() -> None:
    version = hand_in(sealed(rules={"settings": {"S4": "deck"}}), unused="1 Rowlet SUM 9")
    assert version.legal
    assert "UNUSED_NOT_POOL" in codes(version)


def test_energy_of_the_pool_may_stay_out_when_that_of_the_organizer_is_in() -> None:
    version = hand_in(sealed(), unused=f"{REST}\n2 Water Energy", supplied=16)
    assert version.legal, codes(version)
    assert (version.supplied, version.unused_total) == (16, 12)
    submitted = hand_in(sealed(name="B"), unused=f"{REST}\n2 Water Energy")
    assert submitted.legal, codes(submitted)
    assert submitted.supplied == 16


def test_less_energy_of_the_organizer_than_the_pool_lacks() -> None:
    version = hand_in(sealed(), supplied=3)
    assert codes(version)["SUPPLIED_TOO_FEW"] == {"supplied": 3, "needed": 14}
    assert not version.legal


def test_where_no_energy_is_supplied_it_comes_from_the_pool_too() -> None:
    row = sealed()
    lists.collect_lists(row.division.tournament, by=None, energy_supplied=False)
    assert codes(hand_in(row))["CARD_NOT_IN_POOL"]["card"] == "Grass Energy"


def test_a_corrected_pool_judges_the_list_again() -> None:
    row = sealed()
    assert hand_in(row).legal
    fewer = cards(row, POOL.replace("20 Rowlet", "13 Rowlet"))
    pools.register_pool(row, seated(row), fewer, by=None, by_player=False)
    version = mine(row).counts
    assert not version.legal
    assert "POOL_EXCEEDED" in codes(version)
    assert version.unused_total == 4
    assert JournalEvent.objects.filter(kind="ListsRechecked").exists()
    pools.register_pool(row, seated(row), cards(row, POOL), by=None, by_player=False)
    assert mine(row).counts.legal
    assert mine(row).counts.unused_total == 10


def test_cards_nobody_named_yet_keep_the_pool_from_judging() -> None:
    row = sealed_event(2, check="none")
    pools.register_picks(row, 1, {1: ["Rowlet", ""]})
    version = hand_in(row, unused=REST)
    assert "CARD_NOT_IN_POOL" not in codes(version)
    assert refusal(hand_in, row).code == "UNUSED_MISSING"


def test_without_a_pool_the_player_tells_the_rest() -> None:
    row = sealed_event(2, check="none")
    assert refusal(hand_in, row).code == "UNUSED_MISSING"
    assert hand_in(row, unused=REST, supplied=14).unused_total == 10


@pytest.mark.parametrize(("choice", "legal"), [("all_drafted", True), ("new_draft", False)])
def test_after_a_redraft_s6(choice: str, legal: bool) -> None:
    row = sealed(rules={"settings": {"S6": choice}})
    again = Draft.objects.create(
        division=row.division, number=2, setup=row.setup, seats=row.seats, pool_check="none"
    )
    registered(again, text="6 Potion")
    version = hand_in(again)
    assert version.legal is legal
    assert "SUPPLIED_TOO_FEW" not in codes(version)
    if legal:
        assert version.unused_total == 36 + 6 - 26
    else:
        assert codes(version)["CARD_NOT_IN_POOL"] == {"card": "Dartrix", "copies": 8}


def test_a_pool_of_another_division_judges_nothing() -> None:
    row, other = sealed(), sealed_event(2, name="Other")
    Pool.objects.update(draft=other)
    assert refusal(hand_in, row).code == "UNUSED_MISSING"


def test_judging_many_lists_asks_for_all_pools_at_once(django_assert_max_num_queries: object) -> None:
    row = sealed_event(6, check="none")
    for seat in range(1, 7):
        registered(row, seat, text=POOL)
        lists.submit_list(list_of(seated(row, seat)), text=DECK)
    with django_assert_max_num_queries(8 + 6 * 8):  # type: ignore[operator]
        assert rejudge_all_lists_of_event(row.division.tournament) == 0


def test_the_player_reads_why_in_plain_words() -> None:
    from decks.engine.stored_values import problem_from_values
    from decks.words.deck_words import deck_problem_text

    version = hand_in(sealed(), unused="5 Rowlet SUM 9", supplied=3)
    sentences = [deck_problem_text(problem_from_values(one)) for one in version.problems]
    assert any(
        "Deck and unused cards do not match the pool. Missing: 2 Dartrix, 2 Potion, 1 Rowlet." in one
        for one in sentences
    )
    assert any("14 come from the organizer, and the list says 3." in one for one in sentences)
    assert judging.deck_size(mine(sealed(name="C")).entry.tournament) == 40
