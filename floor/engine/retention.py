"""Removing personal data from lines and texts after an event's retention period.

Numbers, births and notes about players are always removed; names if the organizer removes them from results. What a
seal of the journal covers stays, as in `core.engine.journal.redaction`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.journal.facts import ANY, Fact, Shape
from core.engine.journal.redaction import HIDDEN

LEAST_DIGITS = 5
"""A shorter number in a text is a count or a table, even if it is also a Player ID."""

PIECES = re.compile(r"\w+|\W+")


class Replacements:
    """Words to replace in texts; `words` may be several in a row, such as full names."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        known: dict[tuple[str, ...], str] = {}
        for words, instead in pairs:
            key = tuple(PIECES.findall(words.casefold()))
            if key:
                known[key] = instead if known.get(key, instead) == instead else HIDDEN
        self._of_word: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for key in sorted(known, key=len, reverse=True):
            self._of_word[key[0]].append((key, known[key]))

    def text(self, text: str) -> str:
        """Replace each of the words in a text, longest first, ignoring case."""
        if not text or not self._of_word:
            return text
        pieces = PIECES.findall(text)
        folded = [piece.casefold() for piece in pieces]
        found, at = [], 0
        while at < len(pieces):
            for key, instead in self._of_word.get(folded[at], ()):
                if tuple(folded[at : at + len(key)]) == key:
                    found.append(instead)
                    at += len(key)
                    break
            else:
                found.append(pieces[at])
                at += 1
        return "".join(found)


def names_of(first: str, last: str) -> list[str]:
    """The ways texts write a full name; none for a name of a single word, which is too ambiguous."""
    return [f"{first} {last}", f"{last} {first}", f"{last}, {first}"] if first and last else []


@dataclass(frozen=True, slots=True)
class NewNames:
    """Replacements of names in an event: by whole name, by entry key, by person key."""

    of_name: Mapping[str, str]
    of_entry: Mapping[int, str]
    of_person: Mapping[int, str]

    def of_facts(self, facts: Mapping[str, Any], of: Fact) -> str:
        """The replacement for the subject of these facts; a dash for somebody removed, "" without a subject."""
        about = {
            fact.model: value
            for name, value in reversed(list(facts.items()))
            if (fact := of.named(name)).subject and isinstance(value, int)
        }
        for model, known in (("tournaments.Entry", self.of_entry), ("tournaments.Player", self.of_person)):
            if model in about:
                return known.get(about[model], HIDDEN)
        return ""

    def names_in(self, facts: Mapping[str, Any], of: Fact) -> Iterator[tuple[str, str]]:
        """Yield each name of the subject in a line, with its replacement."""
        instead = self.of_facts(facts, of)
        for name, value in facts.items():
            if instead and value and isinstance(value, str) and of.named(name).role == "own":
                yield value, instead
            if isinstance(inner := of.named(name), Shape) and isinstance(value, Mapping):
                yield from self.names_in(value, inner)


def facts_after(
    facts: Mapping[str, Any], replaced: Replacements, names: NewNames | None, *, of: Fact = ANY
) -> dict[str, Any]:
    """The facts of a journal line without personal data; `of`: their types (`journal.kinds.line_fact`).

    `names` None: names stay. `replaced` applies to texts.
    """
    found: dict[str, Any] = _after(facts, of, replaced, names, instead="")
    return found


def _after(facts: Any, of: Fact, replaced: Replacements, names: NewNames | None, *, instead: str) -> Any:
    if isinstance(facts, Mapping):
        own = (names.of_facts(facts, of) if names else "") or instead
        after = {
            name: _after(value, of.named(name), replaced, names, instead=own) for name, value in facts.items()
        }
        if names and after != facts:
            # If the name is removed, text typed about that person is removed entirely.
            after |= {
                name: HIDDEN for name, value in facts.items() if value and of.named(name).role == "typed"
            }
        return after
    if isinstance(facts, list | tuple):
        return [_after(one, of.item(at), replaced, names, instead=instead) for at, one in enumerate(facts)]
    if of.role == "number":
        return None
    if not isinstance(facts, str) or of.role == "code":
        return facts
    if of.role == "notes":
        return HIDDEN if facts else ""
    return _renamed(facts, of, names, instead) or replaced.text(facts)


def _renamed(text: str, of: Fact, names: NewNames | None, instead: str) -> str:
    """The replacement for a fact that is only a name; "" if it is not, or if names stay."""
    if names is None:
        return ""
    if text and (of.role == "given" or (of.role == "typed" and instead)):
        return HIDDEN
    if text and (of.role == "family" or (of.role == "own" and instead)):
        return instead or HIDDEN
    return names.of_name.get(text, "")
