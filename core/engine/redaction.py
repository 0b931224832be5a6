"""A person's name out of what was written down: what takes its place, and what a seal of the journal covers stays.

Names and typed text are in no digest (`engine.seals`), so a line without them verifies as before.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.seals import CODES

NUMBERS = frozenset(("birth_year", "birth_date", "player_id", "player_number"))
"""Facts that say who somebody is; a change keeps its shape: old and new."""

TYPED = frozenset(("answer", "games_note", "note", "question", "reason", "text", "why"))
"""Facts that somebody typed about whoever else a line names."""

OWN = frozenset(("name", "first_name", "last_name"))
"""Facts that say who a line is about."""

HIDDEN = "–"
LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Somebody's names as events had them, (first, last) each, their Player IDs, and what stands there instead."""

    names: Collection[tuple[str, str]]
    numbers: Collection[str]
    instead: str


def text_without(text: str, who: Forgotten, *, own: bool = False) -> str:
    """The text with every full name replaced; `own`: it is about this person, so parts of the name are too."""
    if text.strip() in {*who.numbers}:
        return HIDDEN
    for pattern in _patterns(who, own=own):
        text = pattern.sub(lambda _match: who.instead, text)
    return text


def line_without(facts: Mapping[str, Any], who: Forgotten, *, own: bool) -> Any:
    """Facts of a line of the journal; in one that names the person, typed text loses parts of the name too."""
    found = facts_without(facts, who, own=own)
    if own or found == facts:
        return found
    typed = {
        name: text_without(value, who, own=True) for name, value in found.items() if _is_typed(name, value)
    }
    return {**found, **typed}


def line_of_another(facts: Mapping[str, Any], who: Forgotten) -> dict[str, Any]:
    """Facts of a line about somebody else, who keeps their own name, though it be the same one."""
    unchanged = {name: value for name, value in facts.items() if name in OWN}
    for name in ("facts", "changed"):
        if isinstance(facts.get(name), Mapping):
            unchanged[name] = line_of_another(facts[name], who)
    others = {name: value for name, value in facts.items() if name not in unchanged}
    return {**facts, **line_without(others, who, own=False), **unchanged}


def _is_typed(name: str, value: Any) -> bool:
    return name in TYPED and isinstance(value, str)


def facts_without(facts: Any, who: Forgotten, *, own: bool = False, key: str = "", code: bool = False) -> Any:
    """Facts in the same way; codes stay as they are, since they are sealed."""
    if isinstance(facts, Mapping):
        return {
            name: facts_without(value, who, own=own, key=name, code=name in CODES)
            for name, value in facts.items()
        }
    if own and key in NUMBERS and not isinstance(facts, list):
        return None
    if isinstance(facts, list | tuple):
        return [facts_without(one, who, own=own, key=key, code=code) for one in facts]
    if not isinstance(facts, str) or code:
        return facts
    if own and key == "first_name":
        return ""
    if own and key == "last_name":
        return who.instead
    return text_without(facts, who, own=own)


def _patterns(who: Forgotten, *, own: bool) -> list[re.Pattern[str]]:
    """Longest first, so that "Ana María Silva" goes before "Silva"."""
    wanted: set[str] = set()
    for first, last in who.names:
        if first and last:
            wanted |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
        if own or not (first and last):
            wanted |= {one for one in (first, last) if len(one) >= LEAST_LETTERS}
    if own:
        wanted |= {number for number in who.numbers if number}
    return [
        re.compile(rf"(?<!\w){re.escape(one)}(?!\w)", re.IGNORECASE)
        for one in sorted(wanted, key=lambda one: (-len(one), one))
    ]
