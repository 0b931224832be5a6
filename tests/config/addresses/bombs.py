"""Small files that expand to more data than any reader should accept."""

import io
import json
import struct
import zipfile
import zlib
from functools import cache

from openpyxl import Workbook


def zipped(name: str, megabytes: int) -> bytes:
    made = io.BytesIO()
    with (
        zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(name, "w") as part,
    ):
        for _megabyte in range(megabytes):
            part.write(bytes(1024 * 1024))
    return made.getvalue()


@cache
def unpacking_workbook() -> bytes:
    """Return a workbook of a few hundred kilobytes with a table of 120 MB."""
    return zipped("xl/worksheets/sheet1.xml", 120)


@cache
def repeating_workbook() -> bytes:
    """Return a workbook in which 3,600 cells share a text of 30,000 letters: 108 MB when written out, 200 kB
    unpacked.
    """
    spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    rows = '<row><c t="s"><v>0</v></c>' + '<c t="s"><v>1</v></c>' * 39 + "</row>"
    parts = {
        "sharedStrings": f'<sst xmlns="{spreadsheet}"><si><t>Name</t></si><si><t>{"Ana " * 7_500}</t></si></sst>',
        "worksheets/sheet1": f'<worksheet xmlns="{spreadsheet}"><sheetData>{rows * 92}</sheetData></worksheet>',
    }
    made = io.BytesIO()
    Workbook().save(made)
    with zipfile.ZipFile(made) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    files |= {f"xl/{name}.xml": text for name, text in parts.items()}
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    files["[Content_Types].xml"] = files["[Content_Types].xml"].replace("</Types>", override)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return made.getvalue()


def packed_zeros() -> bytes:
    """Return a gzip file that expands to 257 MB."""
    packer = zlib.compressobj(9, wbits=31)
    piece = bytes(1024 * 1024)
    return b"".join([*(packer.compress(piece) for _megabyte in range(257)), packer.flush()])


def card_archive() -> bytes:
    return zipped("cards/en/base1.json", 40)


def wide_picture(kind: str = "png") -> bytes:
    """Return an image whose header of 100 bytes declares 36 million pixels."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = struct.pack(">IIBBBBB", 6_000, 6_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b""))
        + chunk(b"IEND", b"")
    )


def entities() -> bytes:
    """Return XML whose entities expand to 10,000,000,000 letters."""
    named = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 11))
    return f'<!DOCTYPE tournament [<!ENTITY e0 "x">{named}]><tournament>&e10;</tournament>'.encode()


def nested() -> bytes:
    return b'{"moves": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"


def many_backs() -> bytes:
    return json.dumps({"moves": [{"kind": "undo_move"}] * 201}).encode()


def wide_csv() -> bytes:
    """Return one row of 40,000 cells."""
    return b"Name" + b",a" * 40_000


def wide_rows() -> bytes:
    """Return rows of 4,000 cells each, below valid titles."""
    return b"First name,Last name\n" + (b"a," * 4_000 + b"a\n") * 50


def commas() -> bytes:
    """Return a million and a half empty cells."""
    return b"First name,Last name\nAna,Silva" + b"," * 1_500_000


@cache
def wide_workbook() -> bytes:
    """Return a workbook of 10 rows of 4,000 cells."""
    return _sheet("<row>" + "<c><v>7</v></c>" * 4_000 + "</row>", 10)


@cache
def blank_workbook() -> bytes:
    """Return a workbook of 2.5 million cells that contain only a blank."""
    return _sheet("<row>" + "<c/>" * 5_000 + "</row>", 500)


@cache
def tall_workbook() -> bytes:
    """Return a workbook of 300,000 rows of one cell."""
    return _sheet("<row><c><v>7</v></c></row>", 300_000)


@cache
def styled_workbook() -> bytes:
    """Return a workbook with 300,000 styles and one cell."""
    return _with_part("xl/styles.xml", "<xf/>" * 600_000)


def _sheet(row: str, rows: int) -> bytes:
    spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    text = f'<worksheet xmlns="{spreadsheet}"><sheetData>{row * rows}</sheetData></worksheet>'
    return _with_part("xl/worksheets/sheet1.xml", text)


def _with_part(part: str, text: str) -> bytes:
    made = io.BytesIO()
    Workbook().save(made)
    with zipfile.ZipFile(made) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()} | {part: text}
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()
