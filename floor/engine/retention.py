"""Remove personal data from journal lines and texts after an event's retention period.

Player IDs, birth years and notes about players are always removed. Names are removed only if the organizer
removes them from results. Facts covered by a seal of the journal stay, as in `core.engine.journal.redaction`.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.engine.code_labels import Facts
from core.engine.journal.facts import ANY, FactType, ShapeFactType
from core.engine.journal.redaction import HIDDEN

MIN_ID_DIGITS = 5
"""Minimum length of a Player ID to look for in texts; shorter numbers are mostly counts or tables."""

PIECES = re.compile(r"\w+|\W+")


class TextReplacements:
    """Text replacements, built from pairs of a phrase and its replacement.

    A phrase may have several words, such as a full name. A phrase with two different replacements becomes a dash.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        replacements: dict[tuple[str, ...], str] = {}
        for words, instead in pairs:
            key = tuple(PIECES.findall(words.casefold()))
            if key:
                replacements[key] = instead if replacements.get(key, instead) == instead else HIDDEN
        self._of_word: dict[str, list[tuple[tuple[str, ...], str]]] = defaultdict(list)
        for key in sorted(replacements, key=len, reverse=True):
            self._of_word[key[0]].append((key, replacements[key]))

    def text(self, text: str) -> str:
        """Return the text with all phrases replaced, longest first, ignoring case."""
        if not text or not self._of_word:
            return text
        pieces = PIECES.findall(text)
        folded = [piece.casefold() for piece in pieces]
        replaced, index = [], 0
        while index < len(pieces):
            for key, instead in self._of_word.get(folded[index], ()):
                if tuple(folded[index : index + len(key)]) == key:
                    replaced.append(instead)
                    index += len(key)
                    break
            else:
                replaced.append(pieces[index])
                index += 1
        return "".join(replaced)


def written_forms_of_name(first: str, last: str) -> list[str]:
    """Return the ways in which a full name may appear in a text.

    The result is empty if either part is missing, since a single word would be too ambiguous.
    """
    return [f"{first} {last}", f"{last} {first}", f"{last}, {first}"] if first and last else []


@dataclass(frozen=True, slots=True)
class ReplacementNames:
    """Replacements of names in an event: by whole name, by entry key and by person key."""

    of_name: Mapping[str, str]
    of_entry: Mapping[int, str]
    of_person: Mapping[int, str]

    def replacement_of_subject(self, facts: Mapping[str, Any], fact_type: FactType) -> str:
        """Return the replacement for the person that these facts are about.

        Return a dash if that person has no replacement, and "" if the facts are about no person.
        """
        key_by_model = {
            fact.model: value
            # Reversed, so that the first of several facts about a person is used.
            for name, value in reversed(list(facts.items()))
            if (fact := fact_type.named(name)).subject and isinstance(value, int)
        }
        for model, replacements in (
            ("tournaments.Entry", self.of_entry),
            ("tournaments.Player", self.of_person),
        ):
            if model in key_by_model:
                return replacements.get(key_by_model[model], HIDDEN)
        return ""

    def replacement_of(self, text: str, fact_type: FactType, instead: str) -> str:
        """Return the replacement for a fact that is only a name, or "" for any other fact.

        `instead` replaces the name of the person that the facts are about; if it is set, texts typed about this
        person become a dash.
        """
        if text and (fact_type.role == "given" or (fact_type.role == "typed" and instead)):
            return HIDDEN
        if text and (fact_type.role == "family" or (fact_type.role == "own" and instead)):
            return instead or HIDDEN
        return self.of_name.get(text, "")

    def names_in(self, facts: Mapping[str, Any], fact_type: FactType) -> Iterator[tuple[str, str]]:
        """Yield each name of the subject in a line, with its replacement."""
        instead = self.replacement_of_subject(facts, fact_type)
        for name, value in facts.items():
            if instead and value and isinstance(value, str) and fact_type.named(name).role == "own":
                yield value, instead
            if isinstance(inner := fact_type.named(name), ShapeFactType) and isinstance(value, Mapping):
                yield from self.names_in(value, inner)


def facts_without_personal_data(
    facts: Mapping[str, Any],
    replaced: TextReplacements,
    names: ReplacementNames | None,
    *,
    fact_type: FactType = ANY,
) -> Facts:
    """Return the facts of a journal line without personal data.

    `fact_type` describes the types of the facts (`journal.kinds.fact_types_of_line`). Names are not removed if
    `names` is None. `replaced` applies to texts.
    """
    remaining: Facts = _facts_without_names(facts, fact_type, replaced, names, instead="")
    return remaining


def _facts_without_names(
    facts: Any,
    fact_type: FactType,
    replaced: TextReplacements,
    names: ReplacementNames | None,
    *,
    instead: str,
) -> Any:
    """Return facts of any shape without personal data. `instead` replaces the name of the enclosing facts' subject."""
    if isinstance(facts, Mapping):
        own_name = (names.replacement_of_subject(facts, fact_type) if names else "") or instead
        remaining = {
            name: _facts_without_names(value, fact_type.named(name), replaced, names, instead=own_name)
            for name, value in facts.items()
        }
        if names and remaining != facts:
            # If a person's name is removed, texts typed about the person are removed entirely.
            remaining |= {
                name: HIDDEN
                for name, value in facts.items()
                if value and fact_type.named(name).role == "typed"
            }
        return remaining
    if isinstance(facts, list | tuple):
        return [
            _facts_without_names(fact, fact_type.item(index), replaced, names, instead=instead)
            for index, fact in enumerate(facts)
        ]
    if fact_type.role == "number":
        return None
    if not isinstance(facts, str) or fact_type.role == "code":
        return facts
    if fact_type.role == "notes":
        return HIDDEN if facts else ""
    return (names.replacement_of(facts, fact_type, instead) if names else "") or replaced.text(facts)
