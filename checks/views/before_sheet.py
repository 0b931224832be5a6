"""Extra parts of the sheet of a check before the event: the verdict on the list, and how the check ends."""

from typing import Any

from checks.forms.before_checks import EndBeforeForm
from checks.models import DeckCheck
from checks.queries import before_checks as before_check_queries
from checks.words.before_check_words import OUTCOMES
from decks.words.list_words import headline


def sheet_parts(row: DeckCheck, form: EndBeforeForm | None = None) -> dict[str, Any]:
    """The context of these parts; empty for other checks. Two queries."""
    if row.kind != DeckCheck.Kind.BEFORE:
        return {}
    errors, settled = before_check_queries.open_problems(row)
    deck_list = getattr(row.entry, "deck_list", None)
    return {
        "before": {
            "form": form or EndBeforeForm(),
            "problems": [{"text": headline(problem), "rule": problem.rule} for problem in errors],
            "settled": settled,
            "unknown": row.version.unknown_cards if row.version else 0,
            "listed": row.version is not None,
            "changed": deck_list is not None and deck_list.counts_id != row.version_id,
            "outcome": OUTCOMES.get(row.outcome, row.get_outcome_display()),
            "reason": row.facts.get("reason", ""),
        }
    }
