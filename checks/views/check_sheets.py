"""The sheet of a deck check on a judge's phone: begin the check, tap counts, end it, and grant proxies."""

import json
import secrets
from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from cards.engine.collector_numbers import format_card_number
from cards.queries import cards
from cards.queries.card_tiles import CardTile
from checks import hooks
from checks.access import as_page_of_deck_check, check_sheet_url
from checks.engine.check_sheet import (
    ANSWERED,
    MARKS,
    MAX_CARD_LENGTH,
    MAX_NUMBER,
    NO_PATTERN,
    PATTERN,
    STEPS,
    CountedDeck,
    Tap,
    group_by_section,
    marks_subject,
)
from checks.forms.before_checks import EndBeforeCheckForm
from checks.forms.deck_checks import EndCheckForm, ProxyForm
from checks.models import DeckCheck
from checks.models.checks import MAX_KEY_LENGTH, MAX_WHY_LENGTH
from checks.queries import check_sheets as sheets
from checks.queries import deck_checks as deck_check_queries
from checks.queries import rewriting
from checks.services import check_photos
from checks.services import check_sheets as sheet_services
from checks.views import before_check_sheet
from checks.views.check_photos import photo_list
from checks.views.check_sheet_page import LiveValues, SheetLine, SheetPage
from checks.words.check_words import (
    MARK_STATES,
    MARK_WORDS,
    SECTION_WORDS,
    STEP_HINTS,
    STEP_WORDS,
    card_copy_steps,
    check_outcome_text,
    why_picked_sentences,
    with_tap_words,
)
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.return_urls import page_to_return_to
from core.sentences import refusal_text
from decks.models import Proxy
from decks.queries.lists.deck_tiles import tiles_of_rows
from decks.queries.lists.proxies import may_any_judge_grant_proxies
from decks.services import proxies
from decks.words.copy_words import mark_texts
from pairings.access import redirect_refusals_to
from pairings.engine.clock import proposed_extension_minutes
from pairings.queries.bracket import cut_titles
from pairings.views import undo_messages
from pairings.views.reports import idempotency
from pairings.words import round_names
from tournaments.access import event_page
from tournaments.models import Tournament

MAX_OFFERED = 12
KEY_BYTES = 6


@require_safe
@as_page_of_deck_check("view")
def check_sheet_page(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Show the sheet of a check.

    With `known` (the version on the page), return the current values as JSON, or 204 if they are unchanged.
    """
    version = request.GET.get("known")
    if version is None:
        return _sheet_response(request, check)
    if version == sheets.version_stamp_of_check(check):
        return HttpResponse(status=204)
    response = JsonResponse(asdict(_live_values(request, check)))
    response["Cache-Control"] = "private, no-store"
    return response


@require_POST
@as_page_of_deck_check("report")
def begin_check(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Begin the check and start the stopwatch of the table."""
    check = sheet_services.begin_check(check, by=request.user)
    message = _("%(name)s’s deck check has started.") % {"name": check.entry}
    undo_messages.add_undo_message(request, message, check.entry.division, "DeckCheckBegan", check=check.pk)
    return redirect(check_sheet_url(check))


@require_POST
@as_page_of_deck_check("report")
def store_tap(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Store one tap.

    - `do`: "kind:subject:number:…" with a unique suffix, which is also the key of the tap. Typed values are in
      `number`, `card`, `what` and `cards`.
    - `seen`: the number of taps on the page.
    """
    key = _posted_line(request, "do")[:MAX_KEY_LENGTH]
    kind, subject, typed_number = [*key.split(":"), "", "", ""][:3]
    if kind == "other":
        subject = _posted_line(request, "card")[:MAX_CARD_LENGTH]
    if kind == "pattern":
        subject = marks_subject(_posted_line(request, "what"), _posted_line(request, "cards"))
    # -1 clears the count of a row. -2 stands for text that is not a number, and is refused.
    typed_number = typed_number or request.POST.get("number", "")
    number = whole_number(typed_number)
    number = -1 if typed_number == "-1" else -2 if number is None else min(number, MAX_NUMBER + 1)
    tap = Tap(kind, subject, number)
    seen = whole_number(request.POST.get("seen", ""))
    url = check_sheet_url(check, fragment=f"line-{subject}" if kind == "line" else "sheet")
    try:
        sheet_services.store_check_tap(check, tap, key=key, by=request.user, seen=seen)
    except Refused as refused:
        names = [card_row.label for card_row in sheets.list_rows_of(check)]
        return idempotency.refused_response(request, with_tap_words(refused, names), url)
    return idempotency.accepted_response(request, url)


@require_POST
@as_page_of_deck_check("report", idempotent=True)
def end_check(request: StaffRequest, check: DeckCheck) -> idempotency.Answer:
    """End the check with an outcome and the table's time extension. A penalty is given on a separate page."""
    form = EndCheckForm(request.POST)
    if not form.is_valid():
        return lambda: _sheet_response(request, check, end_form=form)
    try:
        check = sheet_services.end_check(check, by=request.user, **form.chosen)
    except Refused as refused:
        if idempotency.is_sent_by_script(request):
            return idempotency.refused_response(request, refused, check_sheet_url(check))
        form.refuse(refused)
        return lambda: _sheet_response(request, check, end_form=form)
    return end_check_response(request, check)


def end_check_response(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Add a message with the outcome of an ended check, and redirect.

    If the outcome is a penalty, the target is the page to give it, otherwise the list of checks.
    """
    event = check.entry.tournament
    facts = {"name": check.entry, "outcome": check_outcome_text(check)}
    message = _("%(name)s: %(outcome)s.") % facts
    undo_messages.add_undo_message(request, message, check.entry.division, "DeckCheckEnded", check=check.pk)
    if check.outcome == DeckCheck.Outcome.PENALTY:
        return redirect(_penalty_advice(check).url)
    return redirect("checks:checks", event.slug)


def _penalty_advice(check: DeckCheck, counted: CountedDeck | None = None) -> hooks.PenaltyAdvice:
    """Return the penalties suggested by a check. `counted` are the counts of the check, if already loaded."""
    if counted is None:
        counted, _taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    return next(advice(check, counted) for advice in hooks.penalty_advice)


@require_safe
@event_page("report")
def suggest_card_names(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Suggest cards whose name contains the typed text of at least two characters."""
    text = request.GET.get("card", "")[:80].replace("\0", "").strip()
    offers = cards.find_cards(text, translation.get_language() or "en")[:MAX_OFFERED] if len(text) > 1 else []
    return render(request, "checks/names.html", {"offers": offers})


@require_POST
@as_page_of_deck_check("report")
def grant_proxy(request: StaffRequest, check: DeckCheck) -> HttpResponse:
    """Grant the player a proxy."""
    form = ProxyForm(request.POST)
    if not form.is_valid():
        return _sheet_response(request, check, proxy_form=form)
    by, match = request.user, deck_check_queries.current_match_of_check(check)
    number = match.round.number if match else check.round_number
    try:
        proxy = proxies.grant_proxy(
            check.entry,
            by=by,
            head_judge=request.can["rule"],
            round_number=number,
            **form.cleaned_data,
        )
    except Refused as refused:
        form.add_error(None, refusal_text(refused))
        return _sheet_response(request, check, proxy_form=form)
    message = _("Proxy of %(card)s made for %(name)s.") % {"card": proxy.card, "name": check.entry}
    undo_messages.add_undo_message(request, message, check.entry.division, "ProxyGranted", proxy=proxy.pk)
    return redirect(check_sheet_url(check))


@require_POST
@event_page("report")
@redirect_refusals_to("checks:checks")
def withdraw_proxy(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Withdraw a proxy."""
    proxies_with_players = Proxy.objects.select_related("entry__division", "entry__player")
    proxy = get_object_or_404(proxies_with_players, entry__tournament=event, pk=pk)
    proxy = proxies.withdraw_proxy(proxy, by=request.user, head_judge=request.can["rule"])
    message = _("The proxy of %(card)s was withdrawn.") % {"card": proxy.card}
    undo_messages.add_undo_message(request, message, proxy.entry.division, "ProxyWithdrawn", proxy=proxy.pk)
    return redirect(page_to_return_to(request, reverse("checks:checks", args=[event.slug])))


def render_refused_before_check(
    request: HomeRequest, check: DeckCheck, form: EndBeforeCheckForm
) -> HttpResponse:
    """Show the sheet of a check before the event with the form that was refused."""
    return _sheet_response(request, check, before_form=form)


def _sheet_response(
    request: HomeRequest,
    check: DeckCheck,
    *,
    end_form: EndCheckForm | None = None,
    proxy_form: ProxyForm | None = None,
    before_form: EndBeforeCheckForm | None = None,
) -> HttpResponse:
    """Render the sheet of a check. Forms with errors are shown again, with status 422."""
    event, now = check.entry.tournament, timezone.now()
    # Link to the penalty page if the ended check suggests a penalty that was not given yet.
    is_penalty = check.outcome == DeckCheck.Outcome.PENALTY and check.ended_at is not None
    penalty_advice = _penalty_advice(check) if is_penalty and check.kind != DeckCheck.Kind.BEFORE else None
    (check,), match = (
        deck_check_queries.with_current_tables([check]),
        deck_check_queries.current_match_of_check(check),
    )
    shuffling = deck_check_queries.check_rules_of(event).shuffling
    stopwatch = sheets.find_running_stopwatch(match)
    proposed = proposed_extension_minutes(stopwatch.began_at, now) + shuffling if stopwatch else None
    has_errors = any(form and form.errors for form in (end_form, proxy_form, before_form))
    context = vars(_sheet_context(request, check)) | {
        "before": before_check_sheet.before_check_part(check, before_form),
        "why": why_picked_sentences(check),
        "outcome": check_outcome_text(check) if check.outcome else "",
        "rewritten": check.rewrite and rewriting.open_rewrite_of(check.entry) is None,
        "penalty_url": penalty_advice.url if penalty_advice and not penalty_advice.given else "",
        "minutes": proposed,
        "seconds": int((now - stopwatch.began_at).total_seconds()) if stopwatch else None,
        "shuffling": shuffling,
        "end": end_form or EndCheckForm(initial={"minutes": proposed}),
        "proxy_form": proxy_form or ProxyForm(),
        "may_grant": request.can["rule"] or may_any_judge_grant_proxies(event),
    }
    return render(request, "checks/check.html", context, status=422 if has_errors else 200)


def _sheet_context(request: HomeRequest, check: DeckCheck) -> SheetPage:
    """Return the context of the sheet. At most seven queries."""
    rows = sheets.list_rows_of(check)
    tiles = tiles_of_rows(rows)
    counted, tap_count = sheets.replay_count_of_check(check, rows)
    sections = [
        {
            "title": SECTION_WORDS[section.code],
            "code": section.code,
            "cards": section.cards,
            "lines": [
                _sheet_line(index, line, tiles[index], counted.found.get(index))
                for index, line in section.rows
            ],
            "begun": any(index in counted.found for index, _ in section.rows),
        }
        for section in group_by_section(rows)
    ]
    live_values = _live_values(request, check, counted=counted, taps=tap_count)
    titles = cut_titles.cut_round_titles_of_event(check.entry.tournament)
    return SheetPage(
        page="checks",
        check=check,
        player=check.entry,
        round_inside=round_names.round_title_in_sentence(titles, check.entry.division_id, check.round_number),
        open=check.state == DeckCheck.State.RUNNING and request.can["report"],
        begun=check.state in check_photos.WITH_PHOTOS,
        counted=counted,
        taps=tap_count,
        sections=sections,
        steps=[
            {
                "code": step,
                "label": label,
                "hint": STEP_HINTS.get(step, ""),
                "mark": counted.steps.get(step, counted.marks.get(step, "")),
                "tapped": step in ANSWERED,
            }
            for step, label in (
                *((step, STEP_WORDS[step]) for step in STEPS),
                *card_copy_steps(sheets.card_languages_of_entry(check.entry)),
            )
        ],
        mark_words=[(mark, MARK_STATES[mark], MARK_WORDS[mark]) for mark in MARKS],
        marked=[(note, marks_subject(note.what, note.cards)) for note in counted.marked],
        proxies=sheets.proxies_of(check.entry),
        key=secrets.token_hex(KEY_BYTES),
        photo_note=request.GET.get("note", "")[:MAX_WHY_LENGTH],
        now=live_values,
        now_json=json.dumps(asdict(live_values)),
    )


def _live_values(
    request: HomeRequest, check: DeckCheck, *, counted: CountedDeck | None = None, taps: int = 0
) -> LiveValues:
    """Return the values of a sheet that change during the check.

    `counted` and `taps`: counts and number of taps, if already loaded.
    """
    if counted is None:
        counted, taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    is_over = check.state != DeckCheck.State.RUNNING
    over_sentence = _("%(state)s: %(name)s. Reload the page to see the current state.")
    return LiveValues(
        version=sheets.version_stamp_of_check(check),
        seen=taps,
        over=over_sentence % {"state": check.get_state_display(), "name": check.entry} if is_over else "",
        whole=counted.expected_total,
        found=dict(counted.found),
        marks={step: counted.marks.get(step, "") for step in ANSWERED},
        total=counted.total,
        others=dict(counted.others),
        replaced=counted.replaced,
        marked={
            marks_subject(note.what, note.cards): PATTERN if note.pattern else NO_PATTERN
            for note in counted.marked
        },
        infractions=list(_penalty_advice(check, counted).infractions),
        photos=photo_list(request, check),
    )


def _sheet_line(index: int, card_row: Any, tile: CardTile, found: int | None) -> SheetLine:
    expected = card_row.quantity or 0
    copies = expected if found is None else found
    return SheetLine(
        at=index,
        name=card_row.label,
        tile=tile,
        where=format_card_number(card_row.set_code, card_row.card_number) if card_row.set_code else "",
        marks=list(mark_texts(card_row)),
        expected=expected,
        found=found,
        right=found == expected,
        less=max(copies - 1, 0),
        more=copies + 1,
    )


def _posted_line(request: HttpRequest, name: str) -> str:
    """Return the text of a submitted field as one line."""
    return " ".join(request.POST.get(name, "").replace("\0", "").split())
