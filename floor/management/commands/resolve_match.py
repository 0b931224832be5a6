"""manage.py resolve_match FILE"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from core.management.base import StadiumCommand
from core.management.cases import (
    UNREADABLE,
    Case,
    Facts,
    answer_cases,
    answers_json,
    read_cases,
    refusal_messages,
)
from floor.engine.resolution import Question
from floor.engine.resolution.cases import resolve_case
from floor.words.resolution_questions import question_text
from floor.words.resolution_words import next_step_text, verdict_text


class Command(StadiumCommand):
    help = (
        "Decide what happens to a match after time was called: winner, tie, play on, Sudden Death, tiebreaker game "
        "or next game. Prints {id, match, next, rule, sentence, instruction, refs} and the facts of the decision as "
        "json, a list of them for a file with several cases; match is “question” if information is missing, "
        "and next asks for it. refs are the numbers of the rules; rule is that number too, but for a tiebreaker game "
        "how it is won. A case that cannot be read is answered by {id, refused, message}, the others by their "
        "answers. Exit code 2: the file, or a case of it, cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="one match or a file of matches as json; - reads standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        cases, is_list = read_cases(options["file"])
        case_answers = answer_cases(cases, resolve_to_facts)
        messages = refusal_messages(case_answers)
        if is_list or not messages:
            self.stdout.write(answers_json(case_answers, as_list=is_list))
        if messages:
            raise CommandError("\n".join(messages), returncode=UNREADABLE)


def resolve_to_facts(case: Case) -> Facts:
    """Resolve one case into the facts to print. Refused: CASE_UNREADABLE (case, field)."""
    answer = resolve_case(case)
    verdict, facts = answer.result, answer.to_json()
    if isinstance(verdict, Question):
        question = question_text(verdict, answer.match)
        texts = {"next": question, "rule": "", "sentence": "", "instruction": question, "refs": []}
    else:
        next_step = next_step_text(verdict)
        texts = {
            "next": next_step,
            "rule": verdict.rule,
            "sentence": verdict_text(verdict),
            "instruction": next_step,
            "refs": [verdict.rule],
        }
    return {"id": answer.case, "match": facts["match"], **texts, **facts}
