"""Management command that judges deck lists: manage.py check_deck FILE | --case FILE."""

import json
import sys
import zlib
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, NoReturn, TypedDict, TypeVar

from django.core.management.base import CommandError
from django.db import OperationalError, ProgrammingError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django_countries import countries

from cards.engine import catalogue_csv, shipped_facts
from cards.engine.cards import Catalogue, is_complete
from cards.engine.editions import EDITIONS, default_edition_code
from cards.engine.rule_settings import CHOICES
from cards.queries import catalogue
from core.engine.code_labels import Facts
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.engine.tabular import TableFileFault
from core.engine.typed_dates import find_impossible_date
from core.management.base import StadiumCommand
from core.management.cases import (
    STDIN,
    UNREADABLE,
    Case,
    answer_cases,
    answers_json,
    read_cases,
    refusal_messages,
)
from core.sentences import refusal_code_text, refusal_text, unreadable_file_text
from decks.engine.legality import DeckContext, Problem, languages_of_country
from decks.engine.legality.cases import judge_case
from decks.engine.legality.hints import deck_hints
from decks.engine.legality.problems import (
    count_cards_of_unknown_legality,
    deck_error_codes,
    find_deck_problems,
    legality_verdict,
)
from decks.engine.lists import read_list_file
from decks.engine.lists.deck_list import ReadList
from decks.engine.resolve import resolve_list
from decks.engine.verdicts import deck_as_pool_cards
from decks.words.deck_words import deciding_setting_text, deck_problem_text
from decks.words.hint_words import hint_text
from tournaments.models import Tournament

FORMATS = ("standard", "expanded", "unlimited")
STYLES = ("constructed", "limited", "thirty", "thirty_limited")
LEGAL, ILLEGAL, UNKNOWN = 0, 1, 3
"""Exit codes. A list that cannot be read exits with UNREADABLE, which is 2."""

EXIT_CODES = {"legal": LEGAL, "illegal": ILLEGAL, "unknown": UNKNOWN}
FileContent = TypeVar("FileContent")
EVENTS = (*Tournament.EventClass.values, "prerelease")


def _parse_day(text: str) -> date:
    """Return the date in an argument. Raises ArgumentTypeError if it is not one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        if day := find_impossible_date(text):
            raise ArgumentTypeError(
                refusal_code_text(CoreRefusal.NO_SUCH_DAY, {"no_such_day": day})
            ) from None
        raise ArgumentTypeError(_("“%(text)s” is not a date like 2026-11-20") % {"text": text}) from None


def _parse_setting(text: str) -> tuple[str, str]:
    """Return the name and choice in an argument such as S7=warn. Raises ArgumentTypeError for any other."""
    name, equals_sign, choice = text.partition("=")
    name, choice = name.strip().upper(), choice.strip().lower()
    if not equals_sign or name not in CHOICES:
        raise ArgumentTypeError(_("“%(text)s” is not a setting like S7=warn") % {"text": text})
    if choice not in CHOICES[name]:
        message_values = {"name": name, "choices": ", ".join(CHOICES[name])}
        raise ArgumentTypeError(_("%(name)s is one of these: %(choices)s") % message_values)
    return name, choice


def _parse_country(text: str) -> str:
    """Return the country code in an argument, in capitals. Raises ArgumentTypeError if it is not one."""
    code = text.strip().upper()
    if not code or countries.name(code) or languages_of_country(code):
        return code
    raise ArgumentTypeError(_("“%(text)s” is not the code of a country like ES") % {"text": text})


class Command(StadiumCommand):
    help = (
        "Check whether a deck list is legal. Exit code 0: legal, 1: not legal, 2: the list, the date, the country "
        "or the cards cannot be read, 3: undecided, because cards of the list are unknown here. With --json: "
        "{legal, verdict: legal|illegal|unknown, unknown: cards, total, errors: [codes], "
        "problems: [{code, severity, rule, message, lines}]}; where a setting decided, the message says so. "
        "With --hints also hints: [sentences]. With --case the same for a case of the "
        "deck-verdict format, with its id, and whether it agrees with what the case expects; a file of many cases "
        "answers each and exits with 0 once all were read. Cards come from the database; before there is one, "
        "those that come with Stadium."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", metavar="FILE", nargs="?", help="a list as text, CSV or XLSX; - reads standard input"
        )
        parser.add_argument("--format", choices=FORMATS, default="standard", help="default: standard")
        parser.add_argument(
            "--style",
            choices=STYLES,
            default="constructed",
            help="thirty and thirty_limited are decks of 30 cards; default: constructed",
        )
        parser.add_argument(
            "--pool",
            metavar="FILE",
            help="the cards a Limited deck is built from, as text, CSV or XLSX; basic Energy is free",
        )
        parser.add_argument(
            "--date", type=_parse_day, metavar="YYYY-MM-DD", help="day of the event; default: today"
        )
        parser.add_argument(
            "--edition", choices=tuple(EDITIONS), help="edition of the rules; default: the one of that day"
        )
        parser.add_argument(
            "--country",
            type=_parse_country,
            default="",
            metavar="XX",
            help="ISO code of the country of the event",
        )
        parser.add_argument(
            "--event",
            choices=EVENTS,
            default="",
            help="kind of event; default: championship_points if a country is given",
        )
        parser.add_argument(
            "--home",
            type=_parse_country,
            default="",
            metavar="XX",
            help="ISO code of the player's home country, which counts at Worlds and Internationals",
        )
        parser.add_argument(
            "--expansion", default="", metavar="CODE", help="expansion of the prerelease, such as GRI"
        )
        parser.add_argument(
            "--setting",
            type=_parse_setting,
            action="append",
            default=[],
            metavar="S7=warn",
            help="how to decide a point that the rules leave open",
        )
        parser.add_argument("--json", action="store_true", help="print json")
        parser.add_argument(
            "--hints",
            action="store_true",
            help="add the rulebook's advice for beginners, which does not change the verdict",
        )
        parser.add_argument(
            "--case", metavar="FILE", help="judge one case, or every case of a file; - reads standard input"
        )
        parser.add_argument(
            "--cards", metavar="PATH", help="read the cards from this CSV file instead of the database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["file"] and not options["case"]:
            raise CommandError(_("Give a list, or a file of cases with --case."), returncode=UNREADABLE)
        try:
            if options["case"]:
                cases, has_many_cases = read_cases(options["case"])
                cards, complete = self._load_catalogue(options["cards"])

                def judge(case: Case) -> Facts:
                    result = judge_case(case, cards, complete=complete)
                    agrees = {} if result.agrees is None else {"agrees": result.agrees}
                    return {"id": result.case, **verdict_values(result.problems, result.total), **agrees}

                results = answer_cases(cases, judge)
                self.stdout.write(answers_json(results, as_list=has_many_cases))
                code = LEGAL if has_many_cases else EXIT_CODES[str(results[0].get("verdict", "illegal"))]
                sys.exit(UNREADABLE if refusal_messages(results) else code)
            read = _read_list(options["file"])
            self._print_verdict(read, *self._load_catalogue(options["cards"]), options)
        except Refused as refused:
            raise CommandError(refusal_text(refused), returncode=UNREADABLE) from refused

    def _print_verdict(
        self, read: ReadList, cards: Catalogue, complete: bool, options: Mapping[str, Any]
    ) -> NoReturn:
        """Judge a list, print the verdict as text or JSON, and exit with the code of the verdict.

        Raises CommandError for a --pool with a style that is not Limited.
        """
        day = options["date"] or timezone.localdate()
        context = DeckContext(
            card_format=options["format"],
            style=options["style"],
            date=day,
            edition=options["edition"] or default_edition_code(day),
            event_class=options["event"] or ("championship_points" if options["country"] else ""),
            country=options["country"],
            player_home=options["home"],
            prerelease_expansion=options["expansion"],
            settings=dict(options["setting"]),
            complete_catalogue=complete,
        )
        deck = resolve_list(read, cards, on=context.date)
        if options["pool"]:
            if not context.rules.supplied_only:
                raise CommandError(
                    _("--pool is for --style limited or thirty_limited."), returncode=UNREADABLE
                )
            pool = resolve_list(_read_list(options["pool"]), cards, on=context.date)
            context = replace(context, pool=deck_as_pool_cards(pool))
        problems = find_deck_problems(deck, context, cards)
        advice = [hint_text(hint) for hint in deck_hints(deck, context, cards)] if options["hints"] else None
        if options["json"]:
            result = {**verdict_values(problems, deck.total), **({} if advice is None else {"hints": advice})}
            self.stdout.write(json.dumps(result, ensure_ascii=False, indent=1))
        else:
            lines = [_verdict_text(problems, deck.total)]
            for problem in problems:
                if not problem.lines:
                    prefix = "   "
                else:
                    prefix = _("   Line %(lines)s: ") % {
                        "lines": ", ".join(str(line) for line in problem.lines)
                    }
                lines.append(f"{prefix}{deck_problem_text(problem)} ({problem.rule})")
                if setting := deciding_setting_text(problem):
                    lines.append(f"   {setting}")
            lines += [_("   Hint: %(hint)s") % {"hint": hint} for hint in (advice or [])]
            self.stdout.write("\n".join(lines))
        sys.exit(EXIT_CODES[legality_verdict(problems)])

    def _load_catalogue(self, path: str | None) -> tuple[Catalogue, bool]:
        """Return the catalogue, and whether it is considered complete.

        `path`: a CSV file, which counts as complete, or None for the database. Before there is a database, the
        shipped cards are used.
        """
        if path is not None:
            rows = _read_or_exit(lambda: catalogue_csv.read_csv_rows(Path(path)))
            expansions, facts = shipped_facts.shipped_expansions(), shipped_facts.shipped_fact_tables()
            cards = _read_or_exit(
                lambda: catalogue_csv.catalogue_from_rows(rows, expansions=expansions, facts=facts)
            )
            return cards, True
        try:
            cards = catalogue.current_catalogue()
        except (OperationalError, ProgrammingError):
            self.stderr.write(_("No database is ready, so the cards that come with Stadium are used."))
            cards = catalogue.shipped_catalogue()
        return cards, is_complete(cards)


def _read_list(name: str) -> ReadList:
    """Read a list from a file, or from standard input.

    Refused: see `read_list_file`. Raises CommandError with exit code 2 if the file cannot be opened.
    """
    data = _read_or_exit(sys.stdin.buffer.read if name == STDIN else Path(name).read_bytes)
    return read_list_file(data, _("standard input") if name == STDIN else Path(name).name)


def _verdict_text(problems: tuple[Problem, ...], total: int) -> str:
    """Return the verdict as a sentence, with the number of cards or of unknown cards."""
    if deck_error_codes(problems):
        return _("Not legal: %(total)s cards.") % {"total": total}
    if unknown := count_cards_of_unknown_legality(problems):
        return ngettext(
            "Can’t tell: %(n)s card is unknown here.", "Can’t tell: %(n)s cards are unknown here.", unknown
        ) % {"n": unknown}
    return _("Legal: %(total)s cards.") % {"total": total}


class ProblemValues(TypedDict):
    """A problem as JSON."""

    code: str
    severity: str
    rule: str
    message: str
    lines: tuple[int, ...]


class VerdictValues(TypedDict):
    """A verdict as JSON."""

    legal: bool
    verdict: str
    unknown: int
    total: int
    errors: tuple[str, ...]
    problems: list[ProblemValues]


def verdict_values(problems: Iterable[Problem], total: int) -> VerdictValues:
    """Return the verdict on a deck of `total` cards as printed with --json."""
    problems = tuple(problems)
    return {
        "legal": legality_verdict(problems) == "legal",
        "verdict": legality_verdict(problems),
        "unknown": count_cards_of_unknown_legality(problems),
        "total": total,
        "errors": deck_error_codes(problems),
        "problems": [
            {
                "code": problem.code,
                "severity": problem.severity,
                "rule": problem.rule,
                "message": " ".join(
                    filter(None, (deck_problem_text(problem), deciding_setting_text(problem)))
                ),
                "lines": problem.lines,
            }
            for problem in problems
        ],
    }


def _read_or_exit(read: Callable[[], FileContent]) -> FileContent:
    """Call a function that reads a file. Raises CommandError with exit code 2 if the file cannot be read."""
    try:
        return read()
    except (OSError, EOFError, ValueError, TableFileFault, zlib.error, KeyError) as error:
        raise CommandError(unreadable_file_text(error), returncode=UNREADABLE) from error
