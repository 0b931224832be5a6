"""The log of a draft for judges: every move, the replay, and downloads.

Secret names are shown only as `queries.draft_log.may_see_names` allows.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from core.documents.downloads import pdf_response
from core.engine.refused import Refused
from core.requests import HomeRequest, StaffRequest
from core.responses import chosen_paper
from decks.models import Draft
from decks.queries.drafts import pods_with_seats
from drafts.documents import draft_log as documents
from drafts.documents.draft_log_sheet import DraftLogSheet
from drafts.engine import STAFF, draft_log
from drafts.engine import DraftGame as Game
from drafts.engine.moves import Card, View
from drafts.engine.refusals import DraftRefusal
from drafts.queries import draft_log as queries
from drafts.queries.draft_log import LoggedPod, LogRow
from drafts.queries.draft_runs import run_tracks_of
from drafts.queries.seat_views import is_tracked
from drafts.queries.tracking import random_pick
from drafts.services.tracking import OF_STAFF, OWN
from drafts.views.event_drafts import get_draft_or_404, parse_small_number
from drafts.views.log_part import PodLink, log_part
from drafts.words import draft_log_words as words
from tournaments.access import event_page
from tournaments.documents.paper import sheet_head
from tournaments.models import Tournament

PAGE_SIZE = 100
"""Number of moves per page."""

MAX_SEARCH_LENGTH = 80

Names = Mapping[int, str]
"""Players' names by seat."""


@require_safe
@event_page("view")
def show_log(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show every move of a pod, latest first, or the taps and notes of a draft on paper.

    `?pod=`, `?seat=` and `?opening=` filter the moves, `?line=` opens one, `?card=` searches for a card.
    """
    return draft_log_page(request, get_draft_or_404(event, draft))


@require_safe
@event_page("view")
def show_replay(request: StaffRequest, event: Tournament, draft: int) -> HttpResponse:
    """Show the table after `?at=` moves, or after all moves without it."""
    event_draft = get_draft_or_404(event, draft)
    pod = requested_pod(request, event_draft)
    if not is_tracked(event_draft) or not pod:
        raise Http404
    log_pod = queries.logged_pod(event_draft, pod)
    names = names_by_pod(event_draft)[pod]
    sees_names = queries.may_see_names(log_pod, rule=_has_power(request, "rule"), user=request.user)
    move_count = len(log_pod.lines)
    position = request.GET.get("at", "")
    moves_made = min(parse_small_number(position), move_count) if position else move_count
    game = log_pod.games[moves_made]
    line = queries.log_rows(log_pod, names=sees_names)[moves_made - 1] if moves_made else None
    # If picks stay face up, an earlier table reveals no more than the piles do, so it may be shown.
    context = vars(log_part(event_draft, pod)) | {
        "names": sees_names,
        "at": moves_made,
        "last": move_count,
        "back": max(0, moves_made - 1),
        "next": min(move_count, moves_made + 1),
        "line": _log_line(line, event_draft, names) if line else None,
        "over": game.over,
        "table": game.view(STAFF).table
        if sees_names or moves_made == move_count or game.procedure.may_see_pile(STAFF, 1)
        else (),
        "face_up": len(game.state.table),
        "seats": [_log_seat(game, seat, names, sees_names=sees_names) for seat in range(1, game.seats + 1)],
    }
    return render(request, "drafts/log_replay.html", context)


@require_safe
@event_page("rule")
def export_draft_log(
    request: StaffRequest, event: Tournament, draft: int, pod: int, kind: str
) -> HttpResponse:
    """Return the log of a tracked pod as a PDF or as a file of another type (`kind`).

    Refused: LOOK_FIRST while cards in it are secret.
    """
    event_draft = get_draft_or_404(event, draft)
    if kind != "pdf" and kind not in documents.TYPES:
        raise Http404
    if not is_tracked(event_draft) or not 1 <= pod <= len(event_draft.seats):
        raise Http404
    log_pod = queries.logged_pod(event_draft, pod)
    if not queries.may_see_names(log_pod, rule=True, user=request.user):
        raise Refused(DraftRefusal.LOOK_FIRST)
    names = names_by_pod(event_draft)[pod]
    name = slugify(f"{event.slug} draft {event_draft.number} pod {pod}")
    if kind == "pdf":
        sheet = DraftLogSheet(sheet_head(event), log_pod, names, paper=chosen_paper(request, event.country))
        response = pdf_response(sheet.render(), name)
        response["Cache-Control"] = "no-store"
        return response
    data = documents.draft_log_file(kind, log_pod, names, sheet_head(event))
    return HttpResponse(
        data,
        content_type=documents.TYPES[kind],
        headers={
            "Content-Disposition": f'attachment; filename="{name}.{kind}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )


def draft_log_page(
    request: StaffRequest, draft: Draft, *, refused: str = "", status: int = 200
) -> HttpResponse:
    """Show the log of a tracked draft or a draft on paper. `refused`: the text of a refusal, shown on the page."""
    pod = requested_pod(request, draft)
    if is_tracked(draft) and pod:
        try:
            return _render_tracked_log(request, draft, pod, refused=refused, status=status)
        except Refused as reason:
            if reason.code not in (DraftRefusal.DRAFT_NOT_TRACKED, DraftRefusal.PACKS_NOT_NAMED):
                raise
    return _render_paper_log(request, draft, refused=refused, status=status)


def names_by_pod(draft: Draft) -> dict[int, dict[int, str]]:
    """Return the full names of players by pod and seat, for staff. One query."""
    return {
        pod.number: {seat.seat: seat.name for seat in pod.seats}
        for pod in pods_with_seats(draft, public=False)
    }


def _render_tracked_log(
    request: StaffRequest, draft: Draft, pod: int, *, refused: str, status: int
) -> HttpResponse:
    """Show the log of a tracked pod: filtered moves, the chosen move, search hits and rulings."""
    log_pod, names = queries.logged_pod(draft, pod), names_by_pod(draft)[pod]
    may_rule = _has_power(request, "rule")
    sees_names = queries.may_see_names(log_pod, rule=may_rule, user=request.user)
    rows = queries.log_rows(log_pod, names=sees_names)
    game = log_pod.tracked.game
    seat, opening = (parse_small_number(request.GET.get(name, "")) for name in ("seat", "opening"))
    before_move = parse_small_number(request.GET.get("before", ""))
    matching_rows = [
        row
        for row in reversed(rows)
        if (not seat or row.line.move.seat == seat)
        and (not opening or row.line.opening == opening)
        and (not before_move or row.line.at < before_move)
    ]
    search = " ".join(request.GET.get("card", "")[:MAX_SEARCH_LENGTH].replace("\0", "").split())
    line_number = request.GET.get("line", "")
    chosen_row = next(
        (row for row in rows if line_number and row.line.at == parse_small_number(line_number) - 1), None
    )
    context = vars(log_part(draft, pod)) | {
        "refused": refused,
        "over": log_pod.over,
        "tools": not log_pod.over and _has_power(request, "report"),
        "seen": sees_names,
        "secret": not log_pod.over and not sees_names and any(row.hidden for row in rows),
        "key": new_form_key(),
        "seats": [(number, words.name_with_seat_text(number, names)) for number in range(1, game.seats + 1)],
        "seat": seat,
        "openings": range(1, game.state.opening + 1),
        "opening": opening,
        "lines": [_log_line(row, draft, names) for row in matching_rows[:PAGE_SIZE]],
        "moves": len(rows),
        "older": matching_rows[PAGE_SIZE - 1].line.at if len(matching_rows) > PAGE_SIZE else None,
        "before": before_move,
        "about": _move_context(log_pod, chosen_row, draft, names, sees_names=sees_names)
        if chosen_row
        else None,
        "search": search,
        "hits": _hit_rows(log_pod, search, draft, names) if search and sees_names else [],
        "counts": [
            (words.name_with_seat_text(owner, names), count) for owner, count in queries.card_counts(log_pod)
        ],
        # The seats that pick at random now, each with the drawn card. No card is drawn before the packs are open.
        "random_seats": [
            {
                "seat": acting,
                "name": words.name_with_seat_text(acting, names),
                "pick": None if game.state.idle else random_pick(log_pod.tracked, acting),
            }
            for acting in sorted(game.state.at_random & set(game.to_act))
        ],
        "rulings": queries.rulings_on_pod(draft, pod),
        "looks": list(queries.journaled_looks(draft, pod)),
        "face_up": game.procedure.packs_lie_face_up,
        "replay_url": f"{reverse('drafts:draft_replay', args=[draft.division.tournament.slug, draft.pk])}?pod={pod}",
    }
    return render(request, "drafts/log.html", context, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class PackStop:
    """A seat that a pack passed through. `number`: the pick's number, or 0; `took`: whether it is the searched pick."""

    name: str
    cards: int
    number: int
    was_there: bool
    took: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HitRow:
    """A pick that matches a search.

    `opener`: the player who opened the pack, or "". `route`: the seats that the pack passed through.
    """

    line: object
    opening: int
    opener: str
    route: Sequence[PackStop]


def _hit_rows(pod: LoggedPod, search: str, draft: Draft, names: Names) -> list[HitRow]:
    """Return the picks that match a search, each with the seats its pack passed through."""
    hits = []
    for hit in queries.search_picks(pod, search):
        pick_index = hit.row.line.at
        stops = [
            PackStop(
                name=words.name_with_seat_text(stop.seat, names),
                cards=stop.cards,
                number=stop.at + 1 if stop.at is not None else 0,
                was_there=stop.at is not None and stop.at <= pick_index,
                took=stop.at == pick_index,
            )
            for stop in hit.route
        ]
        opener = words.name_with_seat_text(hit.opener, names) if hit.opener else ""
        hits.append(
            HitRow(line=_log_line(hit.row, draft, names), opening=hit.opening, opener=opener, route=stops)
        )
    return hits


def _render_paper_log(request: HttpRequest, draft: Draft, *, refused: str, status: int) -> HttpResponse:
    """Show the taps and judges' notes of a draft on paper, and the rulings about the chosen pod."""
    tracks = run_tracks_of(draft)
    pod = parse_small_number(request.GET.get("pod", request.POST.get("pod", "")))
    track = next((track for track in tracks if track.pod == pod), tracks[0] if tracks else None)
    pod_names = names_by_pod(draft)
    names_by_pod_or_field = pod_names | {0: pod_names.get(track.pod, {}) if track else {}}
    paper_rows = queries.paper_log_rows(draft, track) if track else []
    seats = [
        (f"{pod_number}-{seat}", pod_number, words.name_with_seat_text(seat, seat_names))
        for pod_number, seat_names in pod_names.items()
        for seat in sorted(seat_names)
        if not track or track.pod in (0, pod_number)
    ]
    context = vars(log_part(draft, track.pod if track else 0)) | {
        "refused": refused,
        "key": new_form_key(),
        "pods": [
            PodLink(other_track.pod, current=track is not None and other_track.pod == track.pod)
            for other_track in tracks
            if len(tracks) > 1
        ],
        "seats": seats,
        "lines": [
            {"row": line, "text": words.paper_tap_text(line, names_by_pod_or_field), "by": line.by or ""}
            for line in reversed(paper_rows)
        ],
        "rulings": queries.rulings_on_pod(draft, track.pod or 1) if track else [],
        "rule_pod": (track.pod or 1) if track else 0,
    }
    return render(request, "drafts/log_paper.html", context, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogSeat:
    """One seat in the replay of a log."""

    seat: int
    name: str
    acts: bool
    left: bool
    random: bool
    held: int
    hand: Sequence[str]
    count: int
    pile: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One line of the log of a pod."""

    row: LogRow
    number: int
    text: str
    by: str
    seconds: str
    where: str
    back: int
    judged: bool


def _log_line(log_row: LogRow, draft: Draft, names: Names) -> LogLine:
    """Build a line of the log with its texts. `names`: players' names by seat."""
    line, move = log_row.line, log_row.line.move
    # Players open packs, pick, name cards and undo their taps; staff make all other moves.
    is_assigned = move.kind == "pick" and bool(move.way)
    is_staff_move = move.kind in OF_STAFF or is_assigned or (move.kind == "rename" and move.seat == STAFF)
    return LogLine(
        row=log_row,
        number=line.at + 1,
        text=words.move_text(log_row, draft.subtype, names),
        by=words.moved_by_text(log_row.row),
        seconds=words.seconds_text(log_row.seconds),
        where=words.move_position_text(log_row, draft.subtype),
        back=line.back + 1 if line.back is not None else 0,
        judged=is_staff_move and not log_row.row.key.startswith(OWN),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenMove:
    """A move chosen in the log.

    `stands`: whether it can be undone. `undone`: the moves that would be undone with it, latest first. `card`:
    the card of a pick that was not undone.
    """

    line: LogLine
    stands: bool
    undone: Sequence[LogLine]
    card: Card | None


def _move_context(
    pod: LoggedPod, chosen_move: LogRow, draft: Draft, names: Names, *, sees_names: bool
) -> ChosenMove:
    """Build the context of one move: the moves that must be undone with it, and its card."""
    still_counts = chosen_move.line.back is None and chosen_move.line.move.kind != "undo_move"
    undo_indexes = draft_log.undos_needed(pod.tracked.game, chosen_move.line.at) if still_counts else ()
    undone_rows = [move for move in queries.log_rows(pod, names=sees_names) if move.line.at in undo_indexes]
    return ChosenMove(
        line=_log_line(chosen_move, draft, names),
        stands=still_counts,
        undone=[_log_line(move, draft, names) for move in reversed(undone_rows)],
        card=chosen_move.line.card if chosen_move.line.move.kind == "pick" and still_counts else None,
    )


def _log_seat(game: Game, seat: int, names: Names, *, sees_names: bool) -> LogSeat:
    """Build a seat of the replay. Without `sees_names`, it has only cards that everyone may see."""
    view: View = game.view(STAFF)
    pile = game.state.pile(seat) if sees_names else view.drafted.get(seat)
    hand = game.state.hand(seat)
    return LogSeat(
        seat=seat,
        name=words.name_with_seat_text(seat, names),
        acts=seat in game.to_act,
        left=seat in game.state.dropped,
        random=seat in game.state.at_random,
        held=len(hand),
        hand=[card.name for card in hand if card.name] if sees_names else [],
        count=len(game.state.pile(seat)),
        pile=pile,
    )


def requested_pod(request: HttpRequest, draft: Draft) -> int:
    """Return the requested pod, the first one if it does not exist, or 0 before seats are drawn."""
    pod = parse_small_number(request.GET.get("pod", request.POST.get("pod", "")))
    return pod if 1 <= pod <= len(draft.seats) else min(1, len(draft.seats))


def _has_power(request: HomeRequest, power: str) -> bool:
    return bool(request.can[power])


def new_form_key() -> str:
    """Return a random key for a form, so that submitting it twice has the effect of one submission."""
    return secrets.token_hex(8)
