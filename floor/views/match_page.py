"""The page of a match: its result, and the history of its table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, prefetch_related_objects
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import StaffRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from decks.models import ListRules
from floor import pocket_book
from floor.views import calls, penalties
from floor.views.penalties import PenaltiesPanel
from floor.views.table import table_panel
from floor.views.table.table_panel import TablePanel
from pairings.access import match_page
from pairings.engine.display_rows import MatchRow
from pairings.engine.outcomes import Outcome
from pairings.forms.results import ResultForm
from pairings.models import Match, Report, Round
from pairings.queries.reports.clocks import EXTENSIONS, MARKS
from pairings.queries.reports.result_reports import is_decided_by_judge
from pairings.queries.rounds import match_rows
from pairings.queries.rounds import no_shows as queries
from pairings.services.reports import results
from pairings.services.rounds import no_shows
from pairings.views import feature_matches, round_heading, undo_messages
from pairings.views.feature_matches import FeaturePanel
from pairings.views.reports import extra_time, reports_panel
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import corrections, round_urls
from pairings.views.rounds import no_shows as no_show_pages
from pairings.words import result_words, round_names
from pairings.words.round_words import result_text
from tournaments.engine.team_entries import team_seats_text
from tournaments.models import Entry
from tournaments.queries.journal_names import facts_with_namesake_numbers, namesakes
from tournaments.queries.team_entries import takes_teams, team_members_of
from tournaments.words.division_letters import DIVISION_LETTERS

AT_TABLE = (
    *("CallRaised", "CallClaimed", "CallArrived", "CallClosed", "CallWithdrawn", "CallEscalated"),
    *("ExtensionBegan", "ExtensionEnded", "ExtensionGiven", "ExtensionWithdrawn"),
    *("DisputeOpened", "DisputeClaimed"),
)
"""Kinds of journal lines in the history of a table. Results appear in the history as reports."""


@require_http_methods(["GET", "POST"])
@match_page("report", idempotent=True)
def match_detail(request: StaffRequest, match_: Match) -> Answer:
    """Show a match, save its result, or correct it once the round is closed.

    `?outcome=` preselects a result. A submitted `preview` shows the effects of a correction without saving it.
    """
    if request.method == "POST" and "preview" in request.POST and match_.round.state == Round.State.CLOSED:
        return lambda: _preview_page(request, match_, ResultForm(request.POST, match_))
    form = ResultForm(None, match_, proposed=request.GET.get("outcome", ""))
    if request.method == "POST":
        with results.locked_match(match_) as match_:
            form = ResultForm(request.POST, match_)
            if form.is_valid() and _save_result(request, match_, form):
                return redirect(
                    round_urls.desk_url(match_.round.division)
                    if (request.can["run"] and match_.round.state == Round.State.POSTED)
                    else request.path
                )
    return lambda: render_page(request, "floor/match.html", _match_page(request, match_, form))


def _preview_page(request: StaffRequest, match: Match, form: ResultForm) -> HttpResponse:
    """Preview the effects of the submitted result without saving it. A request by htmx gets only the preview."""
    # This fills `cleaned_data`. Only the outcome matters for a preview, so other errors are removed.
    form.is_valid()
    preview = corrections.predicted_effects(match, form.cleaned_data.get("outcome", ""))
    for name in set(form.errors) - {"outcome"}:
        del form.errors[name]
    if request.htmx:
        return render(request, "pairings/parts/would.html", vars(preview))
    return render(request, "floor/match.html", vars(_match_page(request, match, form)) | vars(preview))


def _save_result(request: StaffRequest, match: Match, form: ResultForm) -> bool:
    """Save the form, drop absent players if it says so, and return whether it was saved.

    A refusal becomes an error of the form.
    """
    by, division = request.user, match.round.division
    warnings: list[str] = []
    is_closed = match.round.state == Round.State.CLOSED
    kind = "ResultCorrected" if is_closed else "ResultEntered"
    if is_closed:
        warnings = corrections.day_two_warnings(match, form.result.outcome)

    def write_result(now: datetime) -> Match:
        if is_closed:
            return results.correct_result(match, form.result, by=by, why=form.cleaned_data["why"], now=now)
        return results.enter_result(match, form.result, by=by, seen=form.seen_outcome, now=now)

    dropped: list[Entry] = []
    try:
        if form.cleaned_data.get("drop"):
            saved, dropped = no_shows.save_and_drop_absent(write_result, by=by)
        else:
            saved = write_result(timezone.now())
    except Refused as refused:
        form.add_error(None, sentences.refusal_text(refused))
        return False
    message_facts = {"table": saved.table or result_words.DASH, "result": _outcome_text(saved.outcome, saved)}
    texts = [_("Table %(table)s saved: %(result)s.") % message_facts, *warnings]
    texts += no_show_pages.dropped_texts(dropped)
    if dropped:
        undo_messages.add_undo_message(request, " ".join(texts), division, "NoShowsDropped")
    else:
        undo_messages.add_undo_message(request, " ".join(texts), division, kind, match=match.pk)
    return True


@require_POST
@match_page("report")
def clear_result(request: StaffRequest, match: Match) -> HttpResponse:
    """Clear the result, which reopens the match."""
    seen_value = request.POST.get("seen", "")
    outcome = Outcome(seen_value) if seen_value in set(Outcome) else Outcome.PENDING
    results.clear_result(match, by=request.user, seen=outcome)
    sentence = _("Table %(table)s is open again.") % {"table": match.table or result_words.DASH}
    undo_messages.add_undo_message(request, sentence, match.round.division, "ResultCleared", match=match.pk)
    return redirect(round_urls.match_url(match))


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRow:
    """A report of the match or a journal line at its table."""

    at: datetime
    by: str
    text: str
    how: str
    note: str


@dataclass(frozen=True, kw_only=True)
class MatchPage:
    """The page of a match.

    `moved` are the places changed by a correction of its result, `letter` is the letter of its division, and
    `next_act` is the action that the page shows first. `result_opens` is true if the result form is unfolded.
    `at_work_is_mine` is true if the reader started the running stopwatch, and `closes_call` if stopping it closes
    a call. `sides` are the players with points and record, `collects` is true if the event collects deck lists.
    `stage` is true if time was called or a tap recorded at an open table. `record` is the panel of the table,
    `hands` are its calls, `feature` moves it to a feature table and back, and `moments` are the moments with cards in
    the pocket book.
    """

    page: str
    match: Match
    row: MatchRow
    round: Round
    name: str
    board: Scoreboard
    result: str
    games: str
    decided: bool
    is_open: bool
    closed: bool
    form: ResultForm
    moved: corrections.MovedPlaces | None
    history: list[HistoryRow]
    reports: reports_panel.ReportsPanel | None
    letter: str
    result_opens: bool
    next_act: str
    at_work_is_mine: bool
    closes_call: bool
    sides: Sequence[object]
    collects: bool
    moments: dict[str, str | Promise]
    penalties: PenaltiesPanel
    record: TablePanel | None
    stage: bool
    time: extra_time.TimePanel | None
    hands: calls.TableCalls | None
    no_shows: Sequence[no_show_pages.NoShowsCard]
    feature: FeaturePanel | None
    back_url: str


def _match_page(request: StaffRequest, match: Match, form: ResultForm) -> MatchPage:
    """Collect the data of the page for this member of staff."""
    round_ = match.round
    prefetch_related_objects([match], EXTENSIONS)
    prefetch_related_objects([round_], MARKS)
    panel = table_panel.staff_panel(match, timezone.now()) if match.right_id is not None else None
    row = match_rows.build_match_row(
        match, match_rows.scores_before(round_, [match.left_id, match.right_id or 0])
    )
    notes = (
        result_words.points_and_record_text(row.left),
        result_words.points_and_record_text(row.right) if row.right else "",
    )
    is_of_teams = takes_teams(round_.division.tournament)
    members = team_members_of([match.left_id, match.right_id or 0]) if is_of_teams else {}
    may_run = request.can["run"]
    has_open_record = bool(panel and panel.is_open and not panel.quiet)
    reports = reports_panel.build_reports_panel(match) if match.right_id is not None else None
    time = extra_time.build_time_panel(match)
    hands = calls.calls_of_table(match, request.user)
    running_extension = time.running if time else None
    return MatchPage(
        page="desk" if may_run else "tables",
        match=match,
        row=row,
        round=round_,
        name=round_names.round_name_of_match(match),
        board=round_heading.round_scoreboard(round_, match),
        result=_outcome_text(match.outcome, match) if row.right else match.get_outcome_display(),
        games=result_words.games_text(row),
        decided=is_decided_by_judge(match),
        is_open=row.outcome is Outcome.PENDING,
        closed=round_.state == Round.State.CLOSED,
        form=form,
        moved=corrections.moved_places(match) if round_.state == Round.State.CLOSED else None,
        history=_history_rows(match),
        reports=reports,
        letter=DIVISION_LETTERS.get(round_.division.age_division, ""),
        result_opens=bool(form.is_bound or request.GET.get("outcome")),
        next_act=_next_judge_action(
            reports,
            has_open_record=has_open_record,
            is_stopwatch_running=bool(running_extension),
            is_open=row.outcome is Outcome.PENDING,
        ),
        at_work_is_mine=running_extension is not None and running_extension.began_by_id == request.user.pk,
        closes_call=any(call.there for call in hands.open) if hands else False,
        sides=[
            (side, note, team_seats_text(members.get(side.pk, ())))
            for side, note in zip((match.left, match.right), notes, strict=True)
            if side is not None
        ],
        collects=ListRules.objects.filter(tournament=round_.division.tournament).exists(),
        moments=pocket_book.MOMENTS,
        penalties=penalties.penalties_panel(round_.division.tournament, match),
        record=panel,
        stage=has_open_record,
        time=time,
        hands=hands,
        no_shows=no_show_pages.build_no_show_cards(round_) if queries.no_shows_of_matches([match]) else [],
        feature=feature_matches.match_panel(match) if may_run else None,
        back_url=round_urls.round_url(round_) if may_run else round_urls.tables_url(round_),
    )


def _next_judge_action(
    reports: reports_panel.ReportsPanel | None,
    *,
    has_open_record: bool,
    is_stopwatch_running: bool,
    is_open: bool,
) -> str:
    """Return the next action of the judge: decide, record, finish, accept, arrive, or "" for none."""
    if has_open_record:
        return "record"
    if reports and reports.dispute:
        return "decide"
    if is_stopwatch_running:
        return "finish"
    if reports and reports.waits:
        return "accept"
    return "arrive" if is_open else ""


def _outcome_text(outcome: object, match: Match) -> str:
    return result_text(outcome, {"left": str(match.left), "right": str(match.right or "")})


def _history_rows(match: Match) -> list[HistoryRow]:
    """List reports of the match and journal lines at its table, newest first."""
    rows, event = [], match.round.division.tournament
    for report in Report.objects.filter(match=match).select_related("by", "entry__player"):
        has_score = report.games_left is not None and report.games_right is not None
        parts = [
            str(report.get_reason_display()) if report.reason else "",
            f"{report.games_left}-{report.games_right}" if has_score else "",
            str(report.get_source_display()),
            _("undone") if report.withdrawn_at else "",
        ]
        rows.append(
            HistoryRow(
                at=report.at,
                by=str(report.entry or report.by or ""),
                text=_outcome_text(report.outcome, match),
                how=" · ".join(part for part in parts if part),
                note=report.note,
            )
        )
    is_about_table = Q(facts__match=match.pk, kind__in=AT_TABLE) | Q(
        facts__facts__match=match.pk, kind="Undone"
    )
    namesake_numbers = namesakes(event)
    for line in JournalEvent.objects.filter(is_about_table, tournament=event):
        text = sentences.journal_text(line.kind, facts_with_namesake_numbers(line, namesake_numbers))
        rows.append(HistoryRow(at=line.at, by=line.by_name, text=text, how="", note=""))
    return sorted(rows, key=lambda row: row.at, reverse=True)
