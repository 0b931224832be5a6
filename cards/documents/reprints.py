"""The public list of reprints as a spreadsheet: one row for each older printing."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from cards.queries.legal_reprints import Reprints
from cards.tables.reprints import BECAUSE
from core.documents.spreadsheets import Field, Value, as_file


def spreadsheet(found: Reprints, kind: str) -> tuple[bytes, str]:
    """The reprints as "csv" or "xlsx", and the content type."""
    fields = (
        Field(_("Name"), 36),
        Field(_("Older printing"), 16),
        Field(_("Played as"), 16),
        Field(_("Reason"), 36),
    )
    return as_file(kind, _("Legal reprints"), fields, _lines(found))


def _lines(found: Reprints) -> Iterator[list[Value]]:
    for row in found.rows:
        for old in row.old:
            yield [row.name, old, row.new, str(BECAUSE[row.by])]
