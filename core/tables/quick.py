"""Lists of a thousand rows in a django-tables2 table: cells are joined without a template for each."""

from collections.abc import Iterator
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

Opening = tuple[str, str]
"""An opening tag with attributes, and its closing tag."""


def safe(value: object) -> str:
    """A value as HTML: markup stays, everything else is escaped, lazy text is resolved."""
    return value if isinstance(value, SafeString) else escape(str(value))


def opening(column: Any) -> Opening:
    """The tag of a cell of a bound column; a `scope` makes it the header of its row.

    Only a table that becomes cards on a phone needs ARIA roles, and labels on its cells.
    """
    worn = column.attrs["td"]
    tag, role = ("th", "rowheader") if worn.get("scope") else ("td", "cell")
    if not becomes_cards(column._table):
        worn.pop("data-label", None)
        return format_html("<{} {}>", tag, worn.as_html()), f"</{tag}>"
    label = "" if "data-label" in worn or tag == "th" else format_html(' data-label="{}"', column.header)
    return format_html('<{} role="{}" {}{}>', tag, role, worn.as_html(), label), f"</{tag}>"


def becomes_cards(table: tables.Table) -> bool:
    """Whether rows are shown as cards on a phone."""
    return "cards" in str(table.attrs.get("class", "")).split()


class QuickTable(tables.Table):
    """A table in which every column has a `render_NAME(record)` or its own `render(record)`.

    Its template is "components/quick_table.html", which writes `lines`.
    """

    first = 0
    """The number of the first row in a long list, used for row ids such as "row-201"; 0 for none."""

    is_part = False
    """Whether the list has more pages."""

    class Meta:
        template_name = "components/quick_table.html"

    def lines(self) -> Iterator[SafeString]:
        """Yield the rows in order, as HTML."""
        columns = [
            (*opening(column), getattr(self, f"render_{column.name}", column.column.render))
            for column in self.columns
        ]
        role = ' role="row"' if becomes_cards(self) else ""
        for number, record in enumerate(self.data):
            cells = "\n".join(
                f"{begins}{safe(render(record=record))}{ends}" for begins, ends, render in columns
            )
            worn = "".join(f' {name}="{safe(value)}"' for name, value in self._worn(record, number))
            line = f"<tr{role}{worn}>\n{cells}</tr>{self.after(record, number)}"
            yield mark_safe(line)  # noqa: S308 - cells and attributes are escaped  # nosec B308 B703

    def _worn(self, record: Any, number: int) -> Iterator[tuple[str, object]]:
        if self.first:
            yield "id", f"row-{self.first + number}"
        for name, value in {"class": "", **self.row_attrs}.items():
            worn = value(record) if callable(value) else value
            yield name, f"{worn} {'odd' if number % 2 else 'even'}".strip() if name == "class" else worn

    def after(self, record: Any, number: int) -> SafeString:
        """HTML after a row; override for a row that expands."""
        return SafeString("")
