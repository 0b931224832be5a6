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
def match(request: HttpRequest, match_: Match) -> Answer:
    """Show a match; save its result, or correct it once the round is closed. `?outcome=` preselects one."""
    if request.method == "POST" and "preview" in request.POST and match_.round.state == Round.State.CLOSED:
        return lambda: _preview(request, match_, ResultForm(request.POST, match_))
    form = ResultForm(None, match_, proposed=request.GET.get("outcome", ""))
    if request.method == "POST":
        with results.alone(match_) as match_:
            form = ResultForm(request.POST, match_)
            if form.is_valid() and _save(request, match_, form):
                return redirect(
                    round_chrome.desk_url(match_.round.division)
                    if (round_chrome.may(request, "run") and match_.round.state == Round.State.POSTED)
                    else request.path
                )
    return lambda: render(request, "floor/match.html", _context(request, match_, form))


def _preview(request: HttpRequest, match: Match, form: ResultForm) -> HttpResponse:
    """Preview the effects of the result on the form without saving; only that part for htmx."""
    form.is_valid()
    would = corrections.would(match, form.cleaned_data.get("outcome", ""))
    for name in set(form.errors) - {"outcome"}:
        del form.errors[name]
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "pairings/parts/would.html", would)
    return render(request, "floor/match.html", _context(request, match, form) | would)


def _save(request: HttpRequest, match: Match, form: ResultForm) -> bool:
    """Save the form; a refusal becomes an error of the form."""
    by, division = signed_in(request), match.round.division
    stays: list[str] = []
    closed = match.round.state == Round.State.CLOSED
    kind = "ResultCorrected" if closed else "ResultEntered"
    if closed:
        stays = corrections.stays(match, form.result.outcome)

    def write(now: datetime) -> Match:
        if closed:
            return results.correct(match, form.result, by=by, why=form.cleaned_data["why"], now=now)
        return results.enter(match, form.result, by=by, seen=form.seen_outcome, now=now)

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
        round_chrome.add_message(request, " ".join(texts), division, kind, match=match.pk)
    return True


@require_POST
@match_page("report")
def clear(request: HttpRequest, match: Match) -> HttpResponse:
    """Clear the result, so that the match is open again."""
    seen = request.POST.get("seen", "")
    outcome = Outcome(seen) if seen in set(Outcome) else Outcome.PENDING
    results.clear(match, by=signed_in(request), seen=outcome)
    sentence = _("Table %(table)s is open again.") % {"table": match.table or result_words.DASH}
    round_chrome.add_message(request, sentence, match.round.division, "ResultCleared", match=match.pk)
    return redirect(round_chrome.match_url(match))


def _context(request: HttpRequest, match: Match, form: ResultForm) -> dict[str, Any]:
    round_ = match.round
    prefetch_related_objects([match], EXTENSIONS)
    prefetch_related_objects([round_], MARKS)
    record = table_panel.of_staff(match, timezone.now()) if match.right_id is not None else None
    row = rows.match_row(match, rows.scores_before(round_, [match.left_id, match.right_id or 0]))
    runs = round_chrome.may(request, "run")
    return {
        "page": "desk" if runs else "tables",
        "match": match,
        "row": row,
        "round": round_,
        "name": result_words.match_name(match),
        "board": round_chrome.board(round_, match),
        "left_note": result_words.standing(row.left),
        "right_note": result_words.standing(row.right) if row.right else "",
        "result": _outcome_text(match.outcome, match) if row.right else match.get_outcome_display(),
        "games": result_words.games(row),
        "decided": decided_by_judge(match),
        "is_open": row.outcome is Outcome.PENDING,
        "closed": round_.state == Round.State.CLOSED,
        "form": form,
        "moved": corrections.moved(match) if round_.state == Round.State.CLOSED else None,
        "history": _history(match),
        "reports": reports_panel.panel(match) if match.right_id is not None else None,
        "sides": [side for side in (match.left, match.right) if side is not None],
        "collects": ListRules.objects.filter(tournament=round_.division.tournament).exists(),
        "moments": pocket_book.MOMENTS,
        "penalties": penalties.panel(round_.division.tournament, match),
        "record": record,
        "stage": bool(record and record["open"] and not record["quiet"]),
        "time": extra_time.panel(match),
        "hands": calls.panel(match, signed_in(request)),
        "no_shows": no_show_pages.panel(round_) if queries.of_matches([match]) else [],
        "back_url": round_chrome.round_url(round_) if runs else round_chrome.tables_url(round_),
    }


def _outcome_text(outcome: object, match: Match) -> str:
    return result_text(outcome, {"left": str(match.left), "right": str(match.right or "")})


def _history(match: Match) -> list[dict[str, Any]]:
    """Reports of the match, and the journal lines at its table, newest first."""
    lines, event = [], match.round.division.tournament
    for report in Report.objects.filter(match=match).select_related("by", "entry__player"):
        counted = report.games_left is not None and report.games_right is not None
        parts = [
            str(report.get_reason_display()) if report.reason else "",
            f"{report.games_left}-{report.games_right}" if counted else "",
            str(report.get_source_display()),
            _("undone") if report.withdrawn_at else "",
        ]
        lines.append(
            {
                "at": report.at,
                "by": str(report.entry or report.by or ""),
                "text": _outcome_text(report.outcome, match),
                "how": " · ".join(part for part in parts if part),
                "note": report.note,
            }
        )
    at_table = Q(facts__match=match.pk, kind__in=AT_TABLE) | Q(facts__facts__match=match.pk, kind="Undone")
    numbers = namesakes(event)
    for line in JournalEvent.objects.filter(at_table, tournament=event):
        text = sentences.journal_text(line.kind, numbered_facts(line, numbers))
        lines.append({"at": line.at, "by": line.by_name, "text": text, "how": "", "note": ""})
    return sorted(lines, key=lambda line: line["at"], reverse=True)
