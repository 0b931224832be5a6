"""Tables of the report about players and rounds."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from core.text_parts import NOTHING
from floor.queries.event_summary import EventSummary
from floor.queries.event_summary.attendance import DivisionAttendance
from floor.words.event_summary.sections import Heading, Section, minutes_text
from pairings.words import round_names
from tournaments.words.entrants import entrant_title

Titles = Mapping[tuple[int, int], str]
"""Titles of the rounds of the cut, from `cut_titles.cut_round_titles_of_event`."""


def attendance_section(summary: EventSummary) -> Section:
    """Return the players of each division: registered, checked in, no-shows, played, left."""
    rows = [_attendance_row(str(row.division), [row]) for row in summary.divisions]
    if len(rows) > 1:
        rows.append(_attendance_row(_("Total"), summary.divisions))
    return Section(
        "attendance",
        _("Attendance"),
        _("A no-show was never checked in and is in no round."),
        (
            Heading(_("Division"), 0.24, is_number=False),
            Heading(_("Registered"), 0.11),
            Heading(_("Checked in"), 0.11),
            Heading(_("No-shows"), 0.11),
            Heading(pgettext("players", "Played"), 0.1),
            Heading(_("Dropped"), 0.11),
            Heading(_("Disqualified"), 0.12),
            Heading(_("Still in"), 0.1),
        ),
        rows,
        "tournaments:players",
        _("Players"),
    )


def _attendance_row(name: str, rows: Sequence[DivisionAttendance]) -> list[str]:
    names = ("registered", "checked_in", "no_shows", "played", "dropped", "disqualified", "finished")
    return [name, *(str(sum(getattr(row, column) for row in rows)) for column in names)]


def days_section(summary: EventSummary, titles: Titles) -> Section:
    """Return the players and rounds of each division on each day."""
    rows = [
        [
            date_format(row.day, "l j F"),
            str(row.division),
            _range_text(
                round_names.round_number_or_title(titles, row.division.pk, row.first_round),
                round_names.round_number_or_title(titles, row.division.pk, row.last_round),
            ),
            str(row.players),
        ]
        for row in summary.days
    ]
    return Section(
        "days",
        _("Days"),
        "",
        (
            Heading(_("Day"), 0.34, is_number=False),
            Heading(_("Division"), 0.26, is_number=False),
            Heading(_("Rounds"), 0.26, is_number=False),
            Heading(entrant_title(gettext_lazy("Players")), 0.14),
        ),
        rows,
        "tournaments:schedule",
        _("Schedule"),
    )


def drops_section(summary: EventSummary, titles: Titles) -> Section:
    """Return the drops of each division by round."""
    rows = [
        [
            str(row.division),
            round_names.round_title(titles, row.division.pk, number) if number else _("Before round 1"),
            str(count),
        ]
        for row in summary.divisions
        for number, count in row.drops.items()
    ]
    return Section(
        "drops",
        _("Drops by round"),
        _("The round that was current when a player dropped."),
        (
            Heading(_("Division"), 0.4, is_number=False),
            Heading(_("Round"), 0.4, is_number=False),
            Heading(_("Drops"), 0.2),
        ),
        rows,
        "tournaments:players",
        _("Players"),
    )


def rounds_section(summary: EventSummary, titles: Titles) -> Section:
    """Return the planned and actual times of each round, and the delays in a sentence."""
    zone = ZoneInfo(summary.event.timezone)
    delays = [row.late_minutes for row in summary.rounds if row.late_minutes is not None]
    late = [minutes for minutes in delays if minutes > 0]
    note = _("The schedule has no round times.")
    if delays:
        note = ngettext(
            "%(late)d of %(n)d planned round started late.",
            "%(late)d of %(n)d planned rounds started late.",
            len(delays),
        ) % {"late": len(late), "n": len(delays)}
        if late:
            note += " " + _("The longest delay: %(n)d min.") % {"n": max(late)}
    rows = [
        [
            str(row.division),
            round_names.round_number_or_title(titles, row.division.pk, row.number),
            _time_text(row.planned_start, zone),
            _time_text(row.started_at, zone),
            NOTHING if row.late_minutes is None else f"{row.late_minutes:+d}" if row.late_minutes else "0",
            str(row.planned_minutes) if row.planned_minutes else NOTHING,
            NOTHING if row.actual_minutes is None else str(row.actual_minutes),
            str(row.tables),
            str(row.no_shows),
            f"{row.extensions} ({minutes_text(row.extension_seconds)})" if row.extensions else "0",
        ]
        for row in summary.rounds
    ]
    return Section(
        "rounds",
        _("Rounds"),
        note + " " + _("A round lasts from posting to closing; lengths and delays are in minutes."),
        (
            Heading(_("Division"), 0.15, is_number=False),
            Heading(_("Round"), 0.14, is_number=False),
            Heading(_("Planned"), 0.11),
            Heading(_("Posted"), 0.11),
            Heading(pgettext("round", "Late"), 0.07),
            Heading(_("Planned length"), 0.09),
            Heading(_("Length"), 0.08),
            Heading(pgettext("count", "Tables"), 0.07),
            Heading(_("No-shows"), 0.08),
            Heading(_("Time extensions"), 0.1),
        ),
        rows,
        "tournaments:schedule",
        _("Schedule"),
    )


def _range_text(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def _time_text(moment: datetime | None, zone: ZoneInfo) -> str:
    return date_format(moment.astimezone(zone), "D H:i") if moment else NOTHING
