"""The rules that pages name by number: what each says, in a sentence or two, and where it is written.

The numbers are those of `docs/rules.csv`. A page has them behind an info button: the tag `rules`.
"""

import re
from collections.abc import Iterator

from tournaments.words.card_rules import CARD_RULES
from tournaments.words.deck_rules import DECK_RULES
from tournaments.words.match_rules import MATCH_RULES
from tournaments.words.rule_sources import Rule

NUMBER = re.compile(r"[RM]-\d{3}")
RULES: dict[str, Rule] = CARD_RULES | DECK_RULES | MATCH_RULES


def rules_named(words: str) -> Iterator[tuple[str, Rule]]:
    """The rules whose numbers stand in `words`, such as "R-016, R-037", each once."""
    for number in dict.fromkeys(NUMBER.findall(words)):
        if number in RULES:
            yield number, RULES[number]
