"""Updates of an open desk: rows of single tables and figures, instead of the whole page."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import prefetch_related_objects
from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from core.models import JournalEvent
from core.navigation import Step
from core.requests import StaffRequest
from pairings.models import Match, Round
from pairings.queries.desk import desk_rows
from pairings.queries.desk.desk_changes import ChangesSinceDesk, changes_of_division_since, changes_since
from pairings.queries.desk.desk_rows import TableFigures
from pairings.queries.desk.division_state import divisions_for_desk, load_division_state
from pairings.queries.reports.clocks import MARKS
from pairings.queries.rounds.division_rounds import find_round_of_event, is_of_only_division, rounds_in_state
from pairings.templatetags.match_rows import MatchLine
from pairings.views import division_tabs, latest_changes, round_heading
from pairings.views.latest_changes import LastChanges
from pairings.views.reports import clock, reports_panel
from pairings.views.reports.reports_panel import RoundReports
from pairings.views.rounds import desk_tables, hall_desk, round_urls
from pairings.views.rounds.grouping_panel import DivisionCard
from pairings.words import round_names
from tournaments.access import event_page, get_division_or_404
from tournaments.models import Division, Tournament

CHANGES = 5
"""Number of latest changes sent."""


@require_GET
@event_page("run")
def desk_news(request: StaffRequest, event: Tournament, division: int, number: int) -> HttpResponse:
    """Return the updates of a round's desk, or 204 if nothing changed or the round was undone."""
    round_ = find_round_of_event(event, division, number)
    if round_ is None:
        # Raise Http404 for a division of another event. Otherwise, the round was undone.
        get_division_or_404(event, division)
        return HttpResponse(status=204)
    return _desk_updates(request, event, round_)


@require_GET
@event_page("run")
def hall_news(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Return the updates of the desk of all divisions, or 204 without changes."""
    return _desk_updates(request, event, None)


def _desk_updates(request: StaffRequest, event: Tournament, round_: Round | None) -> HttpResponse:
    """Return the updates of a desk, or 204 if nothing changed.

    `round_`: round of the desk, or None for all divisions.
    """
    divisions = list(event.divisions.all()) if round_ is None else [round_.division]
    changes = _changes_since_page(request.GET, divisions)
    # The queue can also change by the passing of time, or by a line of another division or of the whole event.
    seen_queue = request.GET.get("queue")
    has_queue = seen_queue is not None and seen_queue != desk_tables.staff_queue_stamp(request, event)
    if not changes and not has_queue:
        return HttpResponse(status=204)
    return changes_response(request, event, round_, changes, has_queue=has_queue)


def result_entry_response(
    request: StaffRequest,
    event: Tournament,
    round_: Round | None,
    match: Match | None,
    *,
    lines: Sequence[JournalEvent] = (),
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """Return the updates of the desk on which the result of a match was entered, always with its row.

    - `round_`: round of the desk, or None for all divisions.
    - `match`: as saved, with the journal `lines` of saving it, or None if the entry could not be parsed.
    - `problem`: context of a refused entry.
    """
    divisions = list(event.divisions.all()) if round_ is None else [round_.division]
    changes = _changes_since_page(request.POST, divisions)
    if match is None:
        return changes_response(request, event, round_, changes, is_answer=True, problem=problem)
    changes = replace(changes, matches=changes.matches | {match.pk})
    # The match is still as it was saved if no later line follows and no player's report was settled with it.
    is_newest = any(line.pk == changes.latest.get(line.division_id or 0) for line in lines)
    saved = match if is_newest and not match.has_reports and changes.matches == {match.pk} else None
    return changes_response(request, event, round_, changes, is_answer=True, saved=saved, problem=problem)


def _changes_since_page(query: QueryDict, divisions: Collection[Division]) -> ChangesSinceDesk:
    """Return the changes in these divisions since the journal lines in the parameter `since`."""
    seen = latest_changes.parse_seen_lines(query.get("since", ""), divisions)
    if len(divisions) == 1:
        [division] = divisions
        return changes_of_division_since(division, seen[division.pk], limit=CHANGES)
    return changes_since(seen)


def changes_response(
    request: StaffRequest,
    event: Tournament,
    round_: Round | None,
    changes: ChangesSinceDesk,
    *,
    has_queue: bool = False,
    is_answer: bool = False,
    saved: Match | None = None,
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """Return the rows of `changes`, the figures and the message, which htmx swaps into an open desk.

    - `round_`: round of the desk, or None for all divisions.
    - `has_queue`: whether the queue changed.
    - `is_answer`: whether this responds to an entry, so that its message replaces the last one.
    - `saved`: the only match in `changes`, as it was just saved, so that it is not read again.
    - `problem`: context of a refused entry.
    """
    # Open tables are counted for tabs, which a single division does not have.
    is_alone = round_ is not None and is_of_only_division(round_)
    divisions = [] if is_alone else list(divisions_for_desk(event))
    posted_rounds = [round_] if round_ and is_alone else rounds_in_state(event, Round.State.POSTED)
    rounds_on_desk = [
        posted_round for posted_round in posted_rounds if round_ is None or posted_round.pk == round_.pk
    ]
    if saved is None:
        rows = desk_rows.rows_of_rounds(posted_rounds, changes.matches)
    else:
        rows = {posted_round.pk: [] for posted_round in posted_rounds} | {
            saved.round_id: [desk_rows.row_of_match(saved)]
        }
    # A result of a table without player reports changes neither the clocks nor the reports nor the queue.
    are_reported = any(row.has_reports for rows_of_round in rows.values() for row in rows_of_round)
    only_results_changed = changes.is_plain and not problem and not are_reported
    is_plain = only_results_changed and round_ is not None
    queue = desk_tables.staff_queue_of_desk(request, event) if has_queue or not only_results_changed else None
    reports: list[RoundReports] = []
    table_rows: list[MatchLine] = []
    for posted_round in posted_rounds:
        paired_rows = [row for row in rows[posted_round.pk] if row.row.right]
        round_reports = (
            RoundReports() if is_plain else reports_panel.reports_of_round(posted_round, changes.matches)
        )
        badge = desk_tables.division_badge_values(posted_round.division) if round_ is None else None
        for line in desk_tables.changed_rows(posted_round, paired_rows, round_reports.marks):
            line.badge, line.unseen = badge, str(line.id) == (problem or {}).get("unseen")
            table_rows.append(line)
        if posted_round in rounds_on_desk and not is_plain:
            reports.append(round_reports)
    if queue is not None:
        desk_tables.mark_rows_with_tasks(table_rows, queue)
    figures = desk_rows.table_figures(rounds_on_desk, with_numbers=round_ is None)
    further_count, sent_fields = changes.further, request.POST if is_answer else request.GET
    text = (
        ngettext("%(n)d new change.", "%(n)d new changes.", further_count) % {"n": further_count}
        if further_count
        else ""
    )
    context = {
        "rows": table_rows,
        "since": latest_changes.format_seen_lines(changes.latest),
        "text": text,
        "is_answer": is_answer,
        "is_plain": is_plain,
        "problem": problem or {},
        "queue": queue,
        "queue_stamp": queue.stamp if queue else sent_fields.get("queue", "")[: latest_changes.MAX_SEEN],
        "rounds": rounds_on_desk,
        "whole": sum(round_figures.whole for round_figures in figures.values()),
        "left": sum(round_figures.left for round_figures in figures.values()),
        "finished": sum(round_figures.finished for round_figures in figures.values()),
        **vars(reports_panel.joined_reports(reports)),
        **vars(
            _hall_updates(request, event, divisions, rounds_on_desk, figures)
            if round_ is None
            else _round_updates(request, event, round_, figures, changes.lines, is_plain=is_plain)
        ),
        "tabs": division_tabs.division_tabs(event, divisions, round_.division if round_ else None),
    }
    return render(request, "pairings/desk/changes.html", context)


@dataclass(frozen=True, kw_only=True)
class RoundUpdates(LastChanges):
    """Updates of one round's desk. `inside`: name of the round within a sentence.

    `timer`: its clock, or None if the round is not posted or the clock has not changed.
    """

    round: Round
    name: str
    inside: str
    division: Division
    cut: bool
    page_url: str
    urls: Mapping[str, str]
    steps: Sequence[Step]
    timer: clock.ClockControls | None


@dataclass(frozen=True, kw_only=True)
class HallUpdates(LastChanges):
    """Updates of the desk of all divisions. `no_tie`: whether no match in play can be tied."""

    page_url: str
    urls: Mapping[str, str]
    no_tie: bool
    steps: Sequence[Step]
    divisions: Sequence[DivisionCard]
    actions: Sequence[hall_desk.HallAction]


def _round_updates(
    request: StaffRequest,
    event: Tournament,
    round_: Round,
    figures: dict[int, TableFigures],
    lines: Sequence[JournalEvent] | None,
    *,
    is_plain: bool,
) -> RoundUpdates:
    if not is_plain:
        prefetch_related_objects([round_], MARKS)
    is_posted = round_.state == Round.State.POSTED
    left = figures.get(round_.pk, TableFigures()).left
    return RoundUpdates(
        **vars(
            latest_changes.changes_of_division(
                request, event, round_.division, round_, limit=CHANGES, lines=lines
            )
        ),
        round=round_,
        name=round_names.round_name(round_),
        inside=round_names.round_as_object(round_),
        division=round_.division,
        cut=round_.stage.is_cut,
        page_url=round_urls.desk_url(round_.division),
        urls={name: round_urls.round_url(round_, f"pairings:{name}") for name in ("close", "news", "result")},
        steps=round_heading.round_step_rows((3 if left else 4) if is_posted else 5),
        timer=clock.clock_controls(round_) if is_posted and not is_plain else None,
    )


def _hall_updates(
    request: StaffRequest,
    event: Tournament,
    divisions: Sequence[Division],
    playing: Sequence[Round],
    figures: dict[int, TableFigures],
) -> HallUpdates:
    prefetch_related_objects(list(playing), MARKS)
    standpoints = [
        load_division_state(division) for division in divisions if division_tabs.has_players(division)
    ]
    figures_by_division = {round_.division_id: figures[round_.pk] for round_ in playing}
    ready = hall_desk.ReadyDivisions.of(standpoints, figures_by_division)
    timers = hall_desk.timers_of_rounds(playing)
    return HallUpdates(
        **vars(hall_desk.changes_of_all_divisions(request, event, standpoints)),
        page_url=hall_desk.hall_url(event),
        urls={"news": reverse("pairings:hall_news", args=[event.slug])},
        no_tie=bool(playing) and all(round_.stage.is_cut for round_ in playing),
        steps=round_heading.round_step_rows(ready.current_step(standpoints)),
        divisions=hall_desk.division_cards(standpoints, ready, figures_by_division, timers),
        actions=ready.actions(open_tables=any(tables.left for tables in figures.values())),
    )
