"""The part of the sheet for checks before the event: the verdict on the list, and the form to end the check."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from checks.forms.before_checks import EndBeforeCheckForm
from checks.models import DeckCheck
from checks.queries import before_checks as before_check_queries
from checks.words.before_check_words import OUTCOMES
from decks.words.list_words import problem_headline


@dataclass(frozen=True, slots=True)
class ListProblem:
    """An unsettled problem of the list, and the number of its rule."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BeforeCheckPart:
    """The verdict on the list, and the form to end the check.

    - `problems`: errors that no ruling settled.
    - `settled`: whether a judge's ruling settled at least one error.
    - `unknown`: number of unknown cards.
    - `listed`: whether there is a list.
    - `changed`: whether the list has a newer version than the one checked.
    - `outcome` and `reason`: outcome of an ended check, and what the player has to do next.
    """

    form: EndBeforeCheckForm
    problems: Sequence[ListProblem]
    settled: bool
    unknown: int
    listed: bool
    changed: bool
    outcome: str | Promise
    reason: str


def before_check_part(check: DeckCheck, form: EndBeforeCheckForm | None = None) -> BeforeCheckPart | None:
    """Return the part of the sheet for a check before the event, or None for one during it. Two queries.

    `form` is the form that was refused, if any.
    """
    if check.kind != DeckCheck.Kind.BEFORE:
        return None
    errors, settled = before_check_queries.open_problems_of_checked_list(check)
    deck_list = getattr(check.entry, "deck_list", None)
    return BeforeCheckPart(
        form=form or EndBeforeCheckForm(),
        problems=[ListProblem(problem_headline(problem), problem.rule) for problem in errors],
        settled=bool(settled),
        unknown=check.version.unknown_cards if check.version else 0,
        listed=check.version is not None,
        changed=deck_list is not None and deck_list.counts_id != check.version_id,
        outcome=OUTCOMES.get(check.outcome, check.get_outcome_display()),
        reason=str(check.facts.get("reason", "")),
    )
