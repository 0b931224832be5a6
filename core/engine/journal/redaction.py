"""Removal of a person's name from stored facts, without changing the parts that journal seals cover.

Digests contain neither names nor typed text (`facts.sealed_part`), so a redacted line still verifies.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.code_labels import Facts
from core.engine.journal.facts import ANY, FactType

OWN = ("own", "given", "family")
"""The roles of facts that name the line's subject."""

HIDDEN = "–"
"""The replacement for a Player ID."""

MIN_NAME_LENGTH = 2
"""First and last names shorter than this are replaced only as part of the full name."""


@dataclass(frozen=True, slots=True)
class ForgottenPerson:
    """A person to be removed: names as (first, last), Player IDs, and the text that replaces them."""

    names: Collection[tuple[str, str]]
    numbers: Collection[str]
    instead: str


def redact_text(text: str, who: ForgottenPerson, *, own: bool = False) -> str:
    """Return a text with every full name of a person replaced. A text that is a Player ID becomes HIDDEN.

    If `own`, the text is about this person, so Player IDs and parts of the name with at least two letters are
    replaced too. If a person has only a first or only a last name, that is the full name.
    """
    if text.strip() in {*who.numbers}:
        return HIDDEN
    # The longest are replaced first, so that "Ana María Silva" matches before "Silva".
    replaced: set[str] = set()
    for first, last in who.names:
        if first and last:
            replaced |= {f"{first} {last}", f"{last} {first}", f"{last}, {first}"}
        if own or not (first and last):
            replaced |= {part for part in (first, last) if len(part) >= MIN_NAME_LENGTH}
    if own:
        replaced |= {number for number in who.numbers if number}
    for name in sorted(replaced, key=lambda name: (-len(name), name)):
        pattern = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
        text = pattern.sub(lambda _match: who.instead, text)
    return text


def redact_line(facts: Mapping[str, Any], who: ForgottenPerson, *, fact_type: FactType, own: bool) -> Any:
    """Return the facts of a journal line without the person.

    `fact_type` is the type of the facts (`kinds.fact_types_of_line`). `own` is true if the line is about the person.
    If a line about something else mentions the person, parts of the name in its typed text and statements are
    replaced too.
    """
    redacted = redact_facts(facts, who, fact_type=fact_type, own=own)
    if own or redacted == facts:
        return redacted
    typed = {
        name: redact_text(value, who, own=True)
        for name, value in redacted.items()
        if isinstance(value, str) and fact_type.named(name).role in ("typed", "statement")
    }
    return {**redacted, **typed}


def redact_line_about_other_person(
    facts: Mapping[str, Any], who: ForgottenPerson, *, fact_type: FactType
) -> Facts:
    """Return the facts of a line about someone else, without the person.

    The name of the person whom the line is about stays, even if it equals the removed name.
    """
    unchanged = {name: value for name, value in facts.items() if fact_type.named(name).role in OWN}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            unchanged[name] = redact_line_about_other_person(value, who, fact_type=fact_type.named(name))
    other_facts = {name: value for name, value in facts.items() if name not in unchanged}
    return {**facts, **redact_line(other_facts, who, fact_type=fact_type, own=False), **unchanged}


def redact_facts(facts: Any, who: ForgottenPerson, *, fact_type: FactType = ANY, own: bool = False) -> Any:
    """Return facts, or a value inside them, without the person. Codes stay, since they are sealed.

    If `own`, the facts are about the person: a first name becomes "", a last name the replacement text, and a
    number None.
    """
    if isinstance(facts, Mapping):
        return {
            name: redact_facts(value, who, fact_type=fact_type.named(name), own=own)
            for name, value in facts.items()
        }
    if isinstance(facts, list | tuple):
        return [
            redact_facts(item, who, fact_type=fact_type.item(position), own=own)
            for position, item in enumerate(facts)
        ]
    if own and fact_type.role == "number":
        return None
    if not isinstance(facts, str) or fact_type.role == "code":
        return facts
    if own and fact_type.role == "given":
        return ""
    if own and fact_type.role == "family":
        return who.instead
    return redact_text(facts, who, own=own)
