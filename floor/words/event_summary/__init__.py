"""The report of an event as tables of text, the same on its page and on paper."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from floor.queries.event_summary import EventSummary
from floor.words.event_summary.attendance import (
    attendance_section,
    days_section,
    drops_section,
    rounds_section,
)
from floor.words.event_summary.floor_work import (
    calls_section,
    checks_section,
    disputes_section,
    extensions_section,
    penalties_section,
    staff_section,
)
from floor.words.event_summary.sections import Section
from pairings.queries.bracket import cut_titles
from tournaments.words.entrants import entrant_title


def summary_sections(summary: EventSummary) -> list[Section]:
    """Return the tables of the report in order, without those that would be empty."""
    titles = cut_titles.cut_round_titles_of_event(summary.event)
    sections = (
        attendance_section(summary),
        days_section(summary, titles),
        drops_section(summary, titles),
        rounds_section(summary, titles),
        penalties_section(summary),
        extensions_section(summary),
        disputes_section(summary),
        calls_section(summary),
        checks_section(summary),
        staff_section(summary),
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
