"""The page of one match: its result, and the history of its table."""

from datetime import datetime
from typing import Any

from django.db.models import Q, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from decks.models import ListRules
from floor import pocket_book
from floor.views import calls, penalties, table_panel
from pairings.access import match_page
from pairings.engine.outcomes import Outcome
from pairings.forms.results import ResultForm
from pairings.models import Match, Report, Round
from pairings.queries.reports.clocks import EXTENSIONS, MARKS
from pairings.queries.reports.result_reports import decided_by_judge
from pairings.queries.rounds import no_shows as queries
from pairings.queries.rounds import rows
from pairings.services.reports import results
from pairings.services.rounds import no_shows
from pairings.views.reports import extra_time, reports_panel
from pairings.views.reports.idempotency import Answer
from pairings.views.rounds import corrections, round_chrome
from pairings.views.rounds import no_shows as no_show_pages
from pairings.words import result_words
from pairings.words.round_words import result_text
from tournaments.access import signed_in
from tournaments.models import Entry
from tournaments.queries.journal_names import namesakes, numbered_facts

AT_TABLE = (
    *("CallRaised", "CallClaimed", "CallArrived", "CallClosed", "CallWithdrawn", "CallEscalated"),
    *("ExtensionBegan", "ExtensionEnded", "ExtensionGiven", "ExtensionWithdrawn"),
    *("DisputeOpened", "DisputeClaimed"),
)
"""Journal kinds in the history of a table; results are included as reports."""


@require_http_methods(["GET", "POST"])
@match_page("report", idempotent=True)
def match(request: HttpRequest, found: Match) -> Answer:
    """Show a match; save its result, or correct it once the round is closed. `?outcome=` preselects one."""
    if request.method == "POST" and "preview" in request.POST and found.round.state == Round.State.CLOSED:
        return lambda: _preview(request, found, ResultForm(request.POST, found))
    form = ResultForm(None, found, proposed=request.GET.get("outcome", ""))
    if request.method == "POST":
        with results.alone(found) as found:
            form = ResultForm(request.POST, found)
            if form.is_valid() and _save(request, found, form):
                return redirect(
                    round_chrome.desk_url(found.round.division)
                    if (round_chrome.may(request, "run") and found.round.state == Round.State.POSTED)
                    else request.path
                )
    return lambda: render(request, "floor/match.html", _context(request, found, form))


def _preview(request: HttpRequest, found: Match, form: ResultForm) -> HttpResponse:
    """Preview the effects of the result on the form without saving; only that part for htmx."""
    form.is_valid()
    would = corrections.would(found, form.cleaned_data.get("outcome", ""))
    for name in set(form.errors) - {"outcome"}:
        del form.errors[name]
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "pairings/parts/would.html", would)
    return render(request, "floor/match.html", _context(request, found, form) | would)


def _save(request: HttpRequest, found: Match, form: ResultForm) -> bool:
    """Save the form; a refusal becomes an error of the form."""
    by, division = signed_in(request), found.round.division
    stays: list[str] = []
    closed = found.round.state == Round.State.CLOSED
    kind = "ResultCorrected" if closed else "ResultEntered"
    if closed:
        stays = corrections.stays(found, form.result.outcome)

    def write(now: datetime) -> Match:
        if closed:
            return results.correct(found, form.result, by=by, why=form.cleaned_data["why"], now=now)
        return results.enter(found, form.result, by=by, seen=form.seen_outcome, now=now)

    dropped: list[Entry] = []
    try:
        if form.cleaned_data.get("drop"):
            saved, dropped = no_shows.with_result(write, by=by)
        else:
            saved = write(timezone.now())
    except Refused as refused:
        form.add_error(None, sentences.refusal_text(refused))
        return False
    parts = {"table": saved.table or result_words.DASH, "result": _outcome_text(saved.outcome, saved)}
    texts = [_("Table %(table)s saved: %(result)s.") % parts, *stays, *no_show_pages.dropped_texts(dropped)]
    if dropped:
        round_chrome.add_message(request, " ".join(texts), division, "NoShowsDropped")
    else:
        round_chrome.add_message(request, " ".join(texts), division, kind, match=found.pk)
    return True


@require_POST
@match_page("report")
def clear(request: HttpRequest, found: Match) -> HttpResponse:
    """Clear the result, so that the match is open again."""
    results.clear(found, by=signed_in(request), seen=_seen(request.POST.get("seen", "")))
    sentence = _("Table %(table)s is open again.") % {"table": found.table or result_words.DASH}
    round_chrome.add_message(request, sentence, found.round.division, "ResultCleared", match=found.pk)
    return redirect(round_chrome.match_url(found))


def _seen(outcome: str) -> Outcome:
    return Outcome(outcome) if outcome in set(Outcome) else Outcome.PENDING


def _context(request: HttpRequest, found: Match, form: ResultForm) -> dict[str, Any]:
    round_ = found.round
    prefetch_related_objects([found], EXTENSIONS)
    prefetch_related_objects([round_], MARKS)
    record = table_panel.of_staff(found, timezone.now()) if found.right_id is not None else None
    row = rows.match_row(found, rows.scores_before(round_, [found.left_id, found.right_id or 0]))
    return {
        "page": "desk" if round_chrome.may(request, "run") else "tables",
        "match": found,
        "row": row,
        "round": round_,
        "name": result_words.match_name(found),
        "board": round_chrome.board(round_, found),
        "left_note": result_words.standing(row.left),
        "right_note": result_words.standing(row.right) if row.right else "",
        "result": _outcome_text(found.outcome, found) if row.right else found.get_outcome_display(),
        "games": result_words.games(row),
        "decided": decided_by_judge(found),
        "is_open": row.outcome is Outcome.PENDING,
        "closed": round_.state == Round.State.CLOSED,
        "form": form,
        "moved": corrections.moved(found) if round_.state == Round.State.CLOSED else None,
        "history": _history(found),
        "reports": reports_panel.panel(found) if found.right_id is not None else None,
        "sides": [side for side in (found.left, found.right) if side is not None],
        "collects": ListRules.objects.filter(tournament=round_.division.tournament).exists(),
        "moments": pocket_book.MOMENTS,
        "penalties": penalties.panel(round_.division.tournament, found),
        "record": record,
        "stage": bool(record and record["open"] and not record["quiet"]),
        "time": extra_time.panel(found),
        "hands": calls.panel(found, signed_in(request)),
        "no_shows": no_show_pages.panel(round_) if queries.of_matches([found]) else [],
        "back_url": _back_url(request, found),
    }


def _back_url(request: HttpRequest, found: Match) -> str:
    if round_chrome.may(request, "run"):
        return round_chrome.round_url(found.round)
    return round_chrome.tables_url(found.round)


def _outcome_text(outcome: object, found: Match) -> str:
    return result_text(outcome, {"left": str(found.left), "right": str(found.right or "")})


def _history(found: Match) -> list[dict[str, Any]]:
    """Results, calls, time extensions and their undos, newest first. Three queries."""
    known = namesakes(found.round.division.tournament)
    reports = Report.objects.filter(match=found).select_related("by", "entry__player")
    lines = [
        {
            "at": report.at,
            "by": str(report.entry or report.by or ""),
            "text": _outcome_text(report.outcome, found),
            "how": _how(report),
            "note": report.note,
        }
        for report in reports
    ]
    journal = JournalEvent.objects.filter(tournament=found.round.division.tournament)
    at_table = Q(facts__match=found.pk, kind__in=AT_TABLE)
    journal = journal.filter(at_table | Q(facts__facts__match=found.pk, kind="Undone"))
    lines += [
        {
            "at": line.at,
            "by": line.by_name,
            "text": sentences.journal_text(line.kind, numbered_facts(line, known)),
            "how": "",
            "note": "",
        }
        for line in journal
    ]
    return sorted(lines, key=lambda line: line["at"], reverse=True)


def _how(report: Report) -> str:
    games = report.games_left is not None and report.games_right is not None
    parts = [
        str(report.get_reason_display()) if report.reason else "",
        f"{report.games_left}-{report.games_right}" if games else "",
        str(report.get_source_display()),
        _("undone") if report.withdrawn_at else "",
    ]
    return " · ".join(part for part in parts if part)
