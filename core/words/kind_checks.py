"""A system check that each journal kind has sentences, and that they use only its facts: `manage.py check`."""

import re
from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register
from django.urls import get_resolver

from core.engine.journal.kinds import KINDS
from core.sentences import KIND_WORDS

COMMON_FACTS = {"division"}
"""Facts that every line has in addition to the facts of its kind."""


@register("journal")
def check_kind_sentences(**_options: Any) -> list[CheckMessage]:
    """Return an error for each fault, with the id journal.E001, journal.E002 or journal.E003."""
    assert get_resolver().url_patterns  # noqa: S101 - pages load the words of all apps
    return [Error(text, id=f"journal.E00{number}") for number, text in _kind_sentence_faults()]


def _kind_sentence_faults() -> Iterator[tuple[int, str]]:
    """Yield the number and text of each fault in the sentences of journal kinds.

    The number is 1 for sentences without a kind or a kind without sentences, 2 for an undo without a sentence or
    a sentence without an undo, and 3 for a sentence that uses an unknown fact.
    """
    for name in sorted(KINDS.keys() ^ KIND_WORDS.keys()):
        yield (
            1,
            f"Journal kind {name} is {'declared without a sentence' if name in KINDS else 'not declared'}.",
        )
    for name in sorted(KINDS.keys() & KIND_WORDS.keys()):
        kind, words = KINDS[name], KIND_WORDS[name]
        if (kind.undo is None) != (words.undo is None):
            yield 2, f"Journal kind {name} has {'a sentence of an undo' if words.undo else 'an undo'} alone."
        facts = kind.facts.keys() | words.facts({}).keys() | COMMON_FACTS
        texts = [str(sentence) for sentence in (words.line, words.undo) if sentence is not None]
        named_facts = {name for text in texts for name in re.findall(r"%\((\w+)\)", text)}
        for fact in sorted(named_facts - facts):
            yield 3, f"The sentence of journal kind {name} names {fact}, which is no fact of it."
