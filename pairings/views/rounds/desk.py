"""The round desk: the next step, incoming results, and closing a round."""

from django.db.models import Count, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from core.requests import StaffRequest
from core.scoreboard.scoreboard import Scoreboard
from pairings import hooks
from pairings.access import round_page
from pairings.documents.printing import pages_of_desk_pack
from pairings.forms.cuts import CutForm
from pairings.models import Round, Stage
from pairings.queries.desk.desk_rows import tables_of_other_divisions
from pairings.queries.desk.division_state import (
    DivisionState,
    Phase,
    divisions_for_desk,
    load_division_state,
    may_start_cut_early,
)
from pairings.queries.reports.clocks import MARKS
from pairings.queries.rounds import division_rounds, engine_fields, redrafts
from pairings.queries.rounds.division_rounds import is_of_only_division
from pairings.queries.rounds.round_entries import entries_without_match, playing_entries
from pairings.views import division_tabs, feature_matches, latest_changes, round_heading
from pairings.views.bracket import cut
from pairings.views.print import event_copies
from pairings.views.reports import clock
from pairings.views.rounds import (
    day_two,
    desk_tables,
    grouping_panel,
    hall_desk,
    no_shows,
    round_urls,
    undone_rounds,
)
from pairings.views.tom import event_report
from pairings.words import round_names
from pairings.words.print_words import about_pages_text
from tournaments import queries
from tournaments.access import event_page
from tournaments.models import Division, Tournament

OLDEST = {
    "junior": "junior",
    "senior": "senior",
    "junior_senior": "senior",
    "masters": "masters",
    "senior_masters": "masters",
    "all": "masters",
}
"""Age divisions of a division -> its oldest age division, whose standings are listed first."""

MAX_MISSING = 6
"""Maximum number of missing players named before "and more"."""


@require_GET
@event_page("run")
def current_desk(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Show the next step of the chosen division, or of all divisions.

    The step of an unposted round is its review, to which this redirects.
    """
    divisions = list(divisions_for_desk(event))
    if division_tabs.shows_all_divisions(request, divisions):
        return hall_desk.hall_page(request, event, divisions)
    division = division_tabs.choose_division(request, divisions)
    standpoint = load_division_state(division)
    if standpoint.newest is not None and standpoint.phase is Phase.REVIEW:
        return redirect(round_urls.round_url(standpoint.newest, "pairings:review"))
    if standpoint.newest is not None and standpoint.phase is Phase.RESULTS:
        return results_page(request, standpoint.newest, divisions=divisions)
    return next_step_page(request, standpoint, divisions=divisions)


@require_GET
@round_page("run")
def show_round(request: StaffRequest, round_: Round) -> HttpResponse:
    """Show one round: editable results while it is posted, read-only once it is closed.

    An unposted round redirects to its review.
    """
    if round_.state == Round.State.UNPOSTED:
        return redirect(round_urls.round_url(round_, "pairings:review"))
    return results_page(request, round_)


def results_page(
    request: StaffRequest,
    round_: Round,
    *,
    divisions: list[Division] | None = None,
    problem: dict[str, str] | None = None,
) -> HttpResponse:
    """Render the tables of a posted or closed round.

    `divisions`: the event's divisions, if loaded. `problem`: context of a refused entry (`refused_result_context`).
    """
    event, division = round_.division.tournament, round_.division
    prefetch_related_objects([round_], MARKS)
    if divisions is None:
        divisions = [] if is_of_only_division(round_) else list(divisions_for_desk(event))
    url_names = ("result", "news", "close")
    is_posted, problem = round_.state == Round.State.POSTED, problem or {}
    names_without_match: list[str] = []
    if is_posted and engine_fields.round_depends_on_attendance(round_):
        names_without_match = [str(entry) for entry in entries_without_match(round_)]
    # Read this before the tables, so that a result that arrives in between is reported as news.
    since = latest_changes.seen_lines_text([division]) if is_posted else ""
    tables = desk_tables.tables_of_round(round_, request.GET)
    for table_row in tables.done:
        table_row.unseen = str(table_row.id) == problem.get("unseen")
    queue = desk_tables.staff_queue_of_desk(request, event) if is_posted else None
    if queue is not None:
        desk_tables.mark_rows_with_tasks(tables.open, queue)
    other_tables = tables_of_other_divisions(round_) if is_posted and len(divisions) > 1 else []
    table_numbers = desk_tables.table_numbers([*tables.two, *(row for row, _round in other_tables)])
    context = {
        "page": "desk",
        "round": round_,
        "name": round_names.round_name(round_),
        "inside": round_names.round_as_object(round_),
        "division": division,
        "board": round_heading.round_scoreboard(round_),
        "tabs": division_tabs.division_tabs(event, divisions, division),
        "urls": {name: round_urls.round_url(round_, f"pairings:{name}") for name in url_names}
        | {"sheets": round_urls.sheets_url(round_)},
        "print_pages": about_pages_text(pages_of_desk_pack(event, [round_])) if is_posted else "",
        "problem": problem,
        "cut": round_.stage.is_cut,
        "without_match": names_without_match,
        "scores": round_.best_of > 1,
        "standings_key": f"{division.pk}-{OLDEST[division.age_division] if division.by_age else 'all'}",
        "no_shows": no_shows.build_no_show_cards(round_) if tables.may_have_no_shows else [],
        "feature": feature_matches.round_panel(round_),
        "rounds_strip": round_heading.rounds_strip(division, round_),
        "undo_round": undone_rounds.undo_round_link(round_, tables.finished),
        "copies": event_copies.build_copies_panel(event),
        **{name: panel(event, division) for name, panel in hooks.desk_panels.items()},
        **vars(tables.tables_part),
        # The quick entry also accepts tables that are not shown, and tables of other divisions.
        "unlisted": desk_tables.unlisted_elements(
            [*tables.unlisted, *other_tables], unseen=problem.get("unseen", "")
        )
        if is_posted
        else "",
        "table_from": min(table_numbers, default=1),
        "table_to": max(table_numbers, default=1),
        "since": since,
        "queue": queue,
        "queue_stamp": queue.stamp if queue else "",
        "timer": clock.clock_controls(round_) if is_posted else None,
        "only_open": request.GET.get("show") == "open",
        "steps": round_heading.round_step_rows((3 if tables.left else 4) if is_posted else 5),
        **(vars(latest_changes.changes_of_division(request, event, division, round_)) if is_posted else {}),
    }
    return render(request, "pairings/desk.html", context)


def next_step_page(
    request: StaffRequest,
    standpoint: DivisionState,
    *,
    divisions: list[Division],
    form: CutForm | None = None,
) -> HttpResponse:
    """Render the page between two rounds, before round 1, after the last Swiss round or after the event.

    `form`: rejected form to start the cut.
    """
    event, division = standpoint.division.tournament, standpoint.division
    attendance_rows = []
    if standpoint.newest is None and len(divisions) > 1:
        # One query counts the players present in all divisions.
        entries = event.entries.filter(dropped_in=None, disqualified=False).values_list("division")
        counts_by_division = {
            pk: present_and_all
            for pk, *present_and_all in entries.annotate(here=Count("checked_in_at"), whole=Count("pk"))
        }
        for listed_division in divisions:
            present, players = counts_by_division.get(listed_division.pk, (0, 0))
            attendance_rows.append({"name": str(listed_division), "here": present, "whole": players})
    missing = queries.player_rows(event, show="missing", division=division)
    context = {
        "page": "desk",
        "division": division,
        "newest": standpoint.newest,
        "newest_name": round_names.round_name(standpoint.newest) if standpoint.newest else "",
        "phase": standpoint.phase.value,
        "begun": any(division.started_at for division in divisions),
        "number": standpoint.next_number,
        "board": round_heading.round_scoreboard(standpoint.newest)
        if standpoint.newest
        else Scoreboard(line=_("Before round 1")),
        "tabs": division_tabs.division_tabs(event, divisions, division),
        "steps": round_heading.round_step_rows(0),
        "by_division": attendance_rows,
        "rounds_strip": round_heading.rounds_strip(division, standpoint.newest) if standpoint.newest else [],
        "undo_round": undone_rounds.undo_round_link(standpoint.newest),
        "grouping": grouping_panel.grouping_panel(request, event) if standpoint.newest is None else None,
        "no_shows": no_shows.build_no_show_cards(standpoint.newest)
        if standpoint.newest and standpoint.phase is Phase.PAIR
        else [],
        "copies": event_copies.build_copies_panel(event),
        **{name: panel(event, division) for name, panel in hooks.desk_panels.items()},
        "waiting": redrafts.awaited_draft(division, standpoint.next_number, timezone.now())
        if standpoint.phase is Phase.PAIR
        else None,
        "counts": queries.door_counts(event, division=division),
        "ready": playing_entries(division, standpoint.next_number).count(),
        "missing": [player_row.name for player_row in missing[:MAX_MISSING]],
        "more_missing": max(0, len(missing) - MAX_MISSING),
        "planned": standpoint.stage.rounds_planned
        if standpoint.stage
        else division_rounds.planned_rounds(division),
        "next_cut": standpoint.stage is not None and standpoint.stage.kind == Stage.Kind.ELIMINATION,
        **(
            vars(cut.build_cut_panel(standpoint, form))
            if standpoint.phase is Phase.SWISS_OVER or may_start_cut_early(standpoint)
            else {}
        ),
        **vars(day_two.build_day_two_panel(standpoint)),
        "report": event_report.build_report_reminder(standpoint, divisions)
        if standpoint.phase in (Phase.SWISS_OVER, Phase.OVER)
        else None,
        **vars(latest_changes.changes_of_division(request, event, division, standpoint.newest)),
    }
    return render(request, "pairings/next.html", context)
