"""The cells of a table row, rendered in Python, since templates take seconds for a thousand rows."""

from typing import Any

from django import template
from django.template import Context
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]

from core.tables.quick_table import CellTags, cell_tags_of_column

register = template.Library()


@register.simple_tag(takes_context=True)
def cells(context: Context, row: Any) -> SafeString:
    """Render every cell of a django-tables2 row. A cell in a column with a `scope` is a row header."""
    tags_by_column: dict[str, CellTags] = vars(row.table).setdefault("tags_by_column", {})
    html_cells: list[str] = []
    for column, cell in row.items():
        cell_tags = tags_by_column.get(column.name)
        if cell_tags is None:
            cell_tags = cell_tags_of_column(column)
            attrs = column.column.attrs.get("td", column.column.attrs.get("cell", {}))
            if not any(callable(value) for value in attrs.values()):
                tags_by_column[column.name] = cell_tags  # the same for every row
        text: Any = cell
        if not isinstance(cell, str):
            # The value is shown as `{{ cell }}` would show it, with `|localize` or `|unlocalize` if the column says so.
            use_l10n = context.use_l10n if column.localize is None else column.localize
            text = localize(template_localtime(cell, context.use_tz), use_l10n=use_l10n)
        html_cells.append(f"{cell_tags[0]}{conditional_escape(text)}{cell_tags[1]}")
    return mark_safe("\n".join(html_cells))  # noqa: S308 - each cell is escaped by its column  # nosec B308 B703
