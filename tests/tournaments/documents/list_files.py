"""Lists as files, read by the titles of their columns: the rows of a CSV and the cells of a workbook."""

import csv
from io import BytesIO, StringIO
from typing import Any

from django.test import Client
from openpyxl import load_workbook


def in_csv(client: Client, address: str, **query: str) -> list[dict[str, str]]:
    """Return the rows of the CSV list at `address`, given without its extension."""
    data = client.get(f"{address}.csv", query).content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(data)))


def in_workbook(client: Client, address: str, **query: str) -> list[dict[str, Any]]:
    """Return the same rows as the cells of the workbook."""
    sheet = load_workbook(BytesIO(client.get(f"{address}.xlsx", query).content)).worksheets[0]
    titles = [str(cell.value) for cell in sheet[1]]
    return [dict(zip(titles, row, strict=True)) for row in sheet.iter_rows(min_row=2)]
