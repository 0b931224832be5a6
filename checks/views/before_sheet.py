"""Parts of the sheet only for checks before the event: the verdict on the list, and the form to end the check."""

from typing import Any

from checks.forms.before_checks import EndBeforeForm
from checks.models import DeckCheck
from checks.queries import before_checks as before_check_queries
from checks.words.before_check_words import OUTCOMES
from decks.words.list_words import problem_headline


def sheet_parts(check: DeckCheck, form: EndBeforeForm | None = None) -> dict[str, Any]:
    """Return the context of these parts; empty for a check during the event. Two queries."""
    if check.kind != DeckCheck.Kind.BEFORE:
        return {}
    errors, settled = before_check_queries.open_problems(check)
    deck_list = getattr(check.entry, "deck_list", None)
    return {
        "before": {
            "form": form or EndBeforeForm(),
            "problems": [{"text": problem_headline(problem), "rule": problem.rule} for problem in errors],
            "settled": settled,
            "unknown": check.version.unknown_cards if check.version else 0,
            "listed": check.version is not None,
            "changed": deck_list is not None and deck_list.counts_id != check.version_id,
            "outcome": OUTCOMES.get(check.outcome, check.get_outcome_display()),
            "reason": check.facts.get("reason", ""),
        }
    }
