"""Lists as files, read back: the rows of a CSV, the cells of a workbook, by the titles of their columns."""

import csv
from io import BytesIO, StringIO
from typing import Any

from django.test import Client
from openpyxl import load_workbook


def in_csv(client: Client, address: str, **query: str) -> list[dict[str, str]]:
    """The rows of the list at `address` without its ending."""
    data = client.get(f"{address}.csv", query).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(data)))


def in_workbook(client: Client, address: str, **query: str) -> list[dict[str, Any]]:
    """The same rows as the cells of the workbook."""
    sheet = load_workbook(BytesIO(client.get(f"{address}.xlsx", query).content)).worksheets[0]
    titles = [str(cell.value) for cell in sheet[1]]
    return [dict(zip(titles, row, strict=True)) for row in sheet.iter_rows(min_row=2)]
