"""The cells of a row, written in one go: a page of a thousand rows must not take seconds."""

from typing import Any

from django import template
from django.template import Context
from django.utils.formats import localize
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import template_localtime  # type: ignore[attr-defined]

from core.tables.quick import Opening, opening

register = template.Library()


@register.simple_tag(takes_context=True)
def cells(context: Context, row: Any) -> SafeString:
    """Write every cell of a row of django-tables2; a column with a `scope` gives the row its header."""
    known: dict[str, Opening] = vars(row.table).setdefault("openings", {})
    cells = "\n".join(_cell(context, column, cell, known) for column, cell in row.items())
    return mark_safe(cells)  # noqa: S308 - each cell is escaped by its column  # nosec B308 B703


def _cell(context: Context, column: Any, cell: object, known: dict[str, Opening]) -> str:
    begins, ends = known.get(column.name) or _opening(column, known)
    text: Any = cell
    if not isinstance(cell, str):
        # As `{{ cell }}` shows it, with `|localize` or `|unlocalize` if the column asks for it.
        use_l10n = context.use_l10n if column.localize is None else column.localize
        text = localize(template_localtime(cell, context.use_tz), use_l10n=use_l10n)
    return f"{begins}{conditional_escape(text)}{ends}"


def _opening(column: Any, known: dict[str, Opening]) -> Opening:
    """The tag of a cell, cached for the column unless an attribute depends on the row."""
    made = opening(column)
    attrs = column.column.attrs.get("td", column.column.attrs.get("cell", {}))
    if not any(callable(value) for value in attrs.values()):
        known[column.name] = made
    return made
