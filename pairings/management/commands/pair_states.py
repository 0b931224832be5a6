"""manage.py pair_states FILE"""

import json
import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import Any, TypedDict

from django.core.management.base import CommandError
from django.utils.translation import ngettext

from core.engine.refused import Refused
from core.management.base import StadiumCommand
from core.sentences import refusal_text, unreadable_file_text
from pairings.engine import pairing_states, swiss
from pairings.engine.refusals import PairingRefusal

STDIN = "-"
UNREADABLE = 2
MAX_VALUE_LENGTH = 60


class Command(StadiumCommand):
    help = (
        "Pair the next Swiss round of each state, one per line, for other programs. A line in: "
        "{players: [{id, points, opponents: [ids], byes, had_bye, dropped}], seed} as json; byes are not opponents; "
        "opponents are in the order they were met, once for each match; byes is how many a player had, had_bye only "
        "whether; ids are whole numbers or texts; byes, had_bye, dropped, opponents and seed may be left out. "
        "Repeated matches are avoided; where they cannot be, those played least often and longest ago are repeated. "
        "A line out, at once: "
        "{pairs: [[a, b], …], bye, engine_s}, highest points first; bye is null in an even field, a single player "
        "has it; engine_s are the seconds the pairing itself took. "
        "A line that cannot be paired gets {error, code, line} and the next one goes on. "
        "Exit code 0, 1 if there was such a line, 2 if the file cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            metavar="FILE",
            nargs="?",
            default=STDIN,
            help="states as JSON, one per line; - or no file reads standard input",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        refused_lines = 0
        # Pair once with an exact matching to load the library, so that no timing includes it.
        leaders_met = [{"id": pk, "points": 3 * (pk < 2), "opponents": [1 - pk]} for pk in range(2)]
        other_players = [{"id": pk, "points": 0} for pk in (2, 3)]
        _pair_state(pairing_states.parse_pairing_state({"players": [*leaders_met, *other_players]}))
        name = options["file"]
        try:
            with nullcontext(sys.stdin.buffer) if name == STDIN else Path(name).open("rb") as file:
                for number, line in enumerate(file, start=1):
                    if not line.strip():
                        continue
                    answer = _answer_line(line, number)
                    refused_lines += "error" in answer
                    self.stdout.write(json.dumps(answer, ensure_ascii=False))
                    self.stdout.flush()
        except OSError as error:
            raise CommandError(unreadable_file_text(error), returncode=UNREADABLE) from error
        if refused_lines:
            summary = ngettext(
                "%(n)d line could not be paired.", "%(n)d lines could not be paired.", refused_lines
            )
            raise CommandError(summary % {"n": refused_lines}, returncode=1)


class _TimedAnswer(pairing_states.Answer):
    engine_s: float


class _ErrorAnswer(TypedDict):
    error: str
    code: str
    line: int


def _answer_line(line: bytes, number: int) -> _TimedAnswer | _ErrorAnswer:
    """Pair the state in one line of the file; return its pairs, or the error."""
    try:
        state = pairing_states.parse_pairing_state(_parse_json(line))
        started_at = perf_counter()
        draw = _pair_state(state)
        seconds = perf_counter() - started_at
    except Refused as refused:
        facts = {
            name: shortened
            if len(shortened := str(value)) <= MAX_VALUE_LENGTH
            else f"{shortened[: MAX_VALUE_LENGTH - 1]}…"
            for name, value in refused.facts.items()
        }
        return {"error": refusal_text(Refused(refused.code, **facts)), "code": refused.code, "line": number}
    return {**pairing_states.build_pairing_answer(state, draw), "engine_s": seconds}


def _parse_json(line: bytes) -> object:
    """Parse a line as JSON. Refused: STATE_NOT_JSON (why)."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise Refused(PairingRefusal.STATE_NOT_JSON, why=error) from error


def _pair_state(state: pairing_states.State) -> swiss.Draw:
    """Pair the state; a single player gets the bye.

    Refused: STATE_TOO_WIDE, and whatever `swiss.pair_field` refuses.
    """
    if len(state.field.ids) == 1:
        return swiss.pair_lone_player(state.field, seed=state.seed)
    try:
        return swiss.pair_field(state.field, seed=state.seed)
    except OverflowError as error:
        raise Refused(PairingRefusal.STATE_TOO_WIDE) from error
