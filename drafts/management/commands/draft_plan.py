"""Answer draft cases from a file: manage.py draft_plan FILE."""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from cards.engine.reprints import work_the_same
from cards.queries import catalogue
from core.engine.code_labels import Facts
from core.management.base import StadiumCommand
from core.management.cases import UNREADABLE, Case, answer_cases, answers_json, read_cases, refusal_messages
from drafts.engine.cases import answer_draft_case
from drafts.words.draft_words import setup_problem_text


class Command(StadiumCommand):
    help = (
        "Answer draft cases as json: orders of picks (booster_order, rochester_order, solomon_order), pods, set-ups, "
        "what players may do (action), the deck-building clock, pool lists, and whole plans (kind plan: subtype, "
        "players, packs_each, pack_size, pods, boosters …; the source of the run sheet). One object gives one "
        "answer, a list or an object with cases gives a list of answers. Each answer has the shape of the case's "
        "`expected`, with its id; a refusal also says the rule and the sentence. A case that cannot be read is "
        "answered by {id, refused, message}, the others by their answers. Exit code 0, or 2 where something cannot "
        "be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="JSON in the draft format; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        cases, several = read_cases(options["file"])
        case_answers = answer_cases(cases, _answer_values)
        unread_messages = refusal_messages(case_answers)
        if several or not unread_messages:
            self.stdout.write(answers_json(case_answers, as_list=several))
        if unread_messages:
            raise CommandError("\n".join(unread_messages), returncode=UNREADABLE)


def _answer_values(case: Case) -> Facts:
    """Return the JSON values to print for a case. Refused: whatever `answer_draft_case` refuses."""
    case_answer = answer_draft_case(case, same=_is_same_card)
    values = {**({"id": case["id"]} if "id" in case else {}), **case_answer.values}
    if case_answer.problems:
        texts = [
            _("%(problem)s (%(rule)s)") % {"problem": setup_problem_text(problem), "rule": problem.rule}
            for problem in case_answer.problems
        ]
        values["rule"] = min(case_answer.problems, key=lambda problem: problem.severity != "error").rule
        values["message"] = " ".join(texts)
    return values if case_answer.agrees is None else {**values, "agrees": case_answer.agrees}


def _is_same_card(damaged: Mapping[str, Any], by_card: Mapping[str, Any]) -> bool:
    """Return whether two cards with the same name are the same card (R-009).

    Return True if one of them is not in the catalogue.
    """
    try:
        cards = catalogue.current_catalogue()
    except DatabaseError:
        # The command also works without a database, using the shipped catalogue.
        cards = catalogue.shipped_catalogue()
    damaged_card, replacement = (
        cards.printing(str(card.get("set", "")), str(card.get("number", ""))) for card in (damaged, by_card)
    )
    return damaged_card is None or replacement is None or work_the_same(damaged_card, replacement, cards)
