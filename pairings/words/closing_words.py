"""Sentences about what is still open at the tables of a round about to close. Rooms to the right add theirs."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pairings.engine.closing import OpenAtTable

OPEN_TEXTS: dict[str, str | Promise] = {}
"""The open entry and the effect of closing, by kind of `OpenAtTable`; %(names)s are the people concerned."""


def open_texts(open_: Iterable[OpenAtTable]) -> list[str]:
    texts = []
    for entry in open_:
        text = str(OPEN_TEXTS[entry.kind]) % {"names": entry.names}
        facts = {"table": entry.table, "text": text}
        texts.append(_("Table %(table)s: %(text)s") % facts if entry.table else text)
    return texts
