"""One match: its result with all that can be said of it, and everything that was said."""

from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from decks.models import ListRules
from floor import pocket_book
from floor.views import calls, penalties, table_panel
from pairings.engine.outcomes import Outcome
from pairings.forms.results import ResultForm
from pairings.models import Match, Report, Round
from pairings.queries.rounds import rows
from pairings.services.reports import results
from pairings.views.reports import extra_time, reports_panel
from pairings.views.reports.idempotency import Answer, once
from pairings.views.rounds import corrections, round_page
from pairings.words import result_words
from pairings.words.round_words import result_text
from tournaments import sentences
from tournaments.access import event_page
from tournaments.engine.refused import Refused
from tournaments.models import JournalEvent, Tournament


@require_http_methods(["GET", "POST"])
@event_page("report")
@once
def match(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> Answer:
    """Show a match; save its result, or correct it once the round is closed."""
    found = _match(event, division, number, pk)
    if found is None:
        return round_page.redirect_round_missing(request, round_page.division_of(event, division), number)
    form = ResultForm(request.POST if request.method == "POST" else None, found)
    if request.method == "POST" and "preview" in request.POST and found.round.state == Round.State.CLOSED:
        return lambda: _preview(request, found, form)
    if request.method == "POST" and form.is_valid() and _save(request, found, form):
        return redirect(
            round_page.desk_url(found.round.division) if _to_desk(request, found) else request.path
        )
    return lambda: render(request, "floor/match.html", _context(request, found, form))


def _preview(request: HttpRequest, found: Match, form: ResultForm) -> HttpResponse:
    """What the result on the form would change; nothing is saved. Alone where script asks for it."""
    form.is_valid()
    would = corrections.would(found, form.cleaned_data.get("outcome", ""))
    for name in set(form.errors) - {"outcome"}:
        del form.errors[name]
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "pairings/parts/would.html", would)
    return render(request, "floor/match.html", _context(request, found, form) | would)


def _match(event: Tournament, division: int, number: int, pk: int) -> Match | None:
    found = Match.objects.select_related(
        "round__division__tournament", "round__stage", "left__player", "right__player", "reported_by"
    )
    place = {"round__division": division, "round__number": number, "round__division__tournament": event}
    return found.filter(pk=pk, **place).exclude(round__state=Round.State.DRAFT).first()


def _to_desk(request: HttpRequest, found: Match) -> bool:
    return round_page.may(request, "run") and found.round.state == Round.State.POSTED


def _save(request: HttpRequest, found: Match, form: ResultForm) -> bool:
    """Save what the form says; what is refused stands on the form."""
    by, division = round_page.signed_in(request), found.round.division
    stays: list[str] = []
    try:
        if found.round.state == Round.State.CLOSED:
            stays = corrections.stays(found, form.told.outcome)
            saved = results.correct(found, form.told, by=by, why=form.cleaned_data["why"])
            kind = "ResultCorrected"
        else:
            saved = results.enter(found, form.told, by=by, seen=form.seen_outcome)
            kind = "ResultEntered"
    except Refused as refused:
        form.add_error(None, sentences.say_refused(refused))
        return False
    said = {"table": saved.table or result_words.DASH, "result": _words(saved.outcome, saved)}
    sentence = " ".join([_("Table %(table)s saved: %(result)s.") % said, *stays])
    round_page.say(request, sentence, division, kind, match=found.pk)
    return True


@require_POST
@event_page("report")
def clear(request: HttpRequest, event: Tournament, division: int, number: int, pk: int) -> HttpResponse:
    """Take the result back so that the match is open again."""
    found = _match(event, division, number, pk)
    home = round_page.division_of(event, division)
    if found is None:
        return round_page.redirect_round_missing(request, home, number)
    url = f"{round_page.round_url(found.round)}/match/{pk}"
    try:
        results.clear(found, by=round_page.signed_in(request), seen=_seen(request.POST.get("seen", "")))
    except Refused as refused:
        return round_page.redirect_with_error(request, refused, url)
    sentence = _("Table %(table)s is open again.") % {"table": found.table or result_words.DASH}
    round_page.say(request, sentence, home, "ResultCleared", match=found.pk)
    return redirect(url)


def _seen(said: str) -> Outcome:
    return Outcome(said) if said in set(Outcome) else Outcome.PENDING


def _context(request: HttpRequest, found: Match, form: ResultForm) -> dict[str, Any]:
    round_ = found.round
    row = rows.match_row(found, rows.scores_before(round_))
    return {
        "page": "desk" if round_page.may(request, "run") else "tables",
        "match": found,
        "row": row,
        "round": round_,
        "name": result_words.match_name(found),
        "board": round_page.board(round_),
        "left_note": result_words.standing(row.left),
        "right_note": result_words.standing(row.right) if row.right else "",
        "result": _words(found.outcome, found) if row.right else found.get_outcome_display(),
        "games": result_words.games(row),
        "is_open": row.outcome is Outcome.PENDING,
        "closed": round_.state == Round.State.CLOSED,
        "form": form,
        "moved": corrections.moved(found) if round_.state == Round.State.CLOSED else None,
        "history": _history(found),
        "told": reports_panel.panel(found) if found.right_id is not None else None,
        "sides": [side for side in (found.left, found.right) if side is not None],
        "collects": ListRules.objects.filter(tournament=round_.division.tournament).exists(),
        "moments": pocket_book.MOMENTS,
        "penalties": penalties.panel(round_.division.tournament, found),
        "record": table_panel.of_staff(found, timezone.now()) if found.right_id is not None else None,
        "time": extra_time.panel(found),
        "hands": calls.panel(found, round_page.signed_in(request)),
        "back_url": _back_url(request, found),
    }


def _back_url(request: HttpRequest, found: Match) -> str:
    if round_page.may(request, "run"):
        return round_page.round_url(found.round)
    return round_page.tables_url(found.round)


def _words(outcome: object, found: Match) -> str:
    return result_text(outcome, {"left": str(found.left), "right": str(found.right or "")})


def _history(found: Match) -> list[dict[str, Any]]:
    """What was said of a match and what was taken back, newest first. Two queries."""
    said = Report.objects.filter(match=found).select_related("by", "entry__player")
    lines = [
        {
            "at": report.at,
            "by": str(report.entry or report.by or ""),
            "text": _words(report.outcome, found),
            "how": _how(report),
            "note": report.note,
        }
        for report in said
    ]
    undone = JournalEvent.objects.filter(Q(facts__facts__match=found.pk), kind="Undone")
    undone = undone.filter(tournament=found.round.division.tournament)
    lines += [
        {
            "at": line.at,
            "by": line.by_name,
            "text": sentences.tell(line.kind, line.facts),
            "how": "",
            "note": "",
        }
        for line in undone
    ]
    return sorted(lines, key=lambda line: line["at"], reverse=True)


def _how(report: Report) -> str:
    games = report.games_left is not None and report.games_right is not None
    parts = [
        str(report.get_reason_display()) if report.reason else "",
        f"{report.games_left}{result_words.DASH}{report.games_right}" if games else "",
        str(report.get_source_display()),
        _("taken back") if report.withdrawn_at else "",
    ]
    return " · ".join(part for part in parts if part)
