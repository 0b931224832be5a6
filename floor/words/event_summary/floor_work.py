"""Tables of the report about the work of judges and staff."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.text_parts import NOTHING
from floor.models import JudgeCall
from floor.queries.event_summary import EventSummary
from floor.words.event_summary.sections import Heading, Section, minutes_text
from floor.words.penalty_words import INFRACTION_NAMES, LEVEL_NAMES
from floor.words.queue_words import duration_text
from pairings.models import Extension
from tournaments.models import StaffMember


def penalties_section(summary: EventSummary) -> Section:
    """Return the penalties by infraction and level, with sums of all and of each division."""
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
        _("Not counting withdrawn ones (%(withdrawn)d). Waiting for the head judge: %(waiting)d.")
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


def extensions_section(summary: EventSummary) -> Section:
    """Return the time extensions by cause."""
    labels = dict(Extension.Cause.choices)
    extensions = summary.extensions
    rows = [
        [
            str(labels.get(row.cause, row.cause)),
            str(row.count),
            minutes_text(row.seconds),
            minutes_text(row.longest),
        ]
        for row in extensions.rows
    ]
    if len(rows) > 1:
        sums = (minutes_text(extensions.seconds), minutes_text(extensions.longest))
        rows.append([_("Total"), str(extensions.count), *sums])
    return Section(
        "extensions",
        _("Time extensions"),
        _("Not counting withdrawn ones, or tables where a judge still is."),
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


def disputes_section(summary: EventSummary) -> Section:
    """Return the number of disputed results, and the times until they were decided."""
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


def calls_section(summary: EventSummary) -> Section:
    """Return the judge calls by reason, with their waiting times."""
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
        _("The wait ends when a judge takes the call. Closed after %(time)s on average.")
        % {"time": duration_text(calls.figures.whole)}
        if calls.figures.whole
        else _("The wait ends when a judge takes the call."),
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


def checks_section(summary: EventSummary) -> Section:
    """Return the deck checks of each division against the target (R-035, R-038)."""
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


def staff_section(summary: EventSummary) -> Section:
    """Return the staff with their roles."""
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


def _wait_text(seconds: int, count: int) -> str:
    return duration_text(seconds) if count else NOTHING
