"""The report of an event as tables of text, the same on its page and on paper."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from core.wording import NOTHING
from floor.models import JudgeCall
from floor.queries.event_summary import EventSummary
from floor.queries.event_summary.attendance import DivisionAttendance
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from floor.words.queue_words import duration_text
from pairings.models import Extension
from pairings.queries.bracket import cut_titles
from pairings.words import round_names
from tournaments.models import StaffMember
from tournaments.words.entrants import entrant_title

Text = str | Promise


MOST_COLUMNS = 4
"""Number of columns that a phone shows side by side."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A column of a table. `share` is its share of the width on paper; numbers are aligned to the right."""

    title: Text
    share: float
    is_number: bool = True


@dataclass(frozen=True, slots=True)
class Section:
    """A table of the report: its title, a sentence about it, columns and rows.

    `page` is the URL name of the page that shows the same, and `link` its name; both are "" without one.
    """

    key: str
    title: Text
    note: str
    headings: Sequence[Heading]
    rows: Sequence[Sequence[str]]
    page: str
    link: Text

    @property
    def is_wide(self) -> bool:
        """Whether a phone has no room for its columns side by side."""
        return len(self.headings) > MOST_COLUMNS

    @property
    def lines(self) -> list[list[tuple[Heading, str]]]:
        """The rows with the heading of each cell."""
        return [list(zip(self.headings, row, strict=True)) for row in self.rows]


def summary_sections(summary: EventSummary) -> list[Section]:
    """Return the tables of the report in order, without those that would be empty."""
    titles = cut_titles.cut_round_titles_of_event(summary.event)
    sections = (
        _attendance_section(summary),
        _days_section(summary, titles),
        _drops_section(summary, titles),
        _rounds_section(summary, titles),
        _penalties_section(summary),
        _extensions_section(summary),
        _disputes_section(summary),
        _calls_section(summary),
        _checks_section(summary),
        _staff_section(summary),
    )
    return [section for section in sections if section.rows]


def summary_figures(summary: EventSummary) -> list[tuple[int, str]]:
    """Return the figures at the head of the report with their names."""
    return [
        (
            sum(row.played for row in summary.divisions),
            str(entrant_title(gettext_lazy("Players who played"))),
        ),
        (len(summary.rounds), _("Rounds")),
        (summary.penalties.given, _("Penalties")),
        (summary.calls.figures.calls, _("Judge calls")),
        (sum(row.done for row in summary.checks), _("Decks checked")),
    ]


def _attendance_section(summary: EventSummary) -> Section:
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


def _days_section(summary: EventSummary, titles: Mapping[tuple[int, int], str]) -> Section:
    rows = [
        [
            date_format(row.day, "l j F"),
            str(row.division),
            _range_text(
                round_names.number_or_title(titles, row.division.pk, row.first_round),
                round_names.number_or_title(titles, row.division.pk, row.last_round),
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


def _drops_section(summary: EventSummary, titles: Mapping[tuple[int, int], str]) -> Section:
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


def _rounds_section(summary: EventSummary, titles: Mapping[tuple[int, int], str]) -> Section:
    zone = ZoneInfo(summary.event.timezone)
    delays = [row.late_minutes for row in summary.rounds if row.late_minutes is not None]
    late = [minutes for minutes in delays if minutes > 0]
    note = _("The schedule has no times of rounds.")
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
            round_names.number_or_title(titles, row.division.pk, row.number),
            _time_text(row.planned_start, zone),
            _time_text(row.started_at, zone),
            NOTHING if row.late_minutes is None else f"{row.late_minutes:+d}" if row.late_minutes else "0",
            str(row.planned_minutes) if row.planned_minutes else NOTHING,
            NOTHING if row.actual_minutes is None else str(row.actual_minutes),
            str(row.tables),
            str(row.no_shows),
            f"{row.extensions} ({_minutes_text(row.extension_seconds)})" if row.extensions else "0",
        ]
        for row in summary.rounds
    ]
    return Section(
        "rounds",
        _("Rounds"),
        note + " " + _("A round runs from its posting to its closing; lengths and delays are in minutes."),
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


def _penalties_section(summary: EventSummary) -> Section:
    penalties, levels = summary.penalties, summary.penalties.levels
    rows = [
        [
            str(INFRACTION_NAMES.get(infraction, infraction)),
            *(str(penalties.by_infraction.get((infraction, level.value), 0)) for level in levels),
            str(sum(penalties.by_infraction.get((infraction, level.value), 0) for level in levels)),
        ]
        for infraction in penalties.infractions
    ]
    if rows:
        counts = [
            sum(count for (_code, of), count in penalties.by_infraction.items() if of == level.value)
            for level in levels
        ]
        rows.append([_("Total"), *map(str, counts), str(penalties.given)])
        for attendance in summary.divisions if len(summary.divisions) > 1 else ():
            key = attendance.division.pk
            counts = [penalties.by_division.get((key, level.value), 0) for level in levels]
            rows.append([str(attendance.division), *map(str, counts), str(sum(counts))])
    share = 0.66 / (len(levels) + 1)
    return Section(
        "penalties",
        _("Penalties"),
        _("Without withdrawn ones (%(withdrawn)d). Waiting for the head judge: %(waiting)d.")
        % {"withdrawn": penalties.withdrawn, "waiting": penalties.unconfirmed},
        (
            Heading(_("Infraction"), 0.34, is_number=False),
            *(Heading(LEVEL_NAMES[level], share) for level in levels),
            Heading(_("Total"), share),
        ),
        rows,
        "floor:penalties",
        _("Penalties"),
    )


def _extensions_section(summary: EventSummary) -> Section:
    labels = dict(Extension.Cause.choices)
    extensions = summary.extensions
    rows = [
        [
            str(labels.get(row.cause, row.cause)),
            str(row.count),
            _minutes_text(row.seconds),
            _minutes_text(row.longest),
        ]
        for row in extensions.rows
    ]
    if len(rows) > 1:
        sums = (_minutes_text(extensions.seconds), _minutes_text(extensions.longest))
        rows.append([_("Total"), str(extensions.count), *sums])
    return Section(
        "extensions",
        _("Time extensions"),
        _("Without withdrawn ones, and without tables where a judge still is."),
        (
            Heading(_("Cause"), 0.4, is_number=False),
            Heading(_("Number"), 0.2),
            Heading(_("In all"), 0.2),
            Heading(_("Longest"), 0.2),
        ),
        rows,
        "floor:floor",
        pgettext("link", "Tables"),
    )


def _disputes_section(summary: EventSummary) -> Section:
    disputes = summary.disputes
    row = [
        str(disputes.count),
        str(disputes.settled),
        _wait_text(disputes.mean_seconds, disputes.settled),
        _wait_text(disputes.longest, disputes.settled),
    ]
    return Section(
        "disputes",
        _("Results in dispute"),
        _("From the second report to the decision."),
        (
            Heading(_("Number"), 0.25),
            Heading(_("Decided"), 0.25),
            Heading(_("Mean time"), 0.25),
            Heading(_("Longest"), 0.25),
        ),
        [row] if disputes.count else [],
        "pairings:disputes",
        _("Results in dispute"),
    )


def _calls_section(summary: EventSummary) -> Section:
    labels, calls = dict(JudgeCall.Reason.choices), summary.calls
    rows = [
        [
            str(labels.get(row.reason, row.reason)),
            str(row.count),
            duration_text(row.mean_wait),
            duration_text(row.longest_wait),
        ]
        for row in calls.rows
    ]
    if len(rows) > 1:
        total = (duration_text(calls.figures.wait), duration_text(calls.longest_wait))
        rows.append([_("Total"), str(calls.figures.calls), *total])
    return Section(
        "calls",
        _("Judge calls"),
        _("A call waits until a judge takes it. Closed after %(time)s on average.")
        % {"time": duration_text(calls.figures.whole)}
        if calls.figures.whole
        else _("A call waits until a judge takes it."),
        (
            Heading(_("Reason"), 0.4, is_number=False),
            Heading(_("Number"), 0.2),
            Heading(_("Mean wait"), 0.2),
            Heading(_("Longest wait"), 0.2),
        ),
        rows,
        "floor:calls",
        _("Calls and queue"),
    )


def _checks_section(summary: EventSummary) -> Section:
    rows = [
        [
            str(row.division),
            *map(str, (row.decks, row.target, row.done, row.before, max(0, row.target - row.done))),
        ]
        for row in summary.checks
    ]
    if len(rows) > 1:
        sums = zip(*(map(int, row[1:]) for row in rows), strict=True)
        rows.append([_("Total"), *(str(sum(column)) for column in sums)])
    return Section(
        "checks",
        _("Deck checks"),
        _("The target is %(percent)d%% of the decks of each division, rounded up.")
        % {"percent": summary.check_target},
        (
            Heading(_("Division"), 0.3, is_number=False),
            Heading(_("Decks"), 0.12),
            Heading(_("Target"), 0.12),
            Heading(pgettext("decks", "Checked"), 0.14),
            Heading(_("Only before the event"), 0.18),
            Heading(pgettext("deck checks", "Missing"), 0.14),
        ),
        rows,
        "checks:checks",
        _("Deck checks"),
    )


def _staff_section(summary: EventSummary) -> Section:
    labels = dict(StaffMember.Role.choices)
    rows = [[str(labels.get(row.role, row.role)), row.name] for row in summary.staff]
    return Section(
        "staff",
        _("Staff"),
        "",
        (Heading(_("Role"), 0.4, is_number=False), Heading(_("Name"), 0.6, is_number=False)),
        rows,
        "",
        "",
    )


def _range_text(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def _time_text(moment: datetime | None, zone: ZoneInfo) -> str:
    return date_format(moment.astimezone(zone), "D H:i") if moment else NOTHING


def _minutes_text(seconds: int) -> str:
    """Format a time in whole minutes, rounded to the nearest."""
    return _("%(n)d min") % {"n": round(seconds / 60)}


def _wait_text(seconds: int, count: int) -> str:
    return duration_text(seconds) if count else NOTHING
