"""Judge calls: pages to claim and answer them, and the hand a player raises on the phone."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import unsent, web
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.web import typed
from floor.engine.refusals import FloorRefusal
from floor.models import JudgeCall
from floor.queries import floor, queue_sources
from floor.queries.my_table import MyTable, my_table
from floor.services import calls as hands
from floor.views import what_stands
from pairings.access import refusals_lead_to
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.views.reports import idempotency
from pairings.views.reports.idempotency import once
from pairings.views.rounds import round_chrome
from pairings.words import result_words
from tournaments.access import event_page, signed_in
from tournaments.models import PersonalLink, Tournament, User
from tournaments.views.personal_link import player_page

LONG = 300
"""Seconds after which a wait is long."""


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all calls of the event as CSV or XLSX."""
    from floor.documents import calls as documents

    data, content_type = documents.spreadsheet(event, floor.all_calls(event), kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-calls.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


def line(call: JudgeCall, me: User) -> dict[str, Any]:
    """Context of one open call in lists."""
    seconds = int((timezone.now() - call.raised_at).total_seconds())
    waits_for_head = queue_sources.waits_for_head(call)
    return {
        "kind": "call",
        "pk": call.pk,
        "no": call.table,
        "url": round_chrome.match_url(call.match) if call.match else "",
        "names": queue_sources.pair_names(call.match),
        "who": str(call.entry) if call.entry else "",
        "reason": call.get_reason_display(),
        "text": call.text,
        "seconds": max(0, seconds),
        "span": span(seconds),
        "long": seconds >= LONG and not call.claimed_at,
        "claimed": str(call.claimed_by) if call.claimed_at and call.claimed_by else "",
        "mine": call.claimed_by_id == me.pk,
        "there": call.arrived_at is not None and not waits_for_head,
        "free": call.claimed_at is None or (waits_for_head and call.claimed_by_id != me.pk),
        "head": waits_for_head,
        "by": str(call.escalated_by or ""),
    }


def closed_line(call: JudgeCall) -> dict[str, Any]:
    assert call.closed_at is not None  # noqa: S101 - asked of closed calls
    return {
        "no": call.table,
        "url": round_chrome.match_url(call.match) if call.match else "",
        "names": queue_sources.pair_names(call.match),
        "reason": call.get_reason_display() if call.reason else "",
        "note": call.note,
        "by": str(call.closed_by or ""),
        "at": call.closed_at,
        "back": call.withdrawn,
        "span": span(int((call.closed_at - call.raised_at).total_seconds())),
    }


def span(seconds: int) -> str:
    """ "under a minute", "4 min", "2 h 5 min"."""
    minutes = seconds // 60
    if minutes >= 60:
        return _("%(h)d h %(n)d min") % {"h": minutes // 60, "n": minutes % 60}
    return _("%(n)d min") % {"n": minutes} if minutes else _("under a minute")


def panel(match: Match, me: User) -> dict[str, Any] | None:
    """Context of a table's calls on its page; None if no call is possible. One query."""
    if match.right_id is None or match.round.state != Round.State.POSTED:
        return None
    rows = match.calls.filter(closed_at=None).select_related(
        *floor.OF_A_CALL, "match__round__division__tournament"
    )
    return {
        "open": [line(call, me) for call in rows],
        "reasons": JudgeCall.Reason.choices,
        "table": match.table,
    }


@require_POST
@event_page("report")
@once
@refusals_lead_to("floor:calls")
def raise_call(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Raise a hand for a table, by staff."""
    url = web.back(request, reverse("floor:calls", args=[event.slug]))
    number = request.POST.get("table", "").strip()
    table = whole_number(number) if len(number) < 6 else None
    rows = Match.objects.filter(
        round__division__tournament=event, round__state=Round.State.POSTED, table=table
    )
    match = rows.select_related("round__division__tournament").first() if table else None
    if match is None:
        return round_chrome.redirect_with_message(
            request, _("There is no table %(table)s in play.") % {"table": number or "–"}, url
        )
    call = hands.raise_hand(
        match,
        by=signed_in(request),
        reason=request.POST.get("reason", ""),
        text=typed(request, "text"),
    )
    message = _("Table %(table)s: judge called.") % {"table": match.table}
    round_chrome.add_message(request, message, match.round.division, "CallRaised", call=call.pk)
    return redirect(url)


@require_POST
@event_page("report")
@once
@refusals_lead_to("floor:calls")
def call(request: HttpRequest, event: Tournament, pk: int) -> HttpResponse:
    """Act on a call: `do` is claim, arrive, pass or close."""
    call_ = get_object_or_404(event.calls.select_related("match__round__division__tournament"), pk=pk)
    url = web.back(request, reverse("floor:calls", args=[event.slug]))
    by, note = signed_in(request), typed(request, "note")
    kinds = {"claim": "CallClaimed", "arrive": "CallArrived", "pass": "CallEscalated", "close": "CallClosed"}
    action = request.POST.get("do", "")
    if action == "claim":
        call_ = hands.claim(call_, by=by)
    elif action == "arrive":
        call_ = hands.arrive(call_, by=by)
    elif action == "pass":
        call_ = hands.escalate(call_, by=by)
    elif action == "close":
        call_ = hands.close(call_, by=by, note=note)
    else:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    assert call_.match is not None  # noqa: S101 - its buttons are those of calls with a match
    words = {
        "claim": _("You are going to table %(table)s."),
        "arrive": _("You are at table %(table)s."),
        "pass": _("The call of table %(table)s is passed on to the head judge."),
        "close": _("The call of table %(table)s is closed."),
    }
    message = words[action] % {"table": call_.table or result_words.DASH}
    round_chrome.add_message(request, message, call_.match.round.division, kinds[action], call=call_.pk)
    return redirect(url)


# The player's phone


def hand(at: MyTable) -> dict[str, Any] | None:
    """Context of the hand on a player's page; None unless the match is being played."""
    playing = (
        at.match is not None and at.side and at.round is not None and at.round.state == Round.State.POSTED
    )
    if not playing or at.match is None:
        return None
    up = list(at.match.calls.filter(closed_at=None).select_related("claimed_by"))
    mine = next((call for call in up if call.entry_id == at.me.entry_id), None)
    current = mine or next(iter(up), None)
    return {
        "match": at.match,
        "reasons": [choice for choice in JudgeCall.Reason.choices if choice[0]],
        "up": current is not None,
        "mine": mine is not None,
        "coming": bool(current and current.claimed_at),
        "there": bool(current and current.arrived_at),
        "at": current.raised_at if current else None,
    }


@require_POST
@player_page
@once
def my_call(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """Raise the player's hand, or lower it (`do` is back).

    A request stored on the phone until another match began, or until a judge had come, raises no hand: the
    player is asked to confirm it.
    """
    at, back = my_table(link, timezone.now()), request.POST.get("do") == "back"
    by = request.user if isinstance(request.user, User) else None
    try:
        if at.match is None or not at.side or request.POST.get("match", f"{at.match.pk}") != f"{at.match.pk}":
            raise Refused(PairingRefusal.NOT_YOUR_MATCH)
        if not idempotency.has_waited(request) or request.POST.get("anyway") == "yes":
            answered = None
        else:
            answered = what_stands.answered_call(at.match, unsent.typed_at(request, timezone.now()))
        if back:
            up = at.match.calls.filter(entry=link.entry, closed_at=None).first()
            if up is None:
                raise Refused(FloorRefusal.CALL_IS_CLOSED)
            hands.withdraw(up, by=by)
        elif answered is not None:
            return _refused_call(request, link, at, Refused(FloorRefusal.CALL_WAS_ANSWERED), answered)
        else:
            reason, text = request.POST.get("reason", ""), typed(request, "text")
            hands.raise_hand(at.match, entry=link.entry, by=by, reason=reason, text=text)
            messages.success(request, _("Your hand is up. Stay at your table; a judge has been told."))
    except Refused as refused:
        if not (back and idempotency.has_waited(request)):
            return _refused_call(request, link, at, refused)
    return redirect("floor:my", link.token)


def _refused_call(
    request: HttpRequest, link: PersonalLink, at: MyTable, refused: Refused, answered: JudgeCall | None = None
) -> HttpResponse:
    """Answer with the current state, the player's table now or who came, and a button to call anyway."""
    stands = what_stands.seat_text(at) or _("You have no match to play right now.")
    if answered is not None and answered.closed_at:
        when = timezone.localtime(answered.closed_at)
        stands = _("A judge came to this table, and the call was closed at %(at)s.") % {"at": f"{when:%H:%M}"}
    anyway = None
    if hand(at) is not None and at.match is not None:
        anyway = unsent.Anyway(_("Call a judge now"), {"anyway": "yes", "match": str(at.match.pk)})
    url = reverse("floor:my", args=[link.token])
    return idempotency.refused_answer(request, refused, url, stands=stands, anyway=anyway)
