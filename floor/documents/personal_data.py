"""All data stored about a person as a ZIP file: JSON for programs, CSV and HTML to read, and the original photos."""

import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.files import File
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from core.documents.spreadsheets import csv_text

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def personal_data_archive(name: str, rows: Rows, files: Iterable[tuple[str, File]]) -> bytes:
    """Build the ZIP file about one person. `rows` maps categories to their rows.

    `files` pairs names inside the ZIP file with stored files; missing files are left out.
    """
    archive_bytes = BytesIO()
    with ZipFile(archive_bytes, "w", ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
        archive.writestr("data.html", personal_data_page(name, rows))
        for category, category_rows in rows.items():
            if category_rows:
                # Spreadsheet programs recognize UTF-8 by its byte order mark.
                lines = [
                    list(category_rows[0]),
                    *([_cell_text(value) for value in row.values()] for row in category_rows),
                ]
                archive.writestr(f"{category}.csv", csv_text(lines).encode("utf-8-sig"))
        for path, file in files:
            try:
                with file.open("rb") as content:
                    archive.writestr(path, content.read())
            except OSError:
                continue
    return archive_bytes.getvalue()


def personal_data_page(name: str, rows: Rows) -> str:
    """Build one HTML page with a table for each category, which any browser can show offline."""
    sections = []
    for category, category_rows in rows.items():
        if category_rows:
            header = format_html_join("", "<th>{}</th>", ((_heading(name),) for name in category_rows[0]))
            cells = [
                format_html_join("", "<td>{}</td>", ((_cell_text(value),) for value in row.values()))
                for row in category_rows
            ]
            body = format_html_join("\n", "<tr>{}</tr>", ((row_cells,) for row_cells in cells))
            sections.append((_heading(category), header, body))
    tables = format_html_join("\n", "<h2>{}</h2>\n<table><tr>{}</tr>\n{}</table>", sections)
    return format_html(
        '<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>{title}</title><style>{style}</style></head>'
        "<body><h1>{title}</h1>\n{tables}</body></html>\n",
        title=_("Data stored about %(name)s") % {"name": name},
        style="body{font:16px sans-serif;margin:2rem}table{border-collapse:collapse}"
        "th,td{border:1px solid #999;padding:.3rem .6rem;text-align:left;vertical-align:top;white-space:pre-wrap}",
        tables=tables,
    )


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False)
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _heading(name: str) -> str:
    return name.replace("_", " ").capitalize()
