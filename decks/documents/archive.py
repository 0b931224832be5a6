"""ZIP archive of an event's deck lists as TCG Live text files."""

import zipfile
from collections import Counter
from io import BytesIO

from django.utils.text import slugify

from cards.queries import catalogue
from decks.engine.lists import write_list_text
from decks.engine.resolve import resolve_list
from decks.engine.stored_values import read_list_from_values
from decks.queries.lists import judging
from decks.queries.lists.event_lists import effective_lists
from tournaments.models import Tournament

SAVED_AT = (1980, 1, 1, 0, 0, 0)
"""Timestamp of every archived file, so that the same lists always give the same bytes."""


def lists_archive(event: Tournament) -> bytes:
    """Return a ZIP with the effective list of each player, in one folder per division.

    Players without an effective list are left out. If two players of a division have the same name, the
    second file is named like "silva-ana-2.txt".
    """
    cards, event_date = (
        catalogue.current_catalogue(),
        judging.deck_context_of_event(event, None, complete=True).date,
    )
    buffer, names = BytesIO(), Counter[str]()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as files:
        for deck_list in effective_lists(event, None):
            if deck_list.counts is None:
                continue
            deck = resolve_list(read_list_from_values(deck_list.counts.read), cards, on=event_date)
            name = slugify(deck_list.entry.sort_name, allow_unicode=True) or "player"
            path = f"{deck_list.entry.division.age_division}/{name}"
            names[path] += 1
            namesake = f"-{names[path]}" if names[path] > 1 else ""
            zip_entry = zipfile.ZipInfo(f"{path}{namesake}.txt", SAVED_AT)
            files.writestr(zip_entry, write_list_text(deck), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()
