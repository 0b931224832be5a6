"""Judges' actions on the page of a draft log: look at cards, undo moves, record decisions and rulings."""

from collections.abc import Mapping
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from core.engine.journal.kinds import kinds_of_group
from core.engine.refused import Refused
from core.models import JournalEvent
from core.requests import SignedInRequest, StaffRequest
from core.sentences import refusal_text
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from drafts.engine import STAFF, Move, build_undo_move
from drafts.engine import draft_log as log
from drafts.engine.moves import Leaving
from drafts.engine.refusals import DraftRefusal
from drafts.forms.draft_log import DECIDED, JudgeForm, RulingForm
from drafts.queries import draft_log as queries
from drafts.queries.seat_views import is_tracked
from drafts.services import draft_log, tracking
from drafts.views.draft_log import draft_log_page, names_by_pod
from drafts.views.event_drafts import get_draft_or_404, parse_small_number
from drafts.words import draft_log_words as words
from tournaments.access import event_page
from tournaments.models import Tournament

CONFLICT = 409
"""HTTP status of a page that shows a refusal."""

LEFT = {
    "half": gettext_lazy(
        "%(name)s dropped. The other player takes the face-up cards, then cards from the top of the "
        "stack up to half of all cards, and names them on their pool page."
    ),
    "rest": gettext_lazy(
        "%(name)s has dropped. The other player takes all remaining cards, and names them on their pool page."
    ),
    "random": gettext_lazy(
        "%(name)s has dropped. On the draft page, open packs and pick at random for this seat."
    ),
}
"""Way of leaving -> message about a player who left."""

OF_FLOOR = "DraftJudged"
"""Journal kind of the decisions that every judge may make and undo."""


@require_POST
@event_page("rule")
def look_at_secret_cards(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the secret cards of a pod to the user, and journal the look."""
    event_draft, pod = get_draft_or_404(event, draft), parse_small_number(request.POST.get("pod", ""))
    draft_log.allow_look_at_cards(event_draft, pod, by=request.user)
    messages.success(request, _("You see the cards of this pod. This is in the journal."))
    return redirect(_log_url(event_draft, pod))


@require_POST
@event_page("report")
def record_decision(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Carry out a judge's decision in a tracked draft, or note it in a draft on paper.

    Only the head judge and the organizer make the decisions in `DECIDED`. A refusal is shown on the log page
    (409).
    """
    event_draft, form = get_draft_or_404(event, draft), JudgeForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
        answers = form.cleaned_data
        if answers["do"] in DECIDED and not request.can["rule"]:
            raise Refused(DraftRefusal.HEAD_JUDGE_DECIDES)
        message = (
            _carry_out_decision(request, event_draft, answers)
            if is_tracked(event_draft)
            else _note_decision(request, event_draft, answers)
        )
    except Refused as refused:
        return draft_log_page(request, event_draft, refused=refusal_text(refused), status=CONFLICT)
    _add_decision_undo_message(request, event_draft, message)
    return redirect(
        _log_url(
            event_draft,
            answers["pod"] if is_tracked(event_draft) else parse_small_number(request.POST.get("back", "")),
        )
    )


@require_POST
@event_page("rule")
def rule_on_pod(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a ruling about a pod. A refusal is shown on the log page (409)."""
    event_draft, form = get_draft_or_404(event, draft), RulingForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.RULING_MISSING)
        draft_log.record_pod_ruling(
            event_draft, form.cleaned_data["pod"], text=form.cleaned_data["text"], by=request.user
        )
    except Refused as refused:
        return draft_log_page(request, event_draft, refused=refusal_text(refused), status=CONFLICT)
    _add_decision_undo_message(
        request, event_draft, _("The ruling is saved, on this page and in the journal.")
    )
    return redirect(_log_url(event_draft, form.cleaned_data["pod"]))


def _carry_out_decision(request: SignedInRequest, draft: Draft, answers: Mapping[str, object]) -> str:
    """Carry out a decision in a tracked pod, and return the message about it.

    Refused: NAMES_HIDDEN, NOTHING_PICKED (seat), REASON_MISSING, and whatever `draft_log.undo_moves`,
    `tracking.play_random_pick_of_seat` and `tracking.play_move_in_pod` refuse.
    """
    by, pod, seat = request.user, _int_or_zero(answers["pod"]), _int_or_zero(answers["seat"])
    action, key, reason = str(answers["do"]), str(answers["key"]), str(answers["reason"])
    names = names_by_pod(draft).get(pod, {})
    if action == "back_to":
        undone = draft_log.undo_moves(draft, pod, _int_or_zero(answers["of"]), key=key, reason=reason, by=by)
        message = ngettext(
            "%(n)d move undone. The players put the cards back as the log shows.",
            "%(n)d moves undone. The players put the cards back as the log shows.",
            len(undone),
        )
        return message % {"n": len(undone)}
    if action == "random":
        tracking.play_random_pick_of_seat(draft, pod, seat, key=key, name=str(answers["name"]), by=by)
        return _("Picked at random for %(name)s.") % {"name": words.name_with_seat_text(seat, names)}
    if action == "leave":
        move = Move("leave", seat, way=cast(Leaving, answers["way"]))
    elif action in ("short", "extra"):
        move = Move("short" if action == "short" else "extra", seat)
    elif action == "rename":
        if not queries.may_see_names(queries.logged_pod(draft, pod), rule=True, user=by):
            raise Refused(DraftRefusal.NAMES_HIDDEN)
        move = Move("rename", STAFF, _int_or_zero(answers["of"]), names=(str(answers["name"]),))
    else:
        # Undo the latest pick of the seat or, if this tap is a repetition, the same pick as before.
        tracked = queries.logged_pod(draft, pod).tracked
        move_index = log.last_pick(tracked.game.moves, seat)
        earlier = next((move for move in tracked.moves if move.key == key), None)
        move_index = earlier.of if earlier is not None and earlier.of is not None else move_index
        if move_index is None:
            raise Refused(DraftRefusal.NOTHING_PICKED, seat=seat)
        move = build_undo_move(move_index)
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    tracking.play_move_in_pod(draft, pod, move, key=key, by=by, staff=True, reason=reason)
    return _judge_decision_text(
        action, str(answers["way"]), words.name_with_seat_text(seat, names) if seat else _("the table")
    )


def _note_decision(request: SignedInRequest, draft: Draft, answers: Mapping[str, object]) -> str:
    """Note a decision in a draft on paper, and return the message about it.

    POST `place`: pod and seat as "2-5", which replace those of the form.
    """
    pod, seat, action = _int_or_zero(answers["pod"]), _int_or_zero(answers["seat"]), str(answers["do"])
    pod_and_seat = request.POST.get("place", "").partition("-")
    if pod_and_seat[1]:
        pod, seat = parse_small_number(pod_and_seat[0]), parse_small_number(pod_and_seat[2])
    draft_log.note_decision(
        draft,
        pod,
        action,
        seat=seat,
        way=str(answers["way"]),
        reason=str(answers["reason"]),
        key=str(answers["key"]),
        by=request.user,
    )
    return _judge_decision_text(
        action, str(answers["way"]), words.name_with_seat_text(seat, names_by_pod(draft).get(pod, {}))
    )


def _judge_decision_text(action: str, way: str, name: str) -> str:
    """Return the message about a decision. `way`: how a player left. `name`: the player or the table."""
    texts = {
        "undo_move": _("%(name)s’s last pick is undone. The card goes back into its pack."),
        "rename": _("The card was renamed."),
        "short": _("Noted: a card is missing at %(name)s. The draft continues."),
        "extra": _("Noted: an extra card at %(name)s. The draft continues."),
        "leave": _("The draft continues without %(name)s. Packs that are still closed are set aside."),
    }
    return (LEFT.get(way) or texts[action]) % {"name": name}


def _add_decision_undo_message(request: StaffRequest, draft: Draft, text: str) -> None:
    """Add a success message, with an undo link if the user may undo the decision."""
    own_lines = JournalEvent.objects.filter(division=draft.division, facts__draft=draft.pk, by=request.user)
    line = own_lines.filter(kind__in=kinds_of_group("draft_log"), undone_by=None).order_by("-pk").first()
    may_run = request.can["run"]
    undo_url = ""
    # Renamed cards and random picks have no journal line to undo.
    has_journal_line = request.POST.get("do", "") not in ("rename", "random")
    if line is not None and has_journal_line and (may_run or line.kind == OF_FLOOR):
        undo_url = reverse(
            "pairings:undo" if may_run else "pairings:floor_undo",
            args=[draft.division.tournament.slug, line.pk],
        )
    messages.success(request, text, extra_tags=f"undo={undo_url}" if undo_url else "")


def _log_url(draft: Draft, pod: int) -> str:
    page = reverse("drafts:draft_log", args=[draft.division.tournament.slug, draft.pk])
    return f"{page}?{urlencode({'pod': pod})}"


def _int_or_zero(value: object) -> int:
    return value if isinstance(value, int) else 0
