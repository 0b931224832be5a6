"""The deck lists of an event in one archive of TCG Live text files."""

import zipfile
from collections import Counter
from io import BytesIO

from django.utils.text import slugify

from cards.queries import catalogue
from decks.engine.lists import write_text
from decks.engine.resolve import resolve
from decks.engine.verdicts import read_of
from decks.queries.lists import verdicts
from decks.queries.lists.event_lists import counting_lists
from tournaments.models import Tournament

SAVED_AT = (1980, 1, 1, 0, 0, 0)
"""Timestamp of every archived file, so that equal lists give equal bytes."""


def archive(event: Tournament) -> bytes:
    """A ZIP with the list that counts of each player.

    A folder per division, a file per player; the second of two namesakes is "silva-ana-2.txt".
    """
    cards, on = catalogue.current(), verdicts.context_of(event, None, complete=True).date
    out, names = BytesIO(), Counter[str]()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as files:
        for row in counting_lists(event, None):
            if row.counts is None:
                continue
            deck = resolve(read_of(row.counts.read), cards, on=on)
            name = slugify(row.entry.sort_name, allow_unicode=True) or "player"
            path = f"{row.entry.division.age_division}/{name}"
            names[path] += 1
            namesake = f"-{names[path]}" if names[path] > 1 else ""
            file = zipfile.ZipInfo(f"{path}{namesake}.txt", SAVED_AT)
            files.writestr(file, write_text(deck), zipfile.ZIP_DEFLATED)
    return out.getvalue()
