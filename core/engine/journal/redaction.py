"""Removing a person's name from stored facts, leaving what a seal of the journal covers.

Names and typed text are in no digest (`facts.sealed_part`), so a redacted line still verifies.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.facts import Facts
from core.engine.journal.facts import ANY, Fact

OWN = ("own", "given", "family")
"""The roles of facts that name the line's subject."""

HIDDEN = "–"
LEAST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person's names as (first, last) in events, their Player IDs, and the replacement text."""

    names: Collection[tuple[str, str]]
    numbers: Collection[str]
    instead: str


def text_without(text: str, who: Forgotten, *, own: bool = False) -> str:
    """Replace every full name in a text; `own`: it is about this person, so parts of the name too."""
    if text.strip() in {*who.numbers}:
        return HIDDEN
    # Names and numbers are replaced longest first, so that "Ana María Silva" matches before "Silva".
    wanted: set[str] = set()
    for first, last in who.names:
        if first and last:
            wanted |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
        if own or not (first and last):
            wanted |= {part for part in (first, last) if len(part) >= LEAST_LETTERS}
    if own:
        wanted |= {number for number in who.numbers if number}
    for name in sorted(wanted, key=lambda name: (-len(name), name)):
        pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        text = pattern.sub(lambda _match: who.instead, text)
    return text


def line_without(facts: Mapping[str, Any], who: Forgotten, *, of: Fact, own: bool) -> Any:
    """Redact the facts of a journal line; if the line names the person, parts of the name in typed text too.

    `of`: their types (`kinds.line_fact`).
    """
    found = facts_without(facts, who, of=of, own=own)
    if own or found == facts:
        return found
    typed = {
        name: text_without(value, who, own=True)
        for name, value in found.items()
        if isinstance(value, str) and of.named(name).role in ("typed", "statement")
    }
    return {**found, **typed}


def line_of_another(facts: Mapping[str, Any], who: Forgotten, *, of: Fact) -> Facts:
    """Redact the facts of a line about somebody else, whose own name stays even if it is the same."""
    unchanged = {name: value for name, value in facts.items() if of.named(name).role in OWN}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            unchanged[name] = line_of_another(value, who, of=of.named(name))
    others = {name: value for name, value in facts.items() if name not in unchanged}
    return {**facts, **line_without(others, who, of=of, own=False), **unchanged}


def facts_without(facts: Any, who: Forgotten, *, of: Fact = ANY, own: bool = False) -> Any:
    """Redact facts recursively; codes stay, since they are sealed."""
    if isinstance(facts, Mapping):
        return {name: facts_without(value, who, of=of.named(name), own=own) for name, value in facts.items()}
    if isinstance(facts, list | tuple):
        return [facts_without(item, who, of=of.item(at), own=own) for at, item in enumerate(facts)]
    if own and of.role == "number":
        return None
    if not isinstance(facts, str) or of.role == "code":
        return facts
    if own and of.role == "given":
        return ""
    if own and of.role == "family":
        return who.instead
    return text_without(facts, who, own=own)
