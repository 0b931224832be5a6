"""A fact table of the card catalogue as a spreadsheet, with the same columns as its page."""

from datetime import date
from html import unescape

import django_tables2 as tables
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django_tables2.utils import Accessor

from cards.tables.facts import FactLinkColumn, FactTable
from core.documents.sheet import Text
from core.documents.spreadsheets import DAY, Field, Value, spreadsheet_file

WIDE, WIDTH = 40, 22


def fact_table_spreadsheet(table: FactTable, title: Text, kind: str) -> tuple[bytes, str]:
    """Return the rows of a table as a "csv" or "xlsx" file, and the content type."""
    fields = [
        Field(column.verbose_name, WIDTH, DAY)
        if isinstance(column.column, tables.DateColumn)
        else Field(column.verbose_name, WIDE if isinstance(column.column, FactLinkColumn) else WIDTH)
        for column in table.columns
    ]
    lines = ([_cell_value(row, column) for column in table.columns] for row in table.rows)
    return spreadsheet_file(kind, str(title), fields, lines)


def _cell_value(row: tables.rows.BoundRow, column: tables.columns.BoundColumn) -> Value:
    """Return a date or number unchanged, and any other cell as text without markup.

    A missing date is the default text of its column, or None if that is a dash.
    """
    if isinstance(column.column, tables.DateColumn):
        day = Accessor(column.accessor).resolve(row.record, quiet=True)
        if isinstance(day, date):
            return day
        return None if column.default == "–" else str(column.default)
    cell = row.get_cell_value(column.name)
    if isinstance(cell, SafeString):
        return " ".join(unescape(strip_tags(cell)).split())
    return cell if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)
