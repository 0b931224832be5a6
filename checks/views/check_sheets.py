"""The sheet of one deck check on a judge's phone: begun, tapped through, ended; the player's proxies."""

import json
import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cards.engine.numbers import card_number
from cards.queries import cards
from checks import hooks
from checks.access import check_page
from checks.engine.check_sheet import (
    ANSWERED,
    LONGEST_CARD,
    MARKS,
    MOST,
    NO_PATTERN,
    PATTERN,
    STEPS,
    Counted,
    Tap,
    marks_subject,
    sections_of,
)
from checks.forms.before_checks import EndBeforeForm
from checks.forms.deck_checks import EndForm, ProxyForm
from checks.models import DeckCheck
from checks.models.checks import LONGEST_KEY, LONGEST_WHY
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as deck_check_queries
from checks.queries import rewriting
from checks.services import check_photos
from checks.services import check_sheets as sheet_services
from checks.views import before_sheet
from checks.views.check_photos import photo_list
from checks.words.check_words import (
    MARK_STATES,
    MARK_WORDS,
    SECTION_WORDS,
    STEP_HINTS,
    STEP_WORDS,
    copy_steps,
    crossed,
    outcome_text,
    why_text,
)
from core import web
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.models import Proxy
from decks.services import proxies
from decks.words.copy_words import mark_texts
from pairings.access import refusals_lead_to
from pairings.engine.clock import proposed_minutes
from pairings.queries.bracket import cuts
from pairings.views.reports import idempotency
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

MOST_OFFERED = 12
KEY_BYTES = 6


@require_safe
@check_page("view")
def check(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """The sheet. With `known`, the page's version: the current values as JSON, or 204 if unchanged."""
    version = request.GET.get("known")
    if version is None:
        return _page(request, row)
    if version == sheets.version_of(row):
        return HttpResponse(status=204)
    answer = JsonResponse(_now(request, row))
    answer["Cache-Control"] = "private, no-store"
    return answer


@require_POST
@check_page("report")
def begin(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Take the deck and start the table's stopwatch."""
    row = sheet_services.begin(row, by=signed_in(request))
    words = _("The check of %(name)s has begun.") % {"name": row.entry}
    round_chrome.add_message(request, words, row.entry.division, "DeckCheckBegan", check=row.pk)
    return redirect(_url(row))


@require_POST
@check_page("report")
def tap(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Store one tap.

    `do` is "kind:subject:number:…" with a unique suffix, so that it is stored once; typed values are in `number`,
    `card`, `what` and `cards`. `seen`: how many taps the page knew.
    """
    key = _line_of(request, "do")[:LONGEST_KEY]
    kind, subject, typed = [*key.split(":"), "", "", ""][:3]
    if kind == "other":
        subject = _line_of(request, "card")[:LONGEST_CARD]
    if kind == "pattern":
        subject = marks_subject(_line_of(request, "what"), _line_of(request, "cards"))
    # -1 clears the count of a row; -2 is refused as no number.
    typed = typed or request.POST.get("number", "")
    number = whole_number(typed)
    number = -1 if typed == "-1" else -2 if number is None else min(number, MOST + 1)
    tapped = Tap(kind, subject, number)
    seen = whole_number(request.POST.get("seen", ""))
    url = f"{_url(row)}#{'line-' + subject if kind == 'line' else 'sheet'}"
    try:
        sheet_services.tap(row, tapped, key=key, by=signed_in(request), seen=seen)
    except Refused as refused:
        names = [line.text if line.lost else line.name for line in sheets.rows_of(row)]
        return idempotency.refused_answer(request, crossed(refused, names), url)
    return idempotency.accepted(request, url)


@require_POST
@check_page("report", idempotent=True)
def end(request: HttpRequest, row: DeckCheck) -> idempotency.Answer:
    """End the check with an outcome and the table's time extension; a penalty is given on its own page."""
    form = EndForm(request.POST)
    if not form.is_valid():
        return lambda: _page(request, row, end_form=form)
    try:
        row = sheet_services.end(row, by=signed_in(request), **form.chosen)
    except Refused as refused:
        if idempotency.is_idempotent(request):
            return idempotency.refused_answer(request, refused, _url(row))
        form.refuse(refused)
        return lambda: _page(request, row, end_form=form)
    return ended(request, row)


def ended(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Report the outcome, and redirect to the penalty page if one is due, else to the checks."""
    event = row.entry.tournament
    facts = {"name": row.entry, "outcome": outcome_text(row)}
    words = _("%(name)s: %(outcome)s.") % facts
    round_chrome.add_message(request, words, row.entry.division, "DeckCheckEnded", check=row.pk)
    if row.outcome == DeckCheck.Outcome.PENALTY:
        return redirect(_advice(row).url)
    return redirect("checks:checks", event.slug)


def _advice(row: DeckCheck) -> hooks.PenaltyAdvice:
    counted, _taps = sheets.counted(row, sheets.rows_of(row))
    return _advised(row, counted)


def _advised(row: DeckCheck, counted: Counted) -> hooks.PenaltyAdvice:
    return next(advice(row, counted) for advice in hooks.penalty_advice)


@require_safe
@event_page("report")
def names(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Cards whose name contains the typed text, as suggestions of a field."""
    text = request.GET.get("card", "")[:80].replace("\0", "").strip()
    offers = cards.found(text, translation.get_language() or "en")[:MOST_OFFERED] if len(text) > 1 else []
    return render(request, "checks/names.html", {"offers": offers})


@require_POST
@check_page("report")
def proxy(request: HttpRequest, row: DeckCheck) -> HttpResponse:
    """Record a proxy of this player."""
    form = ProxyForm(request.POST)
    if not form.is_valid():
        return _page(request, row, proxy_form=form)
    by, match = signed_in(request), deck_check_queries.match_of(row)
    number = match.round.number if match else row.round_number
    try:
        granted = proxies.grant(
            row.entry,
            by=by,
            head_judge=round_chrome.may(request, "rule"),
            round_number=number,
            **form.cleaned_data,
        )
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _page(request, row, proxy_form=form)
    words = _("A proxy of %(card)s for %(name)s.") % {"card": granted.card, "name": row.entry}
    round_chrome.add_message(request, words, row.entry.division, "ProxyGranted", proxy=granted.pk)
    return redirect(_url(row))


@require_POST
@event_page("report")
@refusals_lead_to("checks:checks")
def proxy_withdraw(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a proxy."""
    rows = Proxy.objects.select_related("entry__division", "entry__player").filter(entry__tournament=event)
    row = get_object_or_404(rows, pk=pk)
    by = signed_in(request)
    row = proxies.withdraw(row, by=by, head_judge=round_chrome.may(request, "rule"))
    words = _("The proxy of %(card)s is withdrawn.") % {"card": row.card}
    round_chrome.add_message(request, words, row.entry.division, "ProxyWithdrawn", proxy=row.pk)
    return redirect(web.back(request, reverse("checks:checks", args=[event.slug])))


def before_page(request: HttpRequest, row: DeckCheck, form: EndBeforeForm) -> HttpResponse:
    """The sheet of a check before the event, with its refused form."""
    return _page(request, row, before_form=form)


def _page(
    request: HttpRequest,
    row: DeckCheck,
    *,
    end_form: EndForm | None = None,
    proxy_form: ProxyForm | None = None,
    before_form: EndBeforeForm | None = None,
) -> HttpResponse:
    event, now = row.entry.tournament, timezone.now()
    # The page of the penalty, if the check ended with one that is not given yet
    is_penalty = row.outcome == DeckCheck.Outcome.PENALTY and row.ended_at is not None
    advice = _advice(row) if is_penalty and row.kind != DeckCheck.Kind.BEFORE else None
    (row,), match = deck_check_queries.where_now([row]), deck_check_queries.match_of(row)
    shuffling = deck_check_queries.rules_of(event).shuffling
    watch = sheets.stopwatch(match)
    minutes = proposed_minutes(watch.began_at, now) + shuffling if watch else None
    broken = any(form and form.errors for form in (end_form, proxy_form, before_form))
    context = _context(request, row) | before_sheet.sheet_parts(row, before_form)
    context |= {
        "why": why_text(row),
        "outcome": outcome_text(row) if row.outcome else "",
        "rewritten": row.rewrite and rewriting.wanted_of(row.entry) is None,
        "penalty_url": advice.url if advice and not advice.given else "",
        "minutes": minutes,
        "seconds": int((now - watch.began_at).total_seconds()) if watch else None,
        "shuffling": shuffling,
        "end": end_form or EndForm(initial={"minutes": minutes}),
        "proxy_form": proxy_form or ProxyForm(),
        "may_grant": round_chrome.may(request, "rule") or proxies.any_judge_may(event),
    }
    return render(request, "checks/check.html", context, status=422 if broken else 200)


def _context(request: HttpRequest, row: DeckCheck) -> dict[str, Any]:
    """The context of the sheet. Seven queries at most."""
    rows = sheets.rows_of(row)
    now, taps = sheets.counted(row, rows)
    sections = [
        {
            "title": SECTION_WORDS[section.code],
            "code": section.code,
            "cards": section.cards,
            "lines": [_line(at, line, now.found.get(at)) for at, line in section.rows],
            "begun": any(at in now.found for at, _ in section.rows),
        }
        for section in sections_of(rows)
    ]
    state = _now(request, row, counted=now, taps=taps)
    titles = cuts.round_titles(row.entry.tournament)
    return {
        "page": "checks",
        "check": row,
        "player": row.entry,
        "round_inside": result_words.title_inside(titles, row.entry.division_id, row.round_number),
        "open": row.state == DeckCheck.State.RUNNING and round_chrome.may(request, "report"),
        "begun": row.state in check_photos.WITH_PHOTOS,
        "counted": now,
        "taps": taps,
        "sections": sections,
        "steps": [
            {
                "code": step,
                "label": label,
                "hint": STEP_HINTS.get(step, ""),
                "mark": now.steps.get(step, now.marks.get(step, "")),
                "tapped": step in ANSWERED,
            }
            for step, label in (
                *((step, STEP_WORDS[step]) for step in STEPS),
                *copy_steps(sheets.languages_of(row.entry)),
            )
        ],
        "mark_words": [(mark, MARK_STATES[mark], MARK_WORDS[mark]) for mark in MARKS],
        "marked": [(note, marks_subject(note.what, note.cards)) for note in now.marked],
        "proxies": sheets.proxies_of(row.entry),
        "key": secrets.token_hex(KEY_BYTES),
        "photo_note": request.GET.get("note", "")[:LONGEST_WHY],
        "now": state,
        "now_json": json.dumps(state),
    }


def _now(
    request: HttpRequest, row: DeckCheck, *, counted: Counted | None = None, taps: int = 0
) -> dict[str, Any]:
    """The values that change while a sheet is open, for the page's script. `seen`: the number of taps."""
    if counted is None:
        counted, taps = sheets.counted(row, sheets.rows_of(row))
    over = row.state != DeckCheck.State.RUNNING
    sentence = _("%(state)s: %(name)s. Reload the page to see the current state.")
    return {
        "version": sheets.version_of(row),
        "seen": taps,
        "over": sentence % {"state": row.get_state_display(), "name": row.entry} if over else "",
        "whole": counted.expected_total,
        "found": dict(counted.found),
        "marks": {step: counted.marks.get(step, "") for step in ANSWERED},
        "total": counted.total,
        "others": dict(counted.others),
        "replaced": counted.replaced,
        "marked": {
            marks_subject(note.what, note.cards): PATTERN if note.pattern else NO_PATTERN
            for note in counted.marked
        },
        "infractions": list(_advised(row, counted).infractions),
        "photos": photo_list(request, row),
    }


def _line(at: int, row: Any, number: int | None) -> dict[str, Any]:
    expected = row.quantity or 0
    now = expected if number is None else number
    return {
        "at": at,
        "name": row.text if row.lost else row.name,
        "where": card_number(row.set_code, row.card_number) if row.set_code else "",
        "marks": list(mark_texts(row)),
        "expected": expected,
        "found": number,
        "right": number == expected,
        "less": max(now - 1, 0),
        "more": now + 1,
    }


def _line_of(request: HttpRequest, name: str) -> str:
    """A submitted field as one line."""
    return " ".join(request.POST.get(name, "").replace("\0", "").split())


def _url(row: DeckCheck) -> str:
    return reverse("checks:check", args=[row.entry.tournament.slug, row.pk])
