"""The public list of reprints as a spreadsheet: one row for each older printing."""

from django.utils.translation import gettext as _

from cards.queries.legal_reprints import Reprints
from cards.tables.reprints import BECAUSE
from core.documents.spreadsheets import Field, spreadsheet_file


def reprints_spreadsheet(reprints: Reprints, kind: str) -> tuple[bytes, str]:
    """Return the reprints as a file of the `kind` "csv" or "xlsx", and the content type."""
    fields = (
        Field(_("Name"), 36),
        Field(_("Older printing"), 16),
        Field(_("Played as"), 16),
        Field(_("Reason"), 36),
    )
    lines = ([row.name, old, row.new, str(BECAUSE[row.by])] for row in reprints.rows for old in row.old)
    return spreadsheet_file(kind, _("Legal reprints"), fields, lines)
