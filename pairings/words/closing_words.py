"""Sentences about what is still open at the tables of a round about to close. Rooms to the right add theirs."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from pairings.engine.closing import OpenAtTable

OPEN_TEXTS: dict[str, str | Promise] = {}
"""The open entry and the effect of closing, by kind of `OpenAtTable`; %(names)s are the people concerned."""


def open_text(one: OpenAtTable) -> str:
    text = str(OPEN_TEXTS[one.kind]) % {"names": one.names}
    return _("Table %(table)s: %(text)s") % {"table": one.table, "text": text} if one.table else text


def open_texts(open_: Iterable[OpenAtTable]) -> list[str]:
    return [open_text(one) for one in open_]
