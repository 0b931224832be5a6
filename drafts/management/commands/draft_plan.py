"""manage.py draft_plan FILE"""

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from cards.engine.reprints import identical
from cards.queries import catalogue
from core.management.base import StadiumCommand
from core.management.cases import UNREADABLE, Case, answers, printed, read_cases, refusals
from drafts.engine.cases import answer
from drafts.words.draft_words import problem_text


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
        parser.add_argument("file", metavar="FILE", help="json in the draft format; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        cases, several = read_cases(options["file"])
        answered = answers(cases, _answer)
        unread = refusals(answered)
        if several or not unread:
            self.stdout.write(printed(answered, several=several))
        if unread:
            raise CommandError("\n".join(unread), returncode=UNREADABLE)


def _answer(case: Case) -> dict[str, object]:
    """The JSON values printed for a case. Refused if it cannot be read."""
    answered = answer(case, same=_same)
    result = {**({"id": case["id"]} if "id" in case else {}), **answered.values}
    if answered.problems:
        texts = [
            _("%(problem)s (%(rule)s)") % {"problem": problem_text(problem), "rule": problem.rule}
            for problem in answered.problems
        ]
        result["rule"] = min(answered.problems, key=lambda problem: problem.severity != "error").rule
        result["message"] = " ".join(texts)
    return result if answered.agrees is None else {**result, "agrees": answered.agrees}


def _same(damaged: Mapping[str, Any], by_card: Mapping[str, Any]) -> bool:
    """Whether two cards of one name are the same card; True if the catalogue lacks one of them (R-009)."""
    try:
        cards = catalogue.current()
    except DatabaseError:
        cards = catalogue.as_shipped()  # without a database
    first, second = (
        cards.printing(str(card.get("set", "")), str(card.get("number", ""))) for card in (damaged, by_card)
    )
    return first is None or second is None or identical(first, second, cards)
