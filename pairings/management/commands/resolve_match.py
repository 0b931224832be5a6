"""manage.py resolve_match FILE"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from pairings.engine.resolution import Question
from pairings.engine.resolution.cases import answer, words
from pairings.resolution_questions import ask
from pairings.resolution_sentences import next_step, sentence
from tournaments.engine.refused import Refused
from tournaments.sentences import say_refused

UNREADABLE = 2
STDIN = "-"
Case = Mapping[str, Any]


class Command(BaseCommand):
    help = (
        "Say what becomes of a match after time was called: winner, tie, play on, Sudden Death, tiebreaker game "
        "or next game. Prints {id, match, next, rule, sentence} and the facts of the decision as json, a list of "
        "them for a file with several cases; match is “question” where something is still needed, and next asks "
        "for it. Exit code 2: the file cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", help="one match or a file of matches as json; - reads standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases = _cases(options["file"])
            answers = [resolved(case) for case in cases] if isinstance(cases, list) else resolved(cases)
        except Refused as refused:
            raise CommandError(say_refused(refused), returncode=UNREADABLE) from refused
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        self.stdout.write(json.dumps(answers, ensure_ascii=False, indent=1))


def resolved(case: Case) -> dict[str, object]:
    """What is printed of one match."""
    given = answer(case)
    found, facts = given.found, words(given)
    if isinstance(found, Question):
        said: dict[str, object] = {"next": ask(found, given.match), "rule": "", "sentence": ""}
    else:
        said = {"next": next_step(found), "rule": found.rule, "sentence": sentence(found)}
    return {"id": given.case, "match": facts.pop("match"), **said, **facts}


def _cases(name: str) -> Case | list[Case]:
    text = sys.stdin.read() if name == STDIN else Path(name).read_text(encoding="utf-8")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        said = _("This is not json: %(error)s") % {"error": error}
        raise CommandError(said, returncode=UNREADABLE) from error
    rows = found["cases"] if isinstance(found, dict) and "cases" in found else found
    if not rows or not all(isinstance(row, dict) for row in (rows if isinstance(rows, list) else [rows])):
        raise CommandError(_("There is no match in this file."), returncode=UNREADABLE)
    return rows
