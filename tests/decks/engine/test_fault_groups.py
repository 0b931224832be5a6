"""Faults of one kind are grouped if they end once their cards are taken out."""

from decks.engine.fault_groups import group_faults
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.lists import edits, read_list_text
from decks.engine.lists.deck_list import Deck, ResolvedLine


def problem(code: DeckFault, line: int, severity: str = "error", card: str = "N") -> Problem:
    return Problem(code, severity, (line,), "R-003", {"card": card})  # type: ignore[arg-type]


def test_errors_of_several_lines_make_a_group() -> None:
    groups = group_faults(
        [
            problem(DeckFault.CARD_NOT_IN_FORMAT, 2),
            problem(DeckFault.COPIES_OVER_LIMIT, 2),
            problem(DeckFault.CARD_BANNED, 5),
            problem(DeckFault.CARD_NOT_IN_FORMAT, 7),
            problem(DeckFault.UNKNOWN_CARD, 8),
            problem(DeckFault.UNKNOWN_CARD, 9),
        ]
    )
    assert [(group.code, group.lines) for group in groups] == [(DeckFault.CARD_NOT_IN_FORMAT, {2, 7})]


def test_warnings_and_what_a_judge_ruled_on_are_left_out() -> None:
    banned = [problem(DeckFault.CARD_BANNED, line, card=f"Card {line}") for line in (1, 2, 3)]
    (group,) = group_faults(
        [*banned, problem(DeckFault.CARD_BANNED, 4, "warning")], {("CARD_BANNED", "Card 2")}
    )
    assert group.lines == {1, 3}
    assert group_faults(banned, {("CARD_BANNED", "Card 2"), ("CARD_BANNED", "Card 3")}) == ()


def test_lines_are_taken_out_together_and_all_others_stay() -> None:
    text = "4 N FCO 105\n# mine\n4 Ultra Ball SUM 135\n\n2 Potion"
    deck = Deck(
        tuple(ResolvedLine(line, None, line.name, "unresolved") for line in read_list_text(text).lines)
    )
    assert edits.text_without_lines(text, deck, {1, 5}).split("\n") == ["", "# mine", "4 Ultra Ball SUM 135"]
