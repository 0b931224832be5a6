"""Compare the creation of sheets and spreadsheets with a bare canvas and openpyxl's write-only writer.

    python -m benchmarks.documents               4,096 players, and the memory of 1,000 and of 4,096
    python -m benchmarks.documents --quick       512 players, no memory

A bare canvas draws every string of the finished sheets at its position, in the same embedded fonts and sizes, but no QR
codes, boxes or lines. The write-only writer writes the same values in rows without styles. Stadium and the alternative
take turns in creating the same file in one process, and the CPU time is measured. Memory is the peak of a process that
creates one file, including its rows. Only compare ratios of one run, never milliseconds of two runs. Exits with 1 if a
claim fails.
"""

import argparse
import gc
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import django

from core.documents import drawn_text

PLAYERS, SMALLER, TURNS = 4_096, 1_000, 5
MAX_CANVAS, MAX_WRITER, MAX_MEMORY = 2.0, 1.5, 1.1
FIRST_NAMES = ("Maya", "José", "Kateřina", "Nguyễn", "Дмитро", "Zoë", "Guðmundur", "みゆき", "민준", "Amelie")
LAST_NAMES = (
    "Okonkwo",
    "García López",
    "Łuczyńska",
    "Thị Hồng",
    "Шевченко",
    "Þórsson",
    "山田",
    "김",
    "Smith-Jones",
)
TIE_BREAKS = {"owp": 0.6328, "oowp": 0.5511}
PEAK = re.compile(r"VmHWM:\s*(\d+)")
String = tuple[str, str, float, float, float]
"""Text, font, size, x and y."""


def generate_benchmark_round(players: int) -> list[Any]:
    """Generate a round of `players` players, two per table, with names in several scripts."""
    from pairings.engine.display_rows import EntryPerson, MatchRow
    from pairings.engine.outcomes import Outcome

    names = zip(cycle(FIRST_NAMES), cycle(LAST_NAMES), range(players), strict=False)
    people = [
        EntryPerson(number, first_name, f"{last_name} {number}", number % 22, "4-2-1", "Masters")
        for first_name, last_name, number in names
    ]
    pairs = zip(people[::2], people[1::2], strict=True)
    return [MatchRow(table, table, *pair, Outcome.PENDING) for table, pair in enumerate(pairs, start=1)]


def sheet_builders(players: int) -> dict[str, Callable[[], list[Any]]]:
    """Map the name of each document to a function that builds its sheets."""
    from core.engine.sheet_heads import SheetHead
    from pairings.documents.attendance_list import AttendanceListSheet
    from pairings.documents.pairings import PairingsByName, PairingsByTableSheet
    from pairings.documents.slips import MatchSlips
    from pairings.documents.standings import StandingsSheet
    from pairings.engine.display_rows import StandingRow
    from tournaments.engine.roster_rows import AttendanceListRow

    rows, now = generate_benchmark_round(players), datetime(2026, 6, 13, 14, 5, tzinfo=UTC)
    head = SheetHead(
        "Harbour City Spring Cup", "Masters", "Round 7 of 9", now, "https://stadium.example/e/cup"
    )
    links = {row.match_id: f"https://stadium.example/e/harbour-city/7/{row.table}" for row in rows}
    people = [person for row in rows for person in (row.left, row.right)]

    @cache
    def standings_rows() -> list[StandingRow]:
        return [
            StandingRow(place, person, 4, 2, 1, TIE_BREAKS) for place, person in enumerate(people, start=1)
        ]

    @cache
    def roster() -> list[AttendanceListRow]:
        return [
            AttendanceListRow(person.entry_id, person.first_name, person.last_name, "Masters", "5123456")
            for person in people
        ]

    def names() -> list[Any]:
        return [PairingsByName(head, rows)]

    def tables() -> list[Any]:
        return [PairingsByTableSheet(head, rows)]

    def slips() -> list[Any]:
        return [MatchSlips(head, rows, links=links, best_of=3)]

    return {
        "slips": slips,
        "round pack": lambda: [*names(), *tables(), *slips()],
        "pairings by name": names,
        "pairings by table": tables,
        "standings": lambda: [StandingsSheet(head, standings_rows())],
        "door list": lambda: [AttendanceListSheet(head, roster())],
    }


def render_all(sheets: list[Any]) -> None:
    for sheet in sheets:
        sheet.render()


@contextmanager
def recording_strings(pages: list[list[String]]) -> Iterator[None]:
    """Append the strings of each drawn page to `pages`, including the strings of reused forms."""
    from reportlab.pdfgen.canvas import Canvas

    forms: dict[str, list[String]] = {}
    original_methods = {
        name: getattr(Canvas, name) for name in ("beginForm", "endForm", "doForm", "_startPage")
    }
    show: Any = drawn_text.draw_text_piece
    open_lists: list[list[String]] = [[]]

    def record_string(
        canvas: Any, x: float, y: float, piece: str, face: str, size: float, **options: Any
    ) -> None:
        open_lists[-1].append((piece, face, size, x, y))
        show(canvas, x, y, piece, face, size, **options)

    def begin_form(canvas: Any, name: str, *options: Any) -> None:
        open_lists.append(forms.setdefault(name, []))
        original_methods["beginForm"](canvas, name, *options)

    def end_form(canvas: Any, **options: Any) -> None:
        open_lists.pop()
        original_methods["endForm"](canvas, **options)

    def do_form(canvas: Any, name: str) -> None:
        open_lists[-1].extend(forms.get(name, ()))
        original_methods["doForm"](canvas, name)

    def start_page(canvas: Any) -> None:
        if open_lists[0]:
            pages.append(open_lists[0])
            open_lists[0] = []
        original_methods["_startPage"](canvas)

    drawn_text.draw_text_piece = record_string
    for name, replacement in {
        "beginForm": begin_form,
        "endForm": end_form,
        "doForm": do_form,
        "_startPage": start_page,
    }.items():
        setattr(Canvas, name, replacement)
    try:
        yield
    finally:
        drawn_text.draw_text_piece = show
        for name, method in original_methods.items():
            setattr(Canvas, name, method)


def draw_strings_without_stadium(pages: list[list[String]]) -> bytes:
    """Draw the strings on a ReportLab canvas, in the way that its user guide recommends."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = BytesIO()
    canvas = Canvas(buffer, pageCompression=1, invariant=1)
    for page in pages:
        for piece, face, size, x, y in page:
            canvas.setFont(face, size)
            canvas.drawString(x, y, piece)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def spreadsheet_writers(players: int) -> tuple[Callable[[], bytes], Callable[[], bytes]]:
    """Return two functions that write standings and a round to a workbook: Stadium's, and a write-only one."""
    from openpyxl import Workbook

    from core.engine.sheet_heads import SheetHead
    from pairings.documents.workbook import (
        PAIRING_FIELDS,
        STANDING_FIELDS,
        build_workbook,
        pairing_cells,
        standing_cells,
    )
    from pairings.engine.display_rows import StandingRow

    rows = generate_benchmark_round(players)
    people = [person for row in rows for person in (row.left, row.right)]
    places = [StandingRow(place, person, 4, 2, 1, TIE_BREAKS) for place, person in enumerate(people, start=1)]
    head = SheetHead("Harbour City Spring Cup", "", "", datetime(2026, 6, 13, 14, 5, tzinfo=UTC))
    lists = (
        ("Masters", STANDING_FIELDS, [standing_cells(row) for row in places]),
        ("Round 7", PAIRING_FIELDS, [pairing_cells(row) for row in rows]),
    )

    def ours() -> bytes:
        return build_workbook(head, standings=[("Masters", places)], pairings=[("Round 7", rows)])

    def plain() -> bytes:
        book, buffer = Workbook(write_only=True), BytesIO()
        for title, fields, lines in lists:
            sheet = book.create_sheet(title)
            sheet.append([str(field.title) for field in fields])
            for line in lines:
                sheet.append(line)
        book.save(buffer)
        return buffer.getvalue()

    return ours, plain


def compare_times(
    ours: Callable[[], bytes], plain: Callable[[], bytes], turns: int
) -> tuple[float, float, float]:
    """Return the median milliseconds of `ours` and of `plain`, and the median of their ratios."""
    all_times: list[tuple[float, float]] = []
    for _turn in range(turns):
        turn_times = []
        for work in (ours, plain):
            gc.collect()
            start = time.process_time()
            work()
            turn_times.append((time.process_time() - start) * 1000)
        all_times.append((turn_times[0], turn_times[1]))
    our_times, plain_times = zip(*all_times, strict=True)
    return (
        median(our_times),
        median(plain_times),
        median(our_time / plain_time for our_time, plain_time in all_times),
    )


def peak_memory(document: str, players: int) -> float:
    """Return the peak memory in MB of a process that creates one document."""
    command = [sys.executable, "-m", "benchmarks.documents", "--peak", document, "--players", str(players)]
    process = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(process.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=PLAYERS, help="players of the round (4,096)")
    parser.add_argument("--turns", type=int, default=TURNS, help="turns of each document (5)")
    parser.add_argument("--quick", action="store_true", help="512 players, 3 turns, no memory")
    parser.add_argument("--peak", help="make this document alone and print the peak of the memory in MB")
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    players, turns = (512, 3) if options.quick else (options.players, options.turns)
    if options.peak:
        spreadsheet_writers(players)[0]() if options.peak == "XLSX" else render_all(
            sheet_builders(players)[options.peak]()
        )
        print(int(PEAK.findall(Path("/proc/self/status").read_text())[0]) / 1024)
        return
    builders = sheet_builders(players)
    ours, plain = spreadsheet_writers(players)
    claims: list[tuple[bool, str]] = []
    print(f"{'document':>18}{'ours ms':>10}{'bare ms':>10}{'×':>7}")

    def claim(document: str, most: float, ours: Callable[[], bytes], plain: Callable[[], bytes]) -> None:
        """Compare Stadium with the alternative, print the times, and add the claim to `claims`."""
        our_milliseconds, plain_milliseconds, ratio = compare_times(ours, plain, turns)
        print(
            f"{document:>18}{our_milliseconds:>10,.0f}{plain_milliseconds:>10,.0f}{ratio:>7.2f}", flush=True
        )
        claims.append((ratio <= most, f"{document}: {ratio:.2f} times the bare one, at most {most:g}"))

    for document, build in builders.items():
        pages: list[list[String]] = []
        with recording_strings(pages):
            render_all(build())
        claim(document, MAX_CANVAS, lambda: render_all(build()), lambda: draw_strings_without_stadium(pages))  # noqa: B023
    claim("XLSX", MAX_WRITER, ours, plain)
    for document in () if options.quick else ("slips", "round pack", "standings", "XLSX"):
        small, large = peak_memory(document, SMALLER), peak_memory(document, PLAYERS)
        claims.append(
            (
                large / small <= MAX_MEMORY,
                f"{document}: {small:.0f} MB with {SMALLER:,} players, {large:.0f} MB with {PLAYERS:,}: "
                f"{large / small:.2f} times, at most {MAX_MEMORY:g}",
            )
        )
    print()
    for holds, text in claims:
        print(f"{'holds' if holds else 'FAILS'}  {text}")
    sys.exit(not all(holds for holds, _text in claims))


if __name__ == "__main__":
    main()
