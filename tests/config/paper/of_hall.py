"""The sheets of the hall: open tables, announcements, confiscated cards, notices for the wall."""

from collections.abc import Sequence
from datetime import timedelta
from itertools import cycle
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext

from core.documents.sheet import Sheet
from floor import pocket_book
from floor.documents.check_in_sheet import CheckInSheet
from floor.documents.code_poster import Code, CodePoster
from floor.documents.confiscation_receipt import ConfiscationReceipt
from floor.documents.event_summary import EventSummarySheet
from floor.documents.open_tables import OpenTableSheet
from floor.documents.opening_checklist import OpeningChecklist, Topic
from floor.documents.penalties import PenaltySheet
from floor.documents.pocket_book import PocketBook
from floor.engine.penalties import PenaltyLevel
from floor.models import Confiscation, Penalty
from floor.queries.floor_board import TableNow
from floor.queries.open_tables import EmptySeat, OpenTables, TableRow
from floor.queries.opening_settings import Opening, PlannedDivision
from floor.words.event_summary.sections import Heading, Section
from floor.words.opening_words import announcement_topics
from floor.words.penalty_words import INFRACTION_NAMES
from pairings.engine.display_rows import EntryPerson
from tests.config.paper.people import ADDRESS, EVENT, HALL, entry, matches
from tests.papers import HEAD


def open_tables(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    now = HEAD.printed_at
    states = ("extension", "missing", "extraturns", "deckcheck", "playing")
    tables = tuple(
        TableRow(
            TableNow(row.match_id, 1, row.match_id, state, row.left.name, row.right.name, 4),
            now,
            late=row.match_id % 2 == 0,
        )
        for row, state in zip(matches(of), cycle(states), strict=False)
        if row.right
    )
    seats = (EmptySeat(1, of[0].name, now - timedelta(minutes=3), ()),)
    found = OpenTables((), tables, seats, tuple(one.sort_name for one in of))
    return OpenTableSheet(HALL, found, ZoneInfo("Europe/Oslo"), paper=paper)


def penalties(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    note = (
        "Drew one card too many at the start of the turn; noticed at once by both players and put back. " * 2
    )
    levels, infractions = cycle(PenaltyLevel), cycle(INFRACTION_NAMES)
    sheet = PenaltySheet(HALL, (), paper=paper)
    sheet.rows = [
        Penalty(
            tournament=EVENT,
            entry=entry(one),
            round_number=3,
            infraction=next(infractions),
            level=next(levels).value,
            note=note,
            by_name=of[-1].name,
            at=HEAD.printed_at,
            withdrawn_at=HEAD.printed_at if one.dropped else None,
        )
        for one in of
    ]
    return sheet


def confiscation(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    row = Confiscation(
        tournament=EVENT,
        entry=entry(of[-1]),
        cards="\n".join(
            f"1 Hisuian Zoroark VSTAR SIT TG{number:02}, counterfeit" for number in range(min(len(of), 20))
        ),
        reason="The cards are not genuine: their backs are darker, and the text of the attack differs.",
        by_name=of[0].name,
        at=HEAD.printed_at,
    )
    return ConfiscationReceipt(HALL, row, paper=paper)


def poster(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    pages = (("Event", ""), ("Pairings", "/pairings"), ("My table and result", "/my"))
    codes = [Code(title, ADDRESS + page, (ADDRESS.removeprefix("https://") + page,)) for title, page in pages]
    wifi = Code(
        "Wi-Fi",
        "WIFI:T:WPA;S:Harbour;P:x;;",
        ("Harbour City Convention Center, guests", "Password: 12345678"),
    )
    return CodePoster(HALL, [wifi, *codes], paper=paper)


def check_in(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    lines = (
        gettext("Or type these letters on your page, under Check in."),
        gettext("Until %(at)s, then at the desk") % {"at": "10:30"},
    )
    title = gettext("Check in: %(code)s") % {"code": "KMPXT"}
    return CheckInSheet(HALL, [Code(title, f"{ADDRESS}/arrive?code=KMPXT", lines)], paper=paper)


def opening(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    divisions = tuple(PlannedDivision(age, 9, 32, 19) for age in ("junior", "senior", "masters"))
    names = tuple(one.name for one in of[:3])
    told = ("Lunch is after round 4. Bags stay with you.",)
    found = Opening(EVENT, names, divisions, told, True, True, HEAD.printed_at, True)
    return OpeningChecklist(
        HALL, [Topic(title, points) for title, points in announcement_topics(found)], paper=paper
    )


def book(edition: str, _of: Sequence[EntryPerson], paper: Any) -> Sheet:
    return PocketBook(
        HALL,
        pocket_book.pocket_book_cards_by_topic(list(pocket_book.find_pocket_book_cards(edition))),
        edition,
        paper=paper,
    )


def event_report(of: Sequence[EntryPerson], paper: Any) -> Sheet:
    headings = (
        Heading(gettext("Judge"), 0.5, is_number=False),
        Heading(gettext("Calls"), 0.25),
        Heading(gettext("Deck checks"), 0.25),
    )
    rows = [(one.name, "12", "4") for one in of]
    sections = [Section("staff", gettext("Staff"), "", headings, rows, "", "")]
    return EventSummarySheet(HALL, sections, paper=paper)
