"""What judges do on the page of a log: look, undo, decide, note, rule. One service call each."""

from collections.abc import Mapping
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from core.engine.journal.kinds import of_group
from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import refusal_text
from decks.engine.refusals import DeckRefusal
from decks.models import Draft
from drafts.engine import STAFF, Move, log, undo_move
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import Leaving
from drafts.forms.draft_log import DECIDED, JudgeForm, RulingForm
from drafts.queries import draft_log as queries
from drafts.queries.seat_views import is_tracked
from drafts.services import draft_log, tracking
from drafts.views.draft_log import log_page, names_of
from drafts.views.event_drafts import draft_of, number
from drafts.words import draft_log_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

CONFLICT = 409
LEFT = {
    "half": gettext_lazy(
        "%(name)s dropped. The other player takes the face-up cards, then cards from the top of the "
        "stack up to half of all cards, and names them on their pool page."
    ),
    "rest": gettext_lazy(
        "%(name)s has dropped. The other player takes all remaining cards, and names them on their pool page."
    ),
    "random": gettext_lazy(
        "%(name)s has dropped. On the draft page, open packs and pick for this seat; its picks are random."
    ),
}
"""Messages about a player who left, by what happens to their cards."""

OF_FLOOR = "DraftJudged"
"""The journal kind any judge may decide and undo."""


@require_POST
@event_page("rule")
def look(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the secret cards of a pod to this person; it is journaled."""
    row, pod = draft_of(event, draft), number(request.POST.get("pod", ""))
    draft_log.look(row, pod, by=signed_in(request))
    messages.success(request, _("You see the cards of this pod. This is in the journal."))
    return redirect(_url(row, pod))


@require_POST
@event_page("report")
def judge(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Take one step as a judge; those of the head judge are refused to others."""
    row, form = draft_of(event, draft), JudgeForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
        sent = form.cleaned_data
        if sent["do"] in DECIDED and not request.can["rule"]:  # type: ignore[attr-defined]
            raise Refused(DraftRefusal.HEAD_JUDGE_DECIDES)
        message = _judged(request, row, sent) if is_tracked(row) else _noted(request, row, sent)
    except Refused as refused:
        return log_page(request, row, refused=refusal_text(refused), status=CONFLICT)
    _add_message(request, row, message)
    return redirect(_url(row, sent["pod"] if is_tracked(row) else number(request.POST.get("back", ""))))


@require_POST
@event_page("rule")
def rule(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Record a ruling."""
    row, form = draft_of(event, draft), RulingForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused(DraftRefusal.RULING_MISSING)
        draft_log.rule(row, form.cleaned_data["pod"], text=form.cleaned_data["text"], by=signed_in(request))
    except Refused as refused:
        return log_page(request, row, refused=refusal_text(refused), status=CONFLICT)
    _add_message(request, row, _("The ruling is saved, on this page and in the journal."))
    return redirect(_url(row, form.cleaned_data["pod"]))


def _judged(request: HttpRequest, row: Draft, sent: Mapping[str, object]) -> str:
    """Take the step in a tracked pod; returns the message."""
    by, pod, seat = signed_in(request), _int(sent["pod"]), _int(sent["seat"])
    do, key, reason = str(sent["do"]), str(sent["key"]), str(sent["reason"])
    names = names_of(row).get(pod, {})
    if do == "back_to":
        undone = draft_log.undo_to(row, pod, _int(sent["of"]), key=key, reason=reason, by=by)
        message = ngettext(
            "%(n)d move undone. The players put the cards back as the log shows.",
            "%(n)d moves undone. The players put the cards back as the log shows.",
            len(undone),
        )
        return message % {"n": len(undone)}
    if do == "random":
        tracking.pick_at_random(row, pod, seat, key=key, name=str(sent["name"]), by=by)
        return _("Picked at random for %(name)s.") % {"name": words.seat_text(seat, names)}
    if do == "leave":
        move = Move("leave", seat, way=cast(Leaving, sent["way"]))
    elif do in ("short", "extra"):
        move = Move("short" if do == "short" else "extra", seat)
    elif do == "rename":
        if not queries.sees_names(queries.pod_of(row, pod), rule=True, user=by):
            raise Refused(DraftRefusal.NAMES_HIDDEN)
        move = Move("rename", STAFF, _int(sent["of"]), names=(str(sent["name"]),))
    else:
        move = _undo_of(row, pod, seat, key)
    if not reason.strip():
        raise Refused(DeckRefusal.REASON_MISSING)
    tracking.play(row, pod, move, key=key, by=by, staff=True, reason=reason)
    return _done_text(do, str(sent["way"]), words.seat_text(seat, names) if seat else _("the table"))


def _undo_of(row: Draft, pod: int, seat: int, key: str) -> Move:
    """The undo of a seat's latest pick; the same one if this tap was sent before. Refused: NOTHING_PICKED."""
    tracked = queries.pod_of(row, pod).tracked
    of = log.last_pick(tracked.game.moves, seat)
    earlier = next((move for move in tracked.moves if move.key == key), None)
    if earlier is not None and earlier.of is not None:
        return undo_move(earlier.of)
    if of is None:
        raise Refused(DraftRefusal.NOTHING_PICKED, seat=seat)
    return undo_move(of)


def _noted(request: HttpRequest, row: Draft, sent: Mapping[str, object]) -> str:
    """Record a note of a draft on paper; returns the message."""
    pod, seat, do = _int(sent["pod"]), _int(sent["seat"]), str(sent["do"])
    pod_and_seat = request.POST.get("place", "").partition("-")
    if pod_and_seat[1]:
        pod, seat = number(pod_and_seat[0]), number(pod_and_seat[2])
    draft_log.note(
        row,
        pod,
        do,
        seat=seat,
        way=str(sent["way"]),
        reason=str(sent["reason"]),
        key=str(sent["key"]),
        by=signed_in(request),
    )
    return _done_text(do, str(sent["way"]), words.seat_text(seat, names_of(row).get(pod, {})))


def _done_text(do: str, way: str, name: str) -> str:
    texts = {
        "undo_move": _("The last pick of %(name)s is undone. The card goes back into its pack."),
        "rename": _("The card was renamed."),
        "short": _("Noted: a card is missing at %(name)s. The draft continues."),
        "extra": _("Noted: a card too many at %(name)s. The draft continues."),
        "leave": _("The draft continues without %(name)s. Packs that are still closed are set aside."),
    }
    return (LEFT.get(way) or texts[do]) % {"name": name}


def _add_message(request: HttpRequest, row: Draft, text: str) -> None:
    """Add a success message, with the undo of its journal line if there is one."""
    mine = JournalEvent.objects.filter(division=row.division, facts__draft=row.pk, by=signed_in(request))
    line = mine.filter(kind__in=of_group("draft_log"), undone_by=None).order_by("-pk").first()
    run = request.can["run"]  # type: ignore[attr-defined]
    undo = ""
    # A renamed card and a random pick have no journal line.
    journaled = request.POST.get("do", "") not in ("rename", "random")
    if line is not None and journaled and (run or line.kind == OF_FLOOR):
        undo = reverse(
            "pairings:undo" if run else "pairings:floor_undo", args=[row.division.tournament.slug, line.pk]
        )
    messages.success(request, text, extra_tags=f"undo={undo}" if undo else "")


def _url(row: Draft, pod: int) -> str:
    page = reverse("drafts:draft_log", args=[row.division.tournament.slug, row.pk])
    return f"{page}?{urlencode({'pod': pod})}"


def _int(value: object) -> int:
    return value if isinstance(value, int) else 0
