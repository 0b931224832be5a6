"""A deck list as CSV and as a spreadsheet."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.engine.kinds import Kind
from core.documents import spreadsheets
from core.documents.spreadsheets import Field, Value
from core.engine.heads import SheetHead
from decks.engine.lists.order import Listed, listed
from decks.engine.lists.values import Deck, Section

FIELDS = (
    Field(_("Section"), 12),
    Field(_("Kind"), 16),
    Field(_("Quantity"), 10, "0"),
    Field(_("Name"), 36),
    Field(_("Set"), 10),
    Field(_("Number"), 10),
    Field(_("Mark"), 8),
    Field(_("Foil"), 8),
    Field(_("Language"), 12),
)
COPY_FIELDS = (Field(_("Card back"), 12), Field(_("Signed"), 8), Field(_("Product"), 24))
"""Further columns where a list says more of its copies."""

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


def write_csv(deck: Deck) -> bytes:
    """The list in order, one row per card."""
    return spreadsheets.as_csv(*_table(deck))


def write_xlsx(deck: Deck, head: SheetHead | None = None) -> bytes:
    """The list in order, one row per card, with numeric quantities. `head`: of the event it is for."""
    return spreadsheets.as_xlsx([(str(_("Deck list")), *_table(deck))], head)


def _table(deck: Deck) -> tuple[tuple[Field, ...], Iterator[tuple[Value, ...]]]:
    rows = listed(deck)
    if any(row.back or row.autographed or row.product for row in rows):
        signed = str(_("yes"))
        return (*FIELDS, *COPY_FIELDS), (
            (*_values(row), row.back or "", signed if row.autographed else "", row.product) for row in rows
        )
    return FIELDS, (_values(row) for row in rows)


def _values(row: Listed) -> tuple[Value, ...]:
    quantity: Value = "?" if row.quantity is None else row.quantity
    name = (row.name, row.set_code, row.card_number)
    foil = str(_("yes")) if row.foil else ""
    words = (str(SECTION_WORDS[row.section]), str(KIND_WORDS[row.kind]))
    return (*words, quantity, *name, row.mark, foil, row.language or "")
