"""One case of the deck-verdict files: its deck, its event and the verdict it expects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from cards.engine.cards import Catalogue
from cards.engine.formats import DECK_RULES
from cards.engine.settings import CHOICES, choice, is_choice
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from decks.engine.legality import Card, Context, Problem, check, errors, legal, warnings
from decks.engine.lists.values import Line, ReadList
from decks.engine.resolve import resolve, resolve_line

Case = Mapping[str, Any]
PEN = ("autographed", "marked", "written_on", "signed", "pen")
LAST_DATE = ("last_date", "end_date", "date_end", "until", "dates", "days")
EVENT_WORDS = ("event", "country", "player_home", "expansion", "cardpool")
THIRTY = "thirty_card"
POOLS = ("standard", "expanded", "unlimited", "any", "rulebook", THIRTY)


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules' answer to a case. `total` counts its cards. `agrees` is None if the case expects nothing."""

    case: str
    legal: bool
    total: int
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    problems: tuple[Problem, ...]
    agrees: bool | None = None


def answer(case: Case, catalogue: Catalogue, *, complete: bool = True) -> Answer:
    """Judge one case; `complete` as in `Context.complete_catalogue`.

    Refused(CASE_UNREADABLE) with the field that is missing or cannot be read.
    """
    if odd := _odd_field(case):
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field=odd)
    context = replace(context_of(case, catalogue), complete_catalogue=complete)
    deck = resolve(read(case), catalogue, on=context.date)
    problems = check(deck, context, catalogue)
    codes = errors(problems), warnings(problems)
    return Answer(
        str(case.get("id", "")),
        legal(problems),
        deck.total,
        *codes,
        problems,
        _agrees(case, problems, *codes),
    )


def read(case: Case) -> ReadList:
    """The lines of a case's deck, numbered from 1. Refused: CASE_UNREADABLE (case, field)."""
    rows = case.get("deck")
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field="deck")
    return ReadList(tuple(line(number, row) for number, row in enumerate(rows, start=1)))


def line(number: int, row: Mapping[str, Any]) -> Line:
    """One line of a deck or a pool."""
    name, code, card = (str(row.get(part) or "").strip() for part in ("name", "set", "number"))
    quantity = _quantity(row.get("qty"))
    maker = row.get("proxy")
    if not isinstance(maker, str) or not maker:
        fake = maker is True or row.get("fake") or row.get("counterfeit") or row.get("genuine") is False
        maker = "player-made" if fake else ""
    return Line(
        number,
        raw=" ".join(part for part in (str(row.get("qty")), name, code, card) if part),
        quantity=quantity,
        name=name,
        set_code=code,
        card_number=card,
        language=str(row.get("language") or "") or None,
        back=str(row.get("back") or "") or None,
        product=str(row.get("product") or ""),
        proxy=maker,
        original_kept=row.get("original_kept") is not False,
        autographed=any(bool(row.get(mark)) for mark in PEN),
    )


def context_of(case: Case, catalogue: Catalogue) -> Context:
    """The context of a case. Refused: CASE_UNREADABLE."""
    event: Mapping[str, Any] = case.get("context") or {}
    settings = {**(event.get("settings") or {}), **(case.get("settings") or {})}
    card_format, style = _format(case, event, settings)
    try:
        day = date.fromisoformat(str(case.get("date")))
    except ValueError:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=str(case.get("id", "")), field="date") from None
    last = next((event[name] for name in LAST_DATE if event.get(name)), None)
    return Context(
        card_format=card_format,
        style=style,
        date=day,
        edition=edition_of(str(case.get("ruleset", ""))),
        event_class=str(event.get("event") or ""),
        country=str(event.get("country") or ""),
        player_home=str(event.get("player_home") or ""),
        prerelease_expansion=str(event.get("expansion") or ""),
        settings={name: str(value) for name, value in settings.items()},
        pool=_pool(event.get("pool"), catalogue, day),
        earlier=_pool(event.get("earlier_pool"), catalogue, day) or (),
        energy_provided=bool(event.get("energy_provided", False)),
        last_date=date.fromisoformat(str(last[-1] if isinstance(last, list) else last)) if last else None,
    )


def _odd_field(case: Case) -> str | None:
    """The first field of the wrong shape; a missing date or deck is reported where it is read."""
    event = case.get("context") or {}
    if not isinstance(event, Mapping):
        return "context"
    if not _is_text(case.get("ruleset")):
        return "ruleset"
    if not all(_is_text(event.get(name)) for name in EVENT_WORDS):
        return "context"
    if not isinstance(event.get("energy_provided"), bool | None):
        return "context"
    objects = {
        "expected": case.get("expected"),
        "settings": case.get("settings"),
        "context": event.get("settings"),
    }
    lists = {"deck": case.get("deck"), "pool": event.get("pool"), "earlier_pool": event.get("earlier_pool")}
    odd = [name for name, value in objects.items() if value and not isinstance(value, Mapping)]
    odd += [
        name
        for name, value in lists.items()
        if value is not None
        and not (isinstance(value, list) and all(isinstance(row, Mapping) for row in value))
    ]
    odd += [name for name in LAST_DATE if event.get(name) and not _is_day(event[name])]
    if not odd:
        chosen = {**(event.get("settings") or {}), **(case.get("settings") or {})}
        named = {str(name): str(value) for name, value in chosen.items()}
        odd += [] if all(is_choice(named, name) for name in named if name in CHOICES) else ["settings"]
    styles = (*DECK_RULES, "thirty_constructed", THIRTY)
    odd += ["style"] if (case.get("style") or "constructed") not in styles else []
    odd += ["format"] if str(case.get("format") or "standard") not in POOLS else []
    return next(iter(odd), None)


def _is_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_day(value: object) -> bool:
    try:
        date.fromisoformat(str(value[-1] if isinstance(value, list) else value))
    except ValueError:
        return False
    return True


def edition_of(ruleset: str) -> str:
    """The edition a ruleset names: POP-2017-07-26, RULEBOOK-2002, RULEBOOK-XY, TRH-2026 and the like."""
    ruleset = ruleset.upper()
    if ruleset.startswith("RULEBOOK"):
        editions = {"2002": "2002", "2005": "2005", "XY": "xy", "SM": "sm", "2017": "sm"}
        return next((edition for name, edition in editions.items() if name in ruleset), "xy")
    return "2026" if ruleset.startswith(("TRH", "TCG")) or "2026" in ruleset else "2017"


def _quantity(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and value.strip().lstrip("-").isdecimal():
        return int(value)
    return value if isinstance(value, int) else None


def _format(case: Case, event: Mapping[str, Any], settings: Mapping[str, str]) -> tuple[str, str]:
    name, style = str(case.get("format") or "standard"), str(case.get("style") or "constructed")
    if name != THIRTY and not style.startswith("thirty"):
        return name, style
    limited = style.endswith("limited")
    pool = event.get("cardpool") or (name if name != THIRTY else choice(settings, "S10"))
    return str(pool), "thirty_limited" if limited else "thirty"


def _pool(rows: Any, catalogue: Catalogue, day: date) -> tuple[Card, ...] | None:
    if rows is None:
        return None
    cards = []
    for number, row in enumerate(rows, start=1):
        card = resolve_line(line(number, row), catalogue, on=day)
        exact = card.printing if not card.lost and card.how != "name" else None
        cards.append(Card(card.line.copies, card.key, *(exact.ref if exact else ())))
    return tuple(cards)


def _agrees(
    case: Case, problems: Sequence[Problem], failed: tuple[str, ...], warned: tuple[str, ...]
) -> bool | None:
    expected = case.get("expected")
    if not expected:
        return None
    same = legal(problems) == expected["legal"] and set(failed) == set(expected.get("errors", ()))
    return same and set(warned) == set(expected.get("warnings", ()))
