"""Judge calls: staff claim and close them, and players raise a hand on their phone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core import responses, unsent
from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.responses import posted_text
from core.return_urls import page_to_return_to
from floor.engine.lateness import ALLOWED, Delay
from floor.engine.refusals import FloorRefusal
from floor.models import JudgeCall
from floor.queries.calls import CALL_RELATIONS, all_calls
from floor.queries.my_table import MyTable, my_table
from floor.queries.queue import queue_sources
from floor.services import calls as hands
from floor.views import late_requests
from floor.words.queue_words import duration_text
from pairings.access import redirect_refusals_to
from pairings.engine.refusals import PairingRefusal
from pairings.models import Match, Round
from pairings.views import undo_messages
from pairings.views.reports import idempotency, scoreboard
from pairings.views.reports.idempotency import processes_key_once
from pairings.views.rounds import round_urls
from pairings.words import result_words
from tournaments.access import event_page, signed_in_user_or_none
from tournaments.models import PersonalLink, Tournament, User
from tournaments.views.personal_link import player_page

LONG_WAIT_SECONDS = int(ALLOWED[Delay.CALL].total_seconds())
"""Seconds after which an unclaimed call is marked as waiting long."""


@require_safe
@event_page("view")
def export_calls(request: StaffRequest, event: Tournament, kind: str) -> HttpResponse:
    """Download all calls of the event as CSV or XLSX."""
    from floor.documents import calls as documents

    data, content_type = documents.calls_spreadsheet(event, all_calls(event), kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-calls.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandButton:
    """The button to raise a hand on a player's page, and its state.

    `up` is true if the table has an open call, and `mine` if this player raised it. `coming` is true if a judge is on
    the way, `there` if a judge is at the table. `at` is when the hand was raised, and `waited` the time since then,
    such as "4:05".
    """

    match: Match
    reasons: Sequence[tuple[str, str | Promise]]
    up: bool
    mine: bool
    coming: bool
    there: bool
    at: datetime | None
    seconds: int
    waited: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedCallRow:
    """A closed call in a list.

    `no` is its table, `back` is true if it was withdrawn, and `span` is how long it was open.
    """

    no: int | None
    url: str
    names: str
    reason: str
    note: str
    by: str
    at: datetime
    back: bool
    span: str


@dataclass(frozen=True, kw_only=True)
class CallRow:
    """An open call in a list, as the reader sees it.

    `no` is its table, `names` are both players, and `who` is the player who raised it. `span` and `digits` are how long
    it has been open, in words and as on a clock; `long` is true if it has waited long unclaimed. `claimed` is the name
    of its judge; `mine` is true if the reader is that judge, `there` if the judge has arrived. `free` is true if the
    reader can claim it. `head` is true if it waits for the head judge, to whom `by` escalated it.
    """

    kind: str
    pk: int
    no: int | None
    url: str
    names: str
    who: str
    reason: str
    text: str
    seconds: int
    span: str
    digits: str
    at: datetime
    long: bool
    claimed: str
    mine: bool
    there: bool
    free: bool
    head: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCalls:
    """The calls of a table on its page."""

    open: list[CallRow]
    reasons: Sequence[tuple[str, str | Promise]]
    table: int | None


def call_row(call: JudgeCall, me: User) -> CallRow:
    """Return the row of an open call for the reader `me`."""
    seconds = int((timezone.now() - call.raised_at).total_seconds())
    waits_for_head = queue_sources.needs_head_judge(call)
    return CallRow(
        kind="call",
        pk=call.pk,
        no=call.table,
        url=round_urls.match_url(call.match) if call.match else "",
        names=queue_sources.pair_names(call.match),
        who=str(call.entry) if call.entry else "",
        reason=call.get_reason_display(),
        text=call.text,
        seconds=max(0, seconds),
        span=duration_text(seconds),
        digits=scoreboard.countdown_text(max(0, seconds)),
        at=call.raised_at,
        long=seconds >= LONG_WAIT_SECONDS and not call.claimed_at,
        claimed=str(call.claimed_by) if call.claimed_at and call.claimed_by else "",
        mine=call.claimed_by_id == me.pk,
        there=call.arrived_at is not None and not waits_for_head,
        free=call.claimed_at is None or (waits_for_head and call.claimed_by_id != me.pk),
        head=waits_for_head,
        by=str(call.escalated_by or ""),
    )


def closed_call_row(call: JudgeCall) -> ClosedCallRow:
    assert call.closed_at is not None  # noqa: S101 - only closed calls are passed in
    return ClosedCallRow(
        no=call.table,
        url=round_urls.match_url(call.match) if call.match else "",
        names=queue_sources.pair_names(call.match),
        reason=call.get_reason_display() if call.reason else "",
        note=call.note,
        by=str(call.closed_by or ""),
        at=call.closed_at,
        back=call.withdrawn,
        span=duration_text(int((call.closed_at - call.raised_at).total_seconds())),
    )


def calls_of_table(match: Match, me: User) -> TableCalls | None:
    """Return a table's open calls for its page as `me` sees them, or None if no call is possible.

    One query.
    """
    if match.right_id is None or match.round.state != Round.State.POSTED:
        return None
    open_calls = match.calls.filter(closed_at=None).select_related(
        *CALL_RELATIONS, "match__round__division__tournament"
    )
    return TableCalls(
        open=[call_row(call, me) for call in open_calls],
        reasons=JudgeCall.Reason.choices,
        table=match.table,
    )


@require_POST
@event_page("report")
@processes_key_once
@redirect_refusals_to("floor:calls")
def raise_call(request: StaffRequest, event: Tournament) -> HttpResponse:
    """Call a judge to a table on behalf of staff."""
    url = page_to_return_to(request, reverse("floor:calls", args=[event.slug]))
    typed_table = request.POST.get("table", "").strip()
    table = whole_number(typed_table) if len(typed_table) < 6 else None
    matches = Match.objects.filter(
        round__division__tournament=event, round__state=Round.State.POSTED, table=table
    )
    match = matches.select_related("round__division__tournament").first() if table else None
    if match is None:
        return responses.redirect_with_error(
            request, _("Table %(table)s is not in play.") % {"table": typed_table or "–"}, url
        )
    call = hands.raise_hand(
        match,
        by=request.user,
        reason=request.POST.get("reason", ""),
        text=posted_text(request, "text"),
    )
    message = _("Table %(table)s: judge called.") % {"table": match.table}
    undo_messages.add_undo_message(request, message, match.round.division, "CallRaised", call=call.pk)
    return redirect(url)


@require_POST
@event_page("report")
@processes_key_once
@redirect_refusals_to("floor:calls")
def act_on_call(request: StaffRequest, event: Tournament, pk: int) -> HttpResponse:
    """Act on a call. `do` is claim, arrive, pass (escalate to the head judge) or close."""
    call = get_object_or_404(event.calls.select_related("match__round__division__tournament"), pk=pk)
    url = page_to_return_to(request, reverse("floor:calls", args=[event.slug]))
    by, note = request.user, posted_text(request, "note")
    kinds = {"claim": "CallClaimed", "arrive": "CallArrived", "pass": "CallEscalated", "close": "CallClosed"}
    action = request.POST.get("do", "")
    if action == "claim":
        call = hands.claim_call(call, by=by)
    elif action == "arrive":
        call = hands.arrive_at_call(call, by=by)
    elif action == "pass":
        call = hands.escalate_call(call, by=by)
    elif action == "close":
        call = hands.close_call(call, by=by, note=note)
    else:
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    assert call.match is not None  # noqa: S101 - only calls with a match have these buttons
    message_by_action = {
        "claim": _("You are going to table %(table)s."),
        "arrive": _("You are at table %(table)s."),
        "pass": _("Table %(table)s’s call was passed to the head judge."),
        "close": _("Table %(table)s’s call is closed."),
    }
    message = message_by_action[action] % {"table": call.table or result_words.DASH}
    undo_messages.add_undo_message(request, message, call.match.round.division, kinds[action], call=call.pk)
    return redirect(url)


# Views for the player's phone.


def hand_button(player_table: MyTable) -> HandButton | None:
    """Return the raise-hand button for a player's page, or None if the match is not being played."""
    is_playing = (
        player_table.match is not None
        and player_table.side
        and player_table.round is not None
        and player_table.round.state == Round.State.POSTED
    )
    if not is_playing or player_table.match is None:
        return None
    calls = player_table.rows.calls
    own_call = next((call for call in calls if call.entry_id == player_table.me.entry_id), None)
    current = own_call or next(iter(calls), None)
    waited = max(0, int((timezone.now() - current.raised_at).total_seconds())) if current else 0
    return HandButton(
        match=player_table.match,
        reasons=[choice for choice in JudgeCall.Reason.choices if choice[0]],
        up=current is not None,
        mine=own_call is not None,
        coming=bool(current and current.claimed_at),
        there=bool(current and current.arrived_at),
        at=current.raised_at if current else None,
        seconds=waited,
        waited=scoreboard.countdown_text(waited),
    )


@require_POST
@player_page
@processes_key_once
def raise_or_lower_hand(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Raise the player's hand, or lower it if `do` is "back".

    A request that the phone had stored is refused if another match has begun or a judge has come since. The
    player is then asked whether to call a judge now. A stored request to lower the hand is dropped silently
    instead.
    """
    player_table, is_lowering = my_table(link, timezone.now()), request.POST.get("do") == "back"
    by = signed_in_user_or_none(request)
    try:
        if (
            player_table.match is None
            or not player_table.side
            or request.POST.get("match", f"{player_table.match.pk}") != f"{player_table.match.pk}"
        ):
            raise Refused(PairingRefusal.NOT_YOUR_MATCH)
        if not idempotency.was_sent_later(request) or request.POST.get("anyway") == "yes":
            answered_call = None
        else:
            answered_call = late_requests.call_answered_since(
                player_table.match, unsent.form_typed_at(request, timezone.now())
            )
        if is_lowering:
            open_call = player_table.match.calls.filter(entry=link.entry, closed_at=None).first()
            if open_call is None:
                raise Refused(FloorRefusal.CALL_IS_CLOSED)
            hands.withdraw_call(open_call, by=by)
        elif answered_call is not None:
            return _refused_call(
                request, link, player_table, Refused(FloorRefusal.CALL_WAS_ANSWERED), answered_call
            )
        else:
            reason, text = request.POST.get("reason", ""), posted_text(request, "text")
            hands.raise_hand(player_table.match, entry=link.entry, by=by, reason=reason, text=text)
            messages.success(request, _("Your hand is up. Stay at your table; a judge has been notified."))
    except Refused as refused:
        if not (is_lowering and idempotency.was_sent_later(request)):
            return _refused_call(request, link, player_table, refused)
    return redirect("floor:my", link.token)


def _refused_call(
    request: HttpRequest,
    link: PersonalLink,
    player_table: MyTable,
    refused: Refused,
    answered_call: JudgeCall | None = None,
) -> HttpResponse:
    """Answer a refused request with the current state and a button to call a judge anyway.

    The current state is the player's table or the note that a judge has already come.
    """
    current_state = late_requests.seat_text(player_table) or _("You have no match to play right now.")
    if answered_call is not None and answered_call.closed_at:
        closed_at = timezone.localtime(answered_call.closed_at)
        current_state = _("A judge came to this table, and the call was closed at %(at)s.") % {
            "at": f"{closed_at:%H:%M}"
        }
    anyway = None
    if hand_button(player_table) is not None and player_table.match is not None:
        anyway = unsent.Anyway(_("Call a judge now"), {"anyway": "yes", "match": str(player_table.match.pk)})
    url = reverse("floor:my", args=[link.token])
    return idempotency.refused_response(request, refused, url, stands=current_state, anyway=anyway)
