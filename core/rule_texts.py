"""Rules that pages cite by number, each with a short text and its source.

The numbers are defined in `docs/rules.csv`. Pages show the texts behind an info button, with the tag `rules`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

NUMBER = re.compile(r"[RM]-\d{3}")


@dataclass(frozen=True)
class RuleText:
    """The text of a rule, and the document and sections that it comes from."""

    document: "_StrPromise"
    sections: str
    text: "_StrPromise"

    @property
    def source(self) -> str:
        """The document and sections of the rule, in the language of the page."""
        return f"{self.document}, § {self.sections}" if self.sections else str(self.document)


RULES: dict[str, RuleText] = {}


def register_rules(rules: Mapping[str, RuleText]) -> None:
    """Add the rules of an app by their numbers."""
    RULES.update(rules)


def cited_rules(words: str) -> Iterator[tuple[str, RuleText]]:
    """Yield the rules whose numbers occur in `words`, such as "R-016, R-037", each rule once."""
    for number in dict.fromkeys(NUMBER.findall(words)):
        if number in RULES:
            yield number, RULES[number]
