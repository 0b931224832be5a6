"""Deck lists as CSV and XLSX files."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.engine.card_kinds import Kind
from core.documents import spreadsheets
from core.documents.registry import declare_rows_on_page
from core.documents.spreadsheets import Field, Value
from core.engine.sheet_heads import SheetHead
from decks.engine.lists.deck_list import Deck, Section
from decks.engine.lists.printed_list import printed_rows

FIELDS = (
    Field(_("Section"), 12),
    Field(_("Kind"), 16),
    Field(_("Quantity"), 10, "0"),
    Field(_("Name"), 36),
    Field(_("Set"), 10),
    Field(_("Number"), 10),
    Field(_("Reg."), 8),
    Field(_("Foil"), 8),
    Field(_("Language"), 12),
)
COPY_FIELDS = (Field(_("Card back"), 12), Field(_("Signed"), 8), Field(_("Product"), 24))
"""Additional columns, only for lists in which some copies have these marks."""

declare_rows_on_page("deck-lists", 1)
"""The printed lists (`deck_sheet`) have a page each."""

SECTION_WORDS: dict[Section, str | Promise] = {
    "pokemon": _("Pokémon"),
    "trainer": _("Trainer"),
    "energy": _("Energy"),
    "": "",
}
KIND_WORDS: dict[Kind, str | Promise] = {
    "unknown": _("Not known"),
    "pokemon": _("Pokémon"),
    "supporter": _("Supporter"),
    "item": _("Item"),
    "tool": _("Pokémon Tool"),
    "stadium": _("Stadium"),
    "ace_spec": _("ACE SPEC"),
    "trainer": _("Trainer"),
    "special_energy": _("Special Energy"),
    "basic_energy": _("Basic Energy"),
}


def deck_list_as_csv(deck: Deck) -> bytes:
    """Return the list as CSV in printing order, one row per printed row."""
    return spreadsheets.as_csv(*_fields_and_rows(deck))


def deck_list_as_xlsx(deck: Deck, head: SheetHead | None = None) -> bytes:
    """Return the list as XLSX in printing order, with numeric quantities. `head` is the event's heading."""
    return spreadsheets.as_xlsx([(str(_("Deck list")), *_fields_and_rows(deck))], head)


def _fields_and_rows(deck: Deck) -> tuple[tuple[Field, ...], list[tuple[Value, ...]]]:
    """Return the columns of a list, and a row of values for each of its printed rows."""
    rows = printed_rows(deck)
    has_marks = any(row.back or row.autographed or row.product for row in rows)
    yes = str(_("yes"))
    values: list[tuple[Value, ...]] = [
        (
            str(SECTION_WORDS[row.section]),
            str(KIND_WORDS[row.kind]),
            "?" if row.quantity is None else row.quantity,
            row.name,
            row.set_code,
            row.card_number,
            row.mark,
            yes if row.foil else "",
            row.language or "",
            *((row.back or "", yes if row.autographed else "", row.product) if has_marks else ()),
        )
        for row in rows
    ]
    return ((*FIELDS, *COPY_FIELDS) if has_marks else FIELDS), values
