"""Texts about card data: refusals, reasons for refused rows, and results of imports."""

from collections.abc import Iterator

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from cards.engine.refusals import CardRefusal
from cards.engine.sources.faults import RowFault
from cards.services import catalogue
from cards.services.catalogue import CardImportReport
from cards.services.catalogue.bulk_saving import Change
from core import sentences

sentences.REFUSALS.update(
    {
        CardRefusal.ARCHIVE_TOO_BIG: _(
            "This file is too large for card data: the limit is %(most)s. Choose another file."
        ),
        CardRefusal.CARDS_COLUMNS: _(
            "Columns are missing: %(missing)s. Add them to the first line of the file."
        ),
        CardRefusal.CARDS_MISSING: _("There is nothing at %(path)s."),
        CardRefusal.CARDS_UNKNOWN: _(
            "“%(file)s” contains no card data that can be read. Use TCGdex cards (JSON lines), a zip of "
            "pokemon-tcg-data, a names file (JSON) or a CSV."
        ),
        CardRefusal.CARDS_UNREADABLE: _("“%(file)s” is damaged and cannot be opened. Download it again."),
        CardRefusal.CARD_NAME_MISSING: _("Enter the English name of the card."),
        CardRefusal.CARD_NUMBER_MISSING: _("Enter the number printed on the card."),
        CardRefusal.CARD_TAKEN: _("%(expansion)s %(number)s is already %(name)s. Change that card instead."),
        CardRefusal.CARD_ENERGY_ONLY: _("Only an Energy can be a basic Energy."),
        CardRefusal.IMPORT_FAILED: _(
            "The import stopped before it finished. Cards saved so far are safe. Upload the same file "
            "again to add the rest. If it stops again, import it on the command line: %(command)s"
        ),
        CardRefusal.IMPORT_STALLED: _(
            "The import stopped before it was done. Cards saved so far are safe. Upload the same file "
            "again to add the rest."
        ),
        CardRefusal.PERIOD_BACKWARDS: _("The last day comes before the first. Change one of them."),
        CardRefusal.ROTATION_OF_BOTH: _(
            "Enter either the oldest expansion or the regulation marks, not both."
        ),
        CardRefusal.GROUP_TOO_SMALL: _("Enter at least two cards, one per line."),
        CardRefusal.UPDATE_ADDRESS: _(
            "Cards cannot be fetched from %(address)s: the address must be on the Internet and use https. "
            "Ask the person who runs this installation to correct it."
        ),
        CardRefusal.UPDATE_TOO_LARGE: _(
            "There is more to fetch than one update can handle. Nothing was changed. Import a file of "
            "the cards instead."
        ),
        CardRefusal.UPDATE_UNREACHABLE: _(
            "%(address)s cannot be reached. Nothing was changed. Check the connection to the Internet, or import a "
            "file."
        ),
        CardRefusal.UPDATE_UNREADABLE: _(
            "%(address)s responds, but without card data. Nothing was changed. Try again later, or "
            "import a file."
        ),
        CardRefusal.TABLE_TWICE: _("This entry is already in the table. Change the one that is there."),
    }
)

REASONS: dict[str, str | Promise] = {
    RowFault.SET_MISSING: _("no set"),
    RowFault.NUMBER_MISSING: _("no number"),
    RowFault.NAME_MISSING: _("no English name"),
    RowFault.TOO_LONG: _("a field is too long"),
    RowFault.DATE_INVALID: _("not a date"),
    RowFault.NO_SUCH_DAY: _("a day that does not exist"),
    RowFault.ROW_INVALID: _("not a card"),
    RowFault.NAME_UNKNOWN: _("no card of this English name"),
}
"""Reasons to refuse a row, by code."""

STAGES: dict[str, str | Promise] = {
    "read": _("Reading the file"),
    "fetch": _("Fetching expansions"),
    "cards": _("Writing cards"),
    "names": _("Writing names"),
    "texts": _("Writing texts"),
}
"""The stages of an import."""


COLUMN_WORDS: dict[str, str | Promise] = {
    "ace_spec": _("ACE SPEC"),
    "announced": _("no longer just a name"),
    "basic": _("Basic Pokémon"),
    "basic_energy": _("basic Energy"),
    "evolves_from": _("evolves from"),
    "hp": _("HP"),
    "key": _("name"),
    "limit": _("limit of copies"),
    "mark": _("regulation mark"),
    "name": _("name"),
    "not_tournament_legal": _("not tournament legal"),
    "prism_star": _("Prism Star"),
    "radiant": _("Radiant"),
    "restored": _("Restored Pokémon"),
    "star": _("Pokémon ★"),
    "subtypes": _("subtypes"),
    "supertype": _("kind of card"),
    "text_key": _("text"),
    "types": _("types"),
}
"""Names of a card's columns, for lists of changes."""


def card_change_text(change: Change) -> str:
    """Describe a change of a card: "Snivy mep 49: new" or "…: regulation mark, HP"."""
    label = f"{change.name} {change.expansion} {change.number}"
    columns = ", ".join(dict.fromkeys(str(COLUMN_WORDS.get(name, name)) for name in change.columns))
    return f"{label}: {columns or pgettext('card', 'new')}"


def catalogue_update_texts() -> Iterator[str]:
    """Yield sentences that describe the effects of an update."""
    yield gettext(
        "Stadium asks %(address)s for expansions and cards. Nothing about events or people is sent."
    ) % {"address": catalogue.card_source_address()}
    yield gettext("What is missing here is added. Cards fixed by hand are not changed.")
    yield gettext(
        "Deck lists are checked again. The journal and the deck lists page show which verdicts changed; "
        "after round 1 the version in use does not change."
    )


def refused_row_reason_text(code: str) -> str:
    """Describe the reason for refusing a row."""
    return str(REASONS.get(code, code))


def import_result_texts(report: CardImportReport) -> Iterator[str]:
    """Yield sentences about the result of an import: expansions, cards, names and rows left out."""
    new_expansions, cards, names = report.expansions, report.cards, report.names
    if new_expansions:
        yield ngettext("%(n)s new expansion.", "%(n)s new expansions.", new_expansions) % {
            "n": new_expansions
        }
    yield _("Cards: %(added)s added, %(changed)s changed, %(unchanged)s unchanged.") % {
        "added": cards.added,
        "changed": cards.changed,
        "unchanged": cards.unchanged,
    }
    if cards.edited:
        yield ngettext(
            "%(n)s card corrected by staff was not changed.",
            "%(n)s cards corrected by staff were not changed.",
            cards.edited,
        ) % {"n": cards.edited}
    yield _("Names in other languages: %(added)s added, %(changed)s changed, %(unchanged)s unchanged.") % {
        "added": names.added,
        "changed": names.changed,
        "unchanged": names.unchanged,
    }
    left_out = report.left_out
    yield ngettext("%(n)s row skipped.", "%(n)s rows skipped.", left_out) % {"n": left_out}
