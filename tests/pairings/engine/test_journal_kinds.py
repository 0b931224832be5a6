"""What goes with a person from lines about rounds and results, by the types of their facts."""

from core.engine.journal.kinds import line_fact
from core.engine.journal.redaction import Forgotten, line_without
from floor.engine.retention import NewNames, Replacements, facts_after
from pairings.engine import journal_kinds

RESULT = {"outcome": "left", "reason": "played", "games": None}


def test_a_code_stays_though_a_person_has_its_name() -> None:
    """The undo of a result compares it."""
    facts = {"match": 7, "left": "Played", "right": "Bo Lund", "after": RESULT}
    of = line_fact(journal_kinds.ResultEntered.__name__, facts)
    without = line_without(facts, Forgotten([("", "Played")], [], "Player 1"), of=of, own=False)
    assert without == {**facts, "left": "Player 1"}


def test_both_names_of_two_players_who_swapped_are_replaced() -> None:
    facts = {"first": 3, "second": 4, "first_name": "Ana Silva", "second_name": "Bo Lund"}
    names = NewNames({"Ana Silva": "Player 1", "Bo Lund": "Player 2"}, {}, {})
    of = line_fact(journal_kinds.PlayersSwapped.__name__, facts)
    after = facts_after(facts, Replacements(()), names, of=of)
    assert (after["first_name"], after["second_name"]) == ("Player 1", "Player 2")
