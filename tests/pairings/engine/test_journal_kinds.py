"""What is removed about a person from lines about rounds and results, by the types of their facts."""

from core.engine.journal.kinds import fact_types_of_line
from core.engine.journal.redaction import ForgottenPerson, redact_line
from pairings.engine import journal_kinds

RESULT = {"outcome": "left", "reason": "played", "games": None}


def test_a_code_stays_though_a_person_has_its_name() -> None:
    """The undo of a result compares it."""
    facts = {"match": 7, "left": "Played", "right": "Bo Lund", "after": RESULT}
    of = fact_types_of_line(journal_kinds.ResultEntered.__name__, facts)
    without = redact_line(facts, ForgottenPerson([("", "Played")], [], "Player 1"), fact_type=of, own=False)
    assert without == {**facts, "left": "Player 1"}
