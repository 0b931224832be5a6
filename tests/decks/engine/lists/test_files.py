"""Lists from files: text, CSV and spreadsheets, and what is refused."""

import io
import zipfile
from collections.abc import Sequence

import pytest
from openpyxl import Workbook

from core.engine.refused import Refused
from decks.engine.lists import ReadList, read_list_file, table_cells_as_lines
from decks.engine.lists.files import MAX_FILE_SIZE
from decks.engine.lists.reading import MAX_LINES
from decks.engine.lists.tables import BOUNDS

Found = list[tuple[int, int | None, str, str, str]]
WANTED: Found = [(2, 4, "Ultra Ball", "BRS", "150"), (3, 2, "Iono", "PAL", "185")]


def book(rows: Sequence[Sequence[object]], *, before: Sequence[Sequence[object]] = ()) -> bytes:
    """Return a spreadsheet of rows; `before` fills a sheet in front of it."""
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for row in before:
        sheet.append(list(row))
    sheet = workbook.create_sheet()
    for row in rows:
        sheet.append(list(row))
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()


def repacked(data: bytes, **changed: bytes) -> bytes:
    """Return the spreadsheet with changed XML in the last sheet or in another part."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            body = old.read(name)
            new.writestr(name, changed["sheet"] if name.endswith("sheet2.xml") else body)
    return out.getvalue()


def found(read: ReadList) -> Found:
    return [(line.number, line.quantity, line.name, line.set_code, line.card_number) for line in read.lines]


@pytest.mark.parametrize(
    "text",
    [
        "Quantity,Name,Set,Number\n4,Ultra Ball,BRS,150\n2,Iono,PAL,185\n",
        "qty;card;expansion;no\r\n4;Ultra Ball;BRS;150\r\n2;Iono;PAL;185",
        "Anzahl\tKarte\tSet\tNummer\n4\tUltra Ball\tBRS\t150\n2\tIono\tPAL\t185",
        'Cantidad,Nombre,Expansión,Número\n"4","Ultra Ball","BRS","150"\n2,Iono,PAL,185',
        "Set,Number,Name,Count\nBRS,150,Ultra Ball,4x\nPAL,185,Iono,2",
        "Quantity,Name\n4,Ultra Ball BRS 150\n2,Iono PAL 185",
        "sep=;\nQuantity;Name;Set;Number\n4;Ultra Ball;BRS;150\n2;Iono;PAL;185",
        "\n4,Ultra Ball,BRS,150\n2,Iono,PAL,185",
        "Pokémon: 0\n4 Ultra Ball BRS 150\n2 Iono PAL 185",
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_csv(text: str, encoding: str) -> None:
    assert found(read_list_file(text.encode(encoding), "list.csv")) == WANTED


@pytest.mark.parametrize(
    "text",
    [
        "Name\tQuantity\tSet\tNumber\nUltra Ball\t4\tBRS\t150\nIono\t2\tPAL\t185\n",
        "Carta\tCantidad\r\nUltra Ball BRS 150\t4\r\nIono PAL 185\t2",
        "My deck\t\n\nNumber\tSet\tName\tCount\n150\tBRS\tUltra Ball\t4x\n185\tPAL\tIono\t2",
    ],
)
def test_cells_pasted_from_a_spreadsheet_become_lines(text: str) -> None:
    assert [one for one in table_cells_as_lines(text).splitlines() if one] == [
        "4 Ultra Ball BRS 150",
        "2 Iono PAL 185",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "4\tUltra Ball\tBRS\t150\n2\tIono\tPAL\t185",
        "Quantity\tName\n",
        "Quantity Name\n4 Iono",
        'Name\tQuantity\n"Iono\t4',
        "Name\tQuantity\n" + "Iono\t1\n" * 1_001,
    ],
)
def test_any_other_pasted_text_stays_as_it_is(text: str) -> None:
    assert table_cells_as_lines(text) == text


def test_csv_with_sections_total_and_notes() -> None:
    read = read_list_file(
        b"Section,Quantity,Name,Foil,Language\nEnergy,3,Fire Energy,yes,FR\n,,Trainer: 1,,\n,1,Iono,,\n"
        b",,by Somebody,,\n,x,Judge,,\n,,Total: 4,,\n",
        "list.csv",
    )
    assert [(line.section, line.quantity, line.foil, line.language) for line in read.lines] == [
        ("energy", 3, True, "fr"),
        ("trainer", 1, False, None),
        ("trainer", None, False, None),
        ("trainer", None, False, None),
    ]
    assert (read.total, read.announced_total, read.source) == (4, 4, "csv")


def test_csv_with_a_quotation_mark_that_does_not_close_is_read_line_by_line() -> None:
    read = read_list_file(b'Quantity,Name\n4,"Ultra Ball\n2,Iono\n', "list.csv")
    assert read.total == 6


@pytest.mark.parametrize(
    "rows",
    [
        [["Quantity", "Name", "Set", "Number"], [4, "Ultra Ball", "BRS", 150], [2.0, "Iono", "PAL", "185"]],
        [["My deck"], [4, "Ultra Ball", "BRS", 150], [2, "Iono", "PAL", 185]],
        [["My deck"], ["4 Ultra Ball BRS 150"], ["2x Iono PAL 185"]],
    ],
)
def test_xlsx(rows: list[list[object]]) -> None:
    read = read_list_file(book(rows), "list.xlsx")
    assert (found(read), read.source) == (WANTED, "xlsx")


def test_a_blank_sheet_in_front_is_passed_over() -> None:
    assert read_list_file(book([["4 Iono"]]), "list.xlsx").total == 4
    assert read_list_file(book([["4 Iono"]], before=[["3 Judge"]]), "list.xlsx").total == 3


def test_formulas_are_never_evaluated() -> None:
    read = read_list_file(
        book([["Quantity", "Name"], ["=2+2", "Iono"], [1, '=HYPERLINK("http://x","Judge")']]), "l.xlsx"
    )
    assert [(line.quantity, line.name) for line in read.lines] == [(None, "Iono")]
    text = read_list_file(b"Quantity,Name\n=2+2,Iono\n1,=cmd|x\n", "l.csv")
    assert [(line.quantity, line.name) for line in text.lines] == [(None, "Iono"), (1, "=cmd|x")]


def test_text_files_and_names_that_do_not_fit() -> None:
    assert read_list_file("4 Pokégear 3.0".encode("cp1252"), "list.txt").lines[0].name == "Pokégear 3.0"
    assert read_list_file(book([["4 Iono"]]), "list.txt").total == 4
    assert read_list_file(b"4 Iono", "list").total == 4


SHEET = (
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    b'<row r="99999999999"><c r="A99999999999"><v>1</v></c></row></sheetData></worksheet>'
)
ENTITIES = (
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">'
    b'<!ENTITY c "&b;&b;&b;&b;">]>'
    b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    b'<row r="1"><c r="A1" t="str"><v>&c;</v></c></row></sheetData></worksheet>'
)


@pytest.mark.parametrize(
    ("data", "filename", "code"),
    [
        (b"", "list.txt", "LIST_EMPTY"),
        (b" \r\n", "list.csv", "LIST_EMPTY"),
        (book([]), "list.xlsx", "LIST_EMPTY"),
        (b"a" * (MAX_FILE_SIZE + 1), "list.txt", "LIST_TOO_BIG"),
        (b"4 Iono\n" * 60_000, "list.txt", "LIST_TOO_BIG"),
        (b"Quantity,Name\n" + b"4,Iono\n" * (MAX_LINES + 1), "list.csv", "LIST_TOO_LONG"),
        (book([["4 Iono"]] * (MAX_LINES + 1)), "list.xlsx", "LIST_TOO_LONG"),
        (repacked(book([]), sheet=b" " * (BOUNDS.unpacked + 1)), "list.xlsx", "LIST_TOO_BIG"),
        (repacked(book([]), sheet=ENTITIES), "list.xlsx", "LIST_UNREADABLE"),
        (repacked(book([]), sheet=b"<worksheet"), "list.xlsx", "LIST_UNREADABLE"),
        (repacked(book([]), sheet=SHEET), "list.xlsx", "LIST_EMPTY"),
        (b"PK\x03\x04nonsense", "list.xlsx", "LIST_UNREADABLE"),
        (b"%PDF-1.7 ...", "list.pdf", "LIST_KIND_UNKNOWN"),
        (b"\xd0\xcf\x11\xe0", "list.xls", "LIST_KIND_UNKNOWN"),
        (b"\x01\x02\x00" * 99, "list.bin", "LIST_KIND_UNKNOWN"),
    ],
)
def test_refused(data: bytes, filename: str, code: str) -> None:
    with pytest.raises(Refused) as refused:
        read_list_file(data, filename)
    assert refused.value.code == code


def test_the_name_of_a_file_is_shown_without_its_folders() -> None:
    with pytest.raises(Refused) as refused:
        read_list_file(b"%PDF", "C:\\lists\\mine.pdf")
    assert refused.value.facts == {"filename": "mine.pdf"}
