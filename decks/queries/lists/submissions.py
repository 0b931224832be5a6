"""Read a list that is being submitted, and judge the one that a player is still filling in."""

from dataclasses import dataclass
from typing import Self

from core.engine.refused import Refused
from decks.engine.lists import ReadList, read_list_file, read_list_text, storable_text, table_cells_as_lines
from decks.engine.lists.files import uploaded_text
from decks.engine.verdicts import DeckVerdict
from decks.models import DeckList, ListRules
from decks.queries.lists import judging
from decks.queries.lists.judging import settled_problems
from decks.queries.pools.available_pools import available_pool


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file that contains a list."""

    data: bytes
    filename: str


@dataclass(frozen=True, slots=True)
class ListSubmission:
    """A submitted list, as text and parsed.

    `unused`: the unused cards of the pool. `supplied`: the number of basic Energy from the organizer.
    """

    text: str
    read: ReadList
    unused: str
    unused_read: ReadList | None
    supplied: int

    @classmethod
    def of(cls, text: str, upload: Upload | None, unused: str, supplied: int) -> Self:
        """Read a submission. An upload replaces the text. Refused: see `read_list_text` and `read_list_file`."""
        if upload is not None:
            read = read_list_file(upload.data, upload.filename)
            text = uploaded_text(upload.data, read)
        else:
            text = table_cells_as_lines(text)
            read = read_list_text(text)
        unused = table_cells_as_lines(unused)
        unused_read = read_list_text(unused) if unused.strip() else None
        return cls(storable_text(text), read, storable_text(unused), unused_read, supplied)


def legal_working_copy(deck_list: DeckList, rules: ListRules) -> tuple[ListSubmission, DeckVerdict] | None:
    """Read and judge the player's working copy. Return None if it is not a complete and legal list."""
    event, supplied = deck_list.entry.tournament, deck_list.working_copy_supplied
    try:
        submission = ListSubmission.of(deck_list.working_copy, None, deck_list.working_copy_unused, supplied)
    except Refused:
        return None
    pools = available_pool(deck_list.entry_id)
    if submission.unused_read is None and pools is None and judging.requires_unused_cards(event, rules):
        return None
    verdict = judging.list_judge_for_event(event, rules)(
        submission.read,
        unused=submission.unused_read,
        supplied=supplied,
        home=str(deck_list.home),
        available=pools,
    )
    has_energy = supplied <= verdict.deck.by_section["energy"]
    return (submission, verdict) if has_energy and verdict.is_legal(settled_problems(deck_list)) else None
