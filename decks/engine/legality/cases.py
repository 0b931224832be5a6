"""Judge the cases of the deck-verdict files, each with a deck, an event and an expected verdict."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from cards.engine.cards import Catalogue
from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import CHOICES, choice_of_setting, has_valid_choice
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from decks.engine.legality import Card, DeckContext, Problem
from decks.engine.legality.problems import deck_error_codes, deck_warning_codes, find_deck_problems
from decks.engine.lists.deck_list import DeckListLine, ReadList
from decks.engine.resolve import resolve_line, resolve_list

Case = Mapping[str, Any]
WRITTEN_ON_FIELDS = ("autographed", "marked", "written_on", "signed", "pen")
"""Fields of a card that each mean that the card is written on."""
LAST_DATE = ("last_date", "end_date", "date_end", "until", "dates", "days")
"""Fields of the context that may contain the last day of the event."""
EVENT_WORDS = ("event", "country", "player_home", "expansion", "cardpool")
"""Fields of the context that must be text."""
THIRTY = "thirty_card"
POOLS = ("standard", "expanded", "unlimited", "any", "rulebook", THIRTY)
"""Formats that a case may name."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The verdict on a case.

    - `total`: the number of cards.
    - `agrees`: whether the verdict is the expected one, or None if the case expects none.
    """

    case: str
    legal: bool
    total: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    problems: tuple[Problem, ...]
    agrees: bool | None = None


def judge_case(case: Case, catalogue: Catalogue, *, complete: bool = True) -> Answer:
    """Judge one case. `complete`: see `DeckContext.complete_catalogue`.

    Refused: CASE_UNREADABLE (case, field) if a field is missing or cannot be read.
    """
    if field := _unreadable_field(case):
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field=field)
    context = replace(context_of_case(case, catalogue), complete_catalogue=complete)
    deck = resolve_list(read_case_deck(case), catalogue, on=context.date)
    problems = find_deck_problems(deck, context, catalogue)
    errors, warnings = deck_error_codes(problems), deck_warning_codes(problems)
    agrees = None
    if expected := case.get("expected"):
        agrees = (
            (not errors) == expected["legal"]
            and set(errors) == set(expected.get("errors", ()))
            and set(warnings) == set(expected.get("warnings", ()))
        )
    return Answer(str(case.get("id", "")), not errors, deck.total, errors, warnings, problems, agrees)


def read_case_deck(case: Case) -> ReadList:
    """Read the lines of a case's deck, numbered from 1. Refused: CASE_UNREADABLE (case, field)."""
    rows = case.get("deck")
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field="deck")
    return ReadList(tuple(read_case_line(number, row) for number, row in enumerate(rows, start=1)))


def read_case_line(number: int, row: Mapping[str, Any]) -> DeckListLine:
    """Read one line of a deck or a pool from its object in a case.

    `number`: its position, counted from 1. A quantity that is not a whole number becomes None.
    """
    name, code, collector_number = (str(row.get(part) or "").strip() for part in ("name", "set", "number"))
    quantity = row.get("qty")
    if isinstance(quantity, str) and quantity.strip().lstrip("-").isdecimal():
        quantity = int(quantity)
    if isinstance(quantity, bool) or not isinstance(quantity, int):
        quantity = None
    maker = row.get("proxy")
    if not isinstance(maker, str) or not maker:
        fake = maker is True or row.get("fake") or row.get("counterfeit") or row.get("genuine") is False
        maker = "player-made" if fake else ""
    return DeckListLine(
        number,
        raw=" ".join(part for part in (str(row.get("qty")), name, code, collector_number) if part),
        quantity=quantity,
        name=name,
        set_code=code,
        card_number=collector_number,
        language=str(row.get("language") or "") or None,
        back=str(row.get("back") or "") or None,
        product=str(row.get("product") or ""),
        proxy=maker,
        original_kept=row.get("original_kept") is not False,
        autographed=any(bool(row.get(mark)) for mark in WRITTEN_ON_FIELDS),
    )


def context_of_case(case: Case, catalogue: Catalogue) -> DeckContext:
    """Return the context in which the deck of a case is judged. Refused: CASE_UNREADABLE (case, field)."""
    event: Mapping[str, Any] = case.get("context") or {}
    settings = {**(event.get("settings") or {}), **(case.get("settings") or {})}
    card_format, style = str(case.get("format") or "standard"), str(case.get("style") or "constructed")
    if card_format == THIRTY or style.startswith("thirty"):
        # If a case of thirty cards does not name its card pool, S10 decides.
        default_pool = card_format if card_format != THIRTY else choice_of_setting(settings, "S10")
        card_format = str(event.get("cardpool") or default_pool)
        style = "thirty_limited" if style.endswith("limited") else "thirty"
    try:
        day = date.fromisoformat(str(case.get("date")))
    except ValueError:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field="date") from None
    last_day = next((event[name] for name in LAST_DATE if event.get(name)), None)
    return DeckContext(
        card_format=card_format,
        style=style,
        date=day,
        edition=edition_code_of_ruleset(str(case.get("ruleset", ""))),
        event_class=str(event.get("event") or ""),
        country=str(event.get("country") or ""),
        player_home=str(event.get("player_home") or ""),
        prerelease_expansion=str(event.get("expansion") or ""),
        settings={name: str(value) for name, value in settings.items()},
        pool=_pool_cards(event.get("pool"), catalogue, day),
        earlier=_pool_cards(event.get("earlier_pool"), catalogue, day) or (),
        energy_provided=bool(event.get("energy_provided", False)),
        last_date=_parse_last_date(last_day) if last_day else None,
    )


def _unreadable_field(case: Case) -> str | None:
    """Return the first field with the wrong type or an unknown value, or None.

    The date, and a missing deck, are only checked when they are read.
    """
    event = case.get("context") or {}
    if not isinstance(event, Mapping):
        return "context"
    if not isinstance(case.get("ruleset"), str | None):
        return "ruleset"
    event_fields_are_text = all(isinstance(event.get(name), str | None) for name in EVENT_WORDS)
    if not event_fields_are_text or not isinstance(event.get("energy_provided"), bool | None):
        return "context"
    objects = {
        "expected": case.get("expected"),
        "settings": case.get("settings"),
        "context": event.get("settings"),
    }
    lists = {"deck": case.get("deck"), "pool": event.get("pool"), "earlier_pool": event.get("earlier_pool")}
    unreadable = [name for name, value in objects.items() if value and not isinstance(value, Mapping)]
    unreadable += [
        name
        for name, value in lists.items()
        if value is not None
        and not (isinstance(value, list) and all(isinstance(row, Mapping) for row in value))
    ]
    for name in LAST_DATE:
        try:
            _parse_last_date(event.get(name) or date.min)
        except ValueError:
            unreadable.append(name)
    if not unreadable:
        chosen_settings = {**(event.get("settings") or {}), **(case.get("settings") or {})}
        settings = {str(name): str(value) for name, value in chosen_settings.items()}
        if not all(has_valid_choice(settings, name) for name in settings if name in CHOICES):
            unreadable.append("settings")
    if (case.get("style") or "constructed") not in (*DECK_RULES, "thirty_constructed", THIRTY):
        unreadable.append("style")
    if str(case.get("format") or "standard") not in POOLS:
        unreadable.append("format")
    return next(iter(unreadable), None)


def _parse_last_date(value: object) -> date:
    """Read a date, or the last of several dates. Raises ValueError if it is not a date."""
    return date.fromisoformat(str(value[-1] if isinstance(value, list) else value))


def edition_code_of_ruleset(ruleset: str) -> str:
    """Return the code of the edition of a ruleset such as POP-2017-07-26, RULEBOOK-XY or TRH-2026.

    An unknown rulebook counts as "xy", and any other unknown ruleset as "2017".
    """
    ruleset = ruleset.upper()
    if ruleset.startswith("RULEBOOK"):
        editions = {"2002": "2002", "2005": "2005", "XY": "xy", "SM": "sm", "2017": "sm"}
        return next((edition for name, edition in editions.items() if name in ruleset), "xy")
    return "2026" if ruleset.startswith(("TRH", "TCG")) or "2026" in ruleset else "2017"


def _pool_cards(rows: Any, catalogue: Catalogue, day: date) -> tuple[Card, ...] | None:
    """Return the cards of a pool in a case, identified as of a day, or None if the case does not state a pool."""
    if rows is None:
        return None
    cards = []
    for number, row in enumerate(rows, start=1):
        card = resolve_line(read_case_line(number, row), catalogue, on=day)
        printing = card.printing if not card.is_left_out and card.how != "name" else None
        cards.append(Card(card.line.copies, card.key, *(printing.ref if printing else ())))
    return tuple(cards)
