"""What is left of lines and texts once the time of an event's personal data is over.

Numbers, births and notes about players always go; names where the organizer does not keep them in results. What a seal
of the journal covers stays, as in `engine.redaction`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.redaction import HIDDEN, NUMBERS
from core.engine.seals import CODES

NOTES = frozenset(("notes",))
"""Facts that staff typed about a player."""

ABOUT = frozenset(("games_note", "note", "reason", "why"))
"""Facts that somebody typed about whom a line names: where the name goes, they go whole."""

LEAST_DIGITS = 5
"""A shorter number in a text is a count or a table, whoever's Player ID it may be too."""

PIECES = re.compile(r"\w+|\W+")


class Replacements:
    """Words that go out of texts, and what stands instead; `words` may be several in a row, as full names are."""

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
        """The text with each of the words replaced, longest first, whatever their case."""
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
    """How texts write somebody's name; one of a single word is no name among others."""
    return [f"{first} {last}", f"{last} {first}", f"{last}, {first}"] if first and last else []


@dataclass(frozen=True, slots=True)
class NewNames:
    """What stands for the names of an event from now on: by whole name, by the key of an entry, by that of a person."""

    of_name: Mapping[str, str]
    of_entry: Mapping[int, str]
    of_person: Mapping[int, str]

    def of_facts(self, facts: Mapping[str, Any]) -> str:
        """What stands for the name of whom these facts are about; of somebody who was removed a dash, else nothing."""
        for key, known in (("entry", self.of_entry), ("player", self.of_person)):
            if isinstance(facts.get(key), int):
                return known.get(facts[key], HIDDEN)
        return ""


def facts_after(facts: Mapping[str, Any], replaced: Replacements, names: NewNames | None) -> dict[str, Any]:
    """Facts of a line of the journal without personal data; `names` None: names stay. `replaced` is for texts."""
    found: dict[str, Any] = _after(facts, replaced, names, key="", instead="")
    return found


def _after(facts: Any, replaced: Replacements, names: NewNames | None, *, key: str, instead: str) -> Any:
    if isinstance(facts, Mapping):
        own = (names.of_facts(facts) if names else "") or instead
        after = {
            name: value if name in CODES else _after(value, replaced, names, key=name, instead=own)
            for name, value in facts.items()
        }
        if names and after != facts:
            after |= {name: HIDDEN for name in ABOUT & facts.keys() if facts[name]}
        return after
    if isinstance(facts, list | tuple):
        return [_after(one, replaced, names, key=key, instead=instead) for one in facts]
    if key in NUMBERS:
        return None
    if not isinstance(facts, str):
        return facts
    if key in NOTES:
        return HIDDEN if facts else ""
    return _renamed(facts, names, key, instead) or replaced.text(facts)


def _renamed(text: str, names: NewNames | None, key: str, instead: str) -> str:
    """What stands for a fact that is a name and nothing else; empty where it is none, or names stay."""
    if names is None:
        return ""
    if (key == "first_name" and text) or (key in ABOUT and text and instead):
        return HIDDEN
    if (key == "last_name" and text) or (key == "name" and instead):
        return instead or HIDDEN
    return names.of_name.get(text, "")
