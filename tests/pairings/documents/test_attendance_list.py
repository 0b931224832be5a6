from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from core.engine.sheet_heads import SheetHead
from pairings.documents.attendance_list import AttendanceListSheet
from tests.papers import pages
from tournaments.engine.roster_rows import AttendanceListRow

HEAD = SheetHead(
    "Harbour City Spring Cup", "", "", datetime(2026, 6, 13, 9, 0, tzinfo=ZoneInfo("Europe/Oslo"))
)


def roster(count):
    return [AttendanceListRow(n, f"First{n}", f"Last{n:03}", "Masters", f"5{n:06}") for n in range(count)]


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(("count", "sheets"), [(0, 1), (64, 1), (65, 2), (300, 5)])
def test_64_names_to_a_page_in_two_columns(count, sheets, size):
    texts = pages(AttendanceListSheet(HEAD, roster(count), paper=size).render())
    assert len(texts) == sheets
    assert all("Attendance list" in text and "Player ID" in text for text in texts)


def test_names_in_order_with_player_id_and_note():
    rows = [
        AttendanceListRow(1, "Zoë", "Zhou", "Masters"),
        AttendanceListRow(2, "Maya", "Ångström", "Junior", "5123456", note="deck list missing"),
    ]
    (text,) = pages(AttendanceListSheet(HEAD, rows).render())
    assert text.index("Ångström, Maya") < text.index("Zhou, Zoë")
    assert "\n".join(("Ångström, Maya", "deck list missing", "Junior", "5123456")) in text


def test_nobody_yet():
    (text,) = pages(AttendanceListSheet(HEAD, []).render())
    assert "No players yet." in text


def test_without_address_there_is_no_code():
    (text,) = pages(AttendanceListSheet(HEAD, roster(1)).render())
    assert "This page on your phone" not in text
