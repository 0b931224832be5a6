"""Tables for long lists in django-tables2. Cells are joined without rendering a template for each."""

from collections.abc import Iterator
from html import escape
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

CellTags = tuple[str, str]
"""The opening tag of a cell, with its attributes, and the closing tag."""


def escape_value(value: object) -> str:
    """Return a value as HTML: safe strings are unchanged, and all other text is escaped."""
    return value if isinstance(value, SafeString) else escape(str(value))


def cell_tags_of_column(column: Any) -> CellTags:
    """Return the opening tag and the closing tag of the cells in a bound column.

    The cells of a column with a `scope` are row headers. Only tables that are shown as cards on a phone have
    ARIA roles and labels on their cells.
    """
    attributes = column.attrs["td"]
    tag, role = ("th", "rowheader") if attributes.get("scope") else ("td", "cell")
    if not becomes_cards(column._table):
        attributes.pop("data-label", None)
        return format_html("<{} {}>", tag, attributes.as_html()), f"</{tag}>"
    label = (
        "" if "data-label" in attributes or tag == "th" else format_html(' data-label="{}"', column.header)
    )
    return format_html('<{} role="{}" {}{}>', tag, role, attributes.as_html(), label), f"</{tag}>"


def becomes_cards(table: tables.Table) -> bool:
    """Return whether the rows of a table are shown as cards on a phone."""
    return "cards" in str(table.attrs.get("class", "")).split()


class QuickTable(tables.Table):
    """A table in which every column has a `render_NAME(record)` or a `render(record)`.

    Its template is "components/quick_table.html", which writes `lines`.
    """

    first = 0
    """The number of the first row in a long list, used for row ids such as "row-201"; 0 if rows have no ids."""

    is_part = False
    """Whether the table shows one page of a longer list."""

    class Meta:
        template_name = "components/quick_table.html"

    def lines(self) -> Iterator[SafeString]:
        """Yield the rows in order, as HTML."""
        columns = [
            (*cell_tags_of_column(column), getattr(self, f"render_{column.name}", column.column.render))
            for column in self.columns
        ]
        role = ' role="row"' if becomes_cards(self) else ""
        for number, record in enumerate(self.data):
            cells = "\n".join(
                f"{opening_tag}{escape_value(render(record=record))}{closing_tag}"
                for opening_tag, closing_tag, render in columns
            )
            attributes = f' id="row-{self.first + number}"' if self.first else ""
            for name, attribute in {"class": "", **self.row_attrs}.items():
                value = attribute(record) if callable(attribute) else attribute
                if name == "class":
                    value = f"{value} {'odd' if number % 2 else 'even'}".strip()
                attributes += f' {name}="{escape_value(value)}"'
            line = f"<tr{role}{attributes}>\n{cells}</tr>{self.after(record, number)}"
            yield mark_safe(line)  # noqa: S308 - cells and attributes are escaped  # nosec B308 B703

    def after(self, record: Any, number: int) -> SafeString:
        """Return HTML to insert after the row of a record. Tables with expandable rows override this."""
        return SafeString("")
