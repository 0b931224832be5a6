"""manage.py resolve_match FILE"""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from core.management.base import StadiumCommand
from core.management.cases import UNREADABLE, Case, answers, printed, read_cases, refusals
from floor.engine.resolution import Question
from floor.engine.resolution.cases import answer, words
from floor.words.resolution_questions import ask
from floor.words.resolution_words import next_step, sentence


class Command(StadiumCommand):
    help = (
        "Say what becomes of a match after time was called: winner, tie, play on, Sudden Death, tiebreaker game "
        "or next game. Prints {id, match, next, rule, sentence, instruction, refs} and the facts of the decision as "
        "json, a list of them for a file with several cases; match is “question” where something is still needed, "
        "and next asks for it. refs are the numbers of the rules; rule is that number too, but for a tiebreaker game "
        "how it is won. A case that cannot be read is answered by {id, refused, message}, the others by their "
        "answers. Exit code 2: the file, or a case of it, cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="one match or a file of matches as json; - reads standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        cases, several = read_cases(options["file"])
        answered = answers(cases, resolved)
        unread = refusals(answered)
        if several or not unread:
            self.stdout.write(printed(answered, several=several))
        if unread:
            raise CommandError("\n".join(unread), returncode=UNREADABLE)


def resolved(case: Case) -> dict[str, object]:
    """Facts to print for one case. Refused: CASE_UNREADABLE (case, field)."""
    answered = answer(case)
    verdict, facts = answered.found, words(answered)
    if isinstance(verdict, Question):
        question = ask(verdict, answered.match)
        texts = {"next": question, "rule": "", "sentence": "", "instruction": question, "refs": []}
    else:
        step = next_step(verdict)
        texts = {
            "next": step,
            "rule": verdict.rule,
            "sentence": sentence(verdict),
            "instruction": step,
            "refs": [verdict.rule],
        }
    return {"id": answered.case, "match": facts["match"], **texts, **facts}
