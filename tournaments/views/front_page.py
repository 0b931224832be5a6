"""The front page of an event: information for players, tasks for the staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_countries import countries

from core.requests import HomeRequest
from tournaments import hooks, queries, scopes
from tournaments.access import event_page
from tournaments.engine.features import MAX_PLAYERS
from tournaments.engine.kinds import EDITIONS
from tournaments.labels import format_text
from tournaments.models import Tournament
from tournaments.queries import AnnouncementRow
from tournaments.queries.divisions import DivisionRow, division_rows
from tournaments.queries.events import are_all_rounds_played
from tournaments.views import small_event
from tournaments.views.schedule import ScheduleLines, schedule_lines
from tournaments.views.small_event import Step as SmallEventStep
from tournaments.views.todo import Todo, todos

NEWEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFrontPage:
    """Data of the front page.

    `days` are the event's days of the month, "28–29". `sign_up` is the sentence about registration, or "" if
    players cannot register. `path` has the steps of a small event, and is empty for other events and for readers
    who may not run it. `is_outgrown` is True if a small event has so many players that the page proposes to show
    all pages.
    """

    days: str
    place: str
    divisions: Sequence[DivisionRow]
    players: int
    started: bool
    over: bool
    path: Sequence[SmallEventStep]
    is_outgrown: bool
    todos: Sequence[Todo]
    news: Sequence[AnnouncementRow]
    has_more_news: bool
    schedule: ScheduleLines
    facts: Sequence[tuple[str, Any]]
    sign_up: str

    @property
    def has_nothing_to_show(self) -> bool:
        """Whether the event has not started, and has no tasks, announcements or schedule."""
        return not (self.started or self.todos or self.news or self.schedule.lines)

    @property
    def has_primary_todo(self) -> bool:
        """Whether the first task is the page's main action: the event has no players and no steps."""
        return not self.players and not self.path


@require_safe
@event_page(as_bytes=True, shows=(scopes.players_scope,))
def event(request: HomeRequest, event: Tournament) -> HttpResponse:
    """Show when, where and what is played, the announcements, and after the last round the winners.

    Staff also see their open tasks and, for a small event, its steps.
    """
    can = request.can
    divisions = division_rows(event)
    announcements = queries.announcement_rows(event)
    schedule = schedule_lines(event)
    started = any(row.started_at for row in divisions)
    players = sum(row.players for row in divisions)
    is_small = event.features is not None and can["view"]
    over = started and are_all_rounds_played(event)
    if schedule.lines or not started:
        # How late the schedule is, and whether players can register, changes as time passes.
        request.live.depend_on_time()
    if over:
        request.live.add_content(scopes.results_scope(event.pk))  # the decks of the winners
    front = EventFrontPage(
        days=days_text(event, schedule),
        place=event_place_text(event),
        divisions=[row for row in divisions if row.players or row.started_at or not started],
        players=players,
        started=started,
        over=over,
        path=small_event.small_event_steps(event, divisions, can=can) if is_small else [],
        is_outgrown=is_small and can["organize"] and players > MAX_PLAYERS,
        todos=todos(event, divisions, announcements, is_planned=bool(schedule.lines), can=can),
        news=announcements[:NEWEST],
        has_more_news=len(announcements) > NEWEST,
        schedule=schedule,
        facts=event_facts(event),
        sign_up=""
        if started
        else next(filter(None, (sign_up_text(event) for sign_up_text in hooks.sign_ups)), ""),
    )
    return render(request, "tournaments/event.html", {"front": front, "page": "event"})


def days_text(event: Tournament, planned: ScheduleLines) -> str:
    """Return the days of the month on which an event is played: "28" or "28–29".

    The last day is that of the last planned item; it is omitted if it is in another month.
    """
    first = localtime(event.starts_at).date()
    last = max((localtime(line.planned).date() for line in planned.lines), default=first)
    if first < last and (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{last.day}"
    return str(first.day)


def event_place_text(event: Tournament) -> str:
    """Return the place as text: "Harbour Hall, Rotterdam, Netherlands"."""
    country = str(countries.name(str(event.country)) or "")
    return ", ".join(filter(None, (event.venue, event.city, country)))


def event_facts(event: Tournament) -> list[tuple[str, Any]]:
    """List the label and value of every fact that is set, the most important for players first."""
    rounds = f"{event.get_best_of_display()}, {_minutes_text(event.round_minutes)}"
    if event.structure == Tournament.Structure.ELIMINATION:
        rounds = str(event.get_structure_display())
    cut = f"{event.get_cut_best_of_display()}, {_minutes_text(event.cut_round_minutes)}"
    if event.structure == Tournament.Structure.SWISS:
        cut = ""
    # The rules on the end of a round are and M-061.
    rules = EDITIONS[event.edition]
    turns = _("Finish the turn, then %(turns)d more turns") % {"turns": rules.extra_turns}
    if rules.window_minutes:
        turns += ", " + _("within %(minutes)d minutes") % {"minutes": rules.window_minutes}
    rows = [
        (_("Start"), date_format(localtime(event.starts_at), "l j F Y, H:i")),
        (_("Venue"), event_place_text(event)),
        (_("Kind"), event.get_kind_display()),
        (_("Format"), format_text(event)),
        (_("Decks"), event.get_play_style_display()),
        (_("Rounds"), rounds),
        (_("Top cut"), cut),
        (_("After time"), turns),
        (_("Class"), event.get_event_class_display()),
        (_("Rules"), event.get_edition_display()),
        (_("Sanction number"), event.sanction_id),
    ]
    return [(name, value) for name, value in rows if value]


def _minutes_text(minutes: int) -> str:
    return _("%(minutes)d minutes") % {"minutes": minutes} if minutes else _("without a time limit")
