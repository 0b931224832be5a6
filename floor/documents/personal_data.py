"""Everything stored of a person as a ZIP file: JSON for programs, CSV and an HTML page to read, unchanged photos."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from core.documents.spreadsheets import csv_text

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def archive(name: str, rows: Rows, files: Iterable[tuple[str, Callable[[], bytes]]]) -> bytes:
    """Build the ZIP file. `files`: names inside it and functions that read their contents; lost files are left out."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as book:
        book.writestr("data.json", json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        book.writestr("data.html", page(name, rows))
        for title, some in rows.items():
            if some:
                # UTF-8 with a byte order mark, for spreadsheets.
                lines = [list(some[0]), *([_text(value) for value in row.values()] for row in some)]
                book.writestr(f"{title}.csv", csv_text(lines).encode("utf-8-sig"))
        for inside, read in files:
            try:
                book.writestr(inside, read())
            except OSError:
                continue
    return file.getvalue()


def page(name: str, rows: Rows) -> str:
    """All rows on one HTML page, a table for each category, readable with only a browser."""
    there = ((_words(title), _table(some)) for title, some in rows.items() if some)
    tables = format_html_join("\n", "<h2>{}</h2>\n{}", there)
    return format_html(
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>'
        "<body><h1>{title}</h1>\n{tables}</body></html>\n",
        title=_("Data stored about %(name)s") % {"name": name},
        style="body{font:16px sans-serif;margin:2rem}table{border-collapse:collapse}"
        "th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top;white-space:pre-wrap}",
        tables=tables,
    )


def _table(rows: Sequence[Mapping[str, Any]]) -> str:
    head = format_html_join("", "<th>{}</th>", ((_words(name),) for name in rows[0]))
    body = format_html_join(
        "\n",
        "<tr>{}</tr>",
        ((format_html_join("", "<td>{}</td>", ((_text(value),) for value in row.values())),) for row in rows),
    )
    return format_html("<table><tr>{}</tr>\n{}</table>", head, body)


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
