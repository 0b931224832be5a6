"""Sentences about open entries at the tables of a round about to close.

Later apps add their sentences.
"""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pairings.engine.open_entries import OpenAtTable

OPEN_TEXTS: dict[str, str | Promise] = {}
"""Sentence about an open entry and the effect of closing the round, by kind of `OpenAtTable`.

%(names)s are the people it concerns.
"""


def open_entry_texts(entries: Iterable[OpenAtTable]) -> list[str]:
    """Return a sentence for each open entry, starting with its table if it has one."""
    texts = []
    for entry in entries:
        text = str(OPEN_TEXTS[entry.kind]) % {"names": entry.names}
        facts = {"table": entry.table, "text": text}
        texts.append(_("Table %(table)s: %(text)s") % facts if entry.table else text)
    return texts
