"""manage.py draft_plan FILE"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _

from decks.draft_sentences import tell
from decks.engine import shipped
from decks.engine.cards import Catalogue
from decks.engine.draft.cases import answer
from decks.engine.legality.reprints import identical
from decks.queries import catalogue as catalogues
from tournaments.engine.refused import Refused
from tournaments.sentences import say_refused

UNREADABLE = 2
STDIN = "-"


class Command(BaseCommand):
    help = (
        "Answer draft cases as json: orders of picks (booster_order, rochester_order, solomon_order), pods, set-ups, "
        "what players may do (action), the deck-building clock, pool lists, and whole plans (kind plan: subtype, "
        "players, packs_each, pack_size, pods, boosters …; the source of the run sheet). One object gives one "
        "answer, a list or an object with cases gives a list of answers. Each answer has the shape of the case's "
        "`expected`, with its id; a refusal also says the rule and the sentence. Exit code 0, or 2 where "
        "something cannot be read."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="json in the draft format; - reads standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            cases, several = _cases(options["file"])
        except Refused as refused:
            raise CommandError(say_refused(refused), returncode=UNREADABLE) from refused
        except OSError as error:
            raise CommandError(str(error), returncode=UNREADABLE) from error
        found = [_answered(case) for case in cases]
        unread = [str(one["message"]) for one in found if "refused" in one]
        if several or not unread:
            told = found if several else found[0]
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
        if unread:
            raise CommandError("\n".join(unread), returncode=UNREADABLE)


def _cases(name: str) -> tuple[list[Mapping[str, Any]], bool]:
    """The cases of a file and whether it holds several."""
    data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Refused("DRAFT_FILE_UNREADABLE", why=error) from error
    rows = found.get("cases", found) if isinstance(found, dict) else found
    several = isinstance(rows, list)
    cases = rows if isinstance(rows, list) else [rows]
    if not cases or not all(isinstance(case, dict) for case in cases):
        raise Refused("DRAFT_FILE_EMPTY")
    return cases, several


def _answered(case: Mapping[str, Any]) -> dict[str, object]:
    named = {"id": case["id"]} if "id" in case else {}
    try:
        found = answer(case, same=_same)
    except Refused as refused:
        return {**named, "refused": refused.code, "message": say_refused(refused)}
    told: dict[str, object] = {**named, **found.values}
    if found.problems:
        told |= {
            "rule": found.problems[0].rule,
            "message": " ".join(
                _("%(said)s (%(rule)s)") % {"said": tell(one), "rule": one.rule} for one in found.problems
            ),
        }
    return told if found.agrees is None else {**told, "agrees": found.agrees}


def _same(damaged: Mapping[str, Any], by_card: Mapping[str, Any]) -> bool:
    """Whether two cards of one name are one card, where the catalogue knows both (R-009)."""
    cards = _catalogue()
    found = [
        cards.printing(str(one.get("set", "")), str(one.get("number", ""))) for one in (damaged, by_card)
    ]
    one, other = found
    return one is None or other is None or identical(one, other, cards)


def _catalogue() -> Catalogue:
    """The cards of the database, the shipped ones where there is none yet."""
    try:
        return catalogues.current()
    except DatabaseError:
        return shipped.starter()
