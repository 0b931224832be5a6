"""manage.py check_deck FILE | --case FILE"""

import json
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from decks.engine import catalogue_csv, shipped
from decks.engine.cards import Catalogue
from decks.engine.dates import edition_on
from decks.engine.editions import EDITIONS
from decks.engine.legality import Context, Problem, check, errors, is_complete, legal, warnings
from decks.engine.legality.cases import answer
from decks.engine.lists import read_file
from decks.engine.lists.values import ReadList
from decks.engine.resolve import resolve
from decks.queries import catalogue as catalogues
from decks.sentences import tell_problem, tell_setting
from tournaments.engine.refused import Refused
from tournaments.sentences import say_refused

FORMATS = ("standard", "expanded", "unlimited")
STYLES = {"constructed": "constructed", "limited": "limited", "thirty": "thirty"}
LEGAL, ILLEGAL, UNREADABLE = 0, 1, 2
STDIN = "-"


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(_("“%(text)s” is not a date like 2026-11-20") % {"text": text}) from None


def _setting(text: str) -> tuple[str, str]:
    name, equals, choice = text.partition("=")
    if not equals:
        raise ArgumentTypeError(_("“%(text)s” is not a setting like S7=warn") % {"text": text})
    return name.strip().upper(), choice.strip()


class Command(BaseCommand):
    help = (
        "Say whether a deck list may be played. Exit code 0: legal, 1: not legal, 2: the list cannot be read. "
        "With --json: {legal, total, errors: [codes], warnings: [codes], problems: [{code, severity, rule, "
        "message, lines, setting}]}. With --case the same for a case of the deck-verdict format, with its id."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="a list as text, CSV or XLSX; - reads standard input"
        )
        parser.add_argument("--format", choices=FORMATS, default="standard", help="default: standard")
        parser.add_argument(
            "--style", choices=tuple(STYLES), default="constructed", help="default: constructed"
        )
        parser.add_argument(
            "--date", type=_day, metavar="YYYY-MM-DD", help="day of the event; default: today"
        )
        parser.add_argument(
            "--edition", choices=tuple(EDITIONS), help="edition of the rules; default: the one of that day"
        )
        parser.add_argument(
            "--country", default="", metavar="XX", help="ISO code of the country of the event"
        )
        parser.add_argument(
            "--event",
            default="",
            metavar="CLASS",
            help="championship_points, world_championships and the like",
        )
        parser.add_argument(
            "--setting",
            type=_setting,
            action="append",
            default=[],
            metavar="S7=warn",
            help="a point the rules leave open",
        )
        parser.add_argument("--json", action="store_true", help="print json")
        parser.add_argument(
            "--case", metavar="FILE", help="judge one case, or every case of a file; - reads standard input"
        )
        parser.add_argument(
            "--cards", metavar="PATH", help="read the cards from this CSV file instead of the database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"] and not options["case"]:
            raise CommandError(_("Name a list, or a file of cases with --case."), returncode=UNREADABLE)
        try:
            self._judge(options)
        except Refused as refused:
            raise CommandError(say_refused(refused), returncode=UNREADABLE) from refused
        except OSError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error

    def _judge(self, options: Mapping[str, Any]) -> NoReturn:
        if options["case"]:
            cases, several = _case_rows(options["case"])
            self._cases(cases, several, *_cards(options["cards"]))
        self._list(_read(options["file"]), *_cards(options["cards"]), options)

    def _list(self, read: ReadList, cards: Catalogue, complete: bool, options: Mapping[str, Any]) -> NoReturn:
        context = _context(options, complete=complete)
        deck = resolve(read, cards, on=context.date)
        problems = check(deck, context, cards)
        if options["json"]:
            self.stdout.write(json.dumps(verdict(problems, deck.total), ensure_ascii=False, indent=1))
        else:
            self._tell(problems, deck.total)
        sys.exit(LEGAL if legal(problems) else ILLEGAL)

    def _tell(self, problems: tuple[Problem, ...], total: int) -> None:
        verdict = _("Legal: %(total)s cards.") if legal(problems) else _("Not legal: %(total)s cards.")
        self.stdout.write(verdict % {"total": total})
        for problem in problems:
            self.stdout.write(f"{_where(problem)}{tell_problem(problem)} ({problem.rule})")
            if setting := tell_setting(problem):
                self.stdout.write(f"   {setting}")

    def _cases(
        self, cases: list[Mapping[str, Any]], several: bool, cards: Catalogue, complete: bool
    ) -> NoReturn:
        answers = [_answered(case, cards, complete) for case in cases]
        self.stdout.write(json.dumps(answers if several else answers[0], ensure_ascii=False, indent=1))
        unreadable = any("refused" in one for one in answers)
        illegal = not several and not answers[0].get("legal")
        sys.exit(UNREADABLE if unreadable else ILLEGAL if illegal else LEGAL)


def verdict(problems: Iterable[Problem], total: int) -> dict[str, object]:
    """What is printed of a deck as json."""
    problems = tuple(problems)
    return {
        "legal": legal(problems),
        "total": total,
        "errors": errors(problems),
        "warnings": warnings(problems),
        "problems": [_told(problem) for problem in problems],
    }


def _told(problem: Problem) -> dict[str, object]:
    return {
        "code": problem.code,
        "severity": problem.severity,
        "rule": problem.rule,
        "message": tell_problem(problem),
        "lines": problem.lines,
        "setting": problem.setting,
    }


def _where(problem: Problem) -> str:
    if not problem.lines:
        return "   "
    return _("   Line %(lines)s: ") % {"lines": ", ".join(str(line) for line in problem.lines)}


def _answered(case: Mapping[str, Any], cards: Catalogue, complete: bool) -> dict[str, object]:
    try:
        found = answer(case, cards, complete=complete)
    except Refused as refused:
        return {"id": case.get("id"), "refused": refused.code, "message": say_refused(refused)}
    told: dict[str, object] = {"id": found.case, **verdict(found.problems, found.total)}
    if found.agrees is not None:
        told["agrees"] = found.agrees
    return told


def _case_rows(name: str) -> tuple[list[Mapping[str, Any]], bool]:
    """The cases of a file and whether it holds several."""
    try:
        found = json.loads(_bytes(name))
    except ValueError as error:
        raise CommandError(str(error), returncode=UNREADABLE) from error
    rows = found.get("cases", found) if isinstance(found, dict) else found
    several = isinstance(rows, list)
    cases = rows if isinstance(rows, list) else [rows]
    if not cases or not all(isinstance(case, dict) for case in cases):
        raise CommandError(_("There is no case in this file."), returncode=UNREADABLE)
    return cases, several


def _context(options: Mapping[str, Any], *, complete: bool) -> Context:
    day = options["date"] or timezone.localdate()
    return Context(
        card_format=options["format"],
        style=STYLES[options["style"]],
        date=day,
        edition=options["edition"] or edition_on(day),
        event_class=options["event"] or ("championship_points" if options["country"] else ""),
        country=options["country"].upper(),
        settings=dict(options["setting"]),
        complete_catalogue=complete,
    )


def _read(name: str) -> ReadList:
    return read_file(_bytes(name), _("standard input") if name == STDIN else Path(name).name)


def _bytes(name: str) -> bytes:
    return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()


def _cards(path: str | None) -> tuple[Catalogue, bool]:
    """The catalogue to judge by, and whether a card it does not know is a mistake."""
    if path is None:
        cards = catalogues.current()
        return cards, is_complete(cards)
    rows = catalogue_csv.read_rows(Path(path))
    return catalogue_csv.catalogue(rows, expansions=shipped.expansions(), facts=shipped.facts()), True
