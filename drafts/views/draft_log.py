"""The log of a draft for its judges: every move, the replay, files.

Secret names only as `queries.sees_names` allows.
"""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from core.engine.refused import Refused
from decks.documents.deck_sheet import sheet_head
from decks.models import Draft
from decks.queries.drafts import seats_of
from decks.views.lists.printing import paper_of, pdf
from decks.words.limited_words import subtype_name
from drafts.documents import draft_log as documents
from drafts.documents.draft_log_sheet import DraftLogSheet
from drafts.engine import STAFF, log
from drafts.engine import Draft as Game
from drafts.engine.refusals import DraftRefusal
from drafts.engine.values import View
from drafts.forms.draft_log import new_key
from drafts.queries import draft_log as queries
from drafts.queries.draft_log import LogRow, Pod
from drafts.queries.draft_runs import tracks_of
from drafts.queries.seat_views import is_tracked
from drafts.queries.tracking import random_pick
from drafts.services.tracking import OF_STAFF, OWN
from drafts.views.event_drafts import draft_of, number
from drafts.words import draft_log_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament

A_PAGE = 100
LONGEST_SEARCH = 80

Names = Mapping[int, str]


@require_safe
@event_page("view")
def page(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """Every move, latest first; `?pod=`, `?seat=`, `?opening=` filter, `?line=` opens one, `?card=` searches."""
    return log_page(request, draft_of(event, draft))


@require_safe
@event_page("view")
def replay(request: HttpRequest, event: Tournament, draft: int) -> HttpResponse:
    """The table after `?at=` moves."""
    row = draft_of(event, draft)
    pod = requested_pod(request, row)
    if not is_tracked(row) or not pod:
        raise Http404
    pod_ = queries.pod_of(row, pod)
    names = names_of(row)[pod]
    seen = queries.sees_names(pod_, rule=_may(request, "rule"), user=signed_in(request))
    last = len(pod_.lines)
    position = request.GET.get("at", "")
    at = min(number(position), last) if position else last
    game = pod_.games[at]
    line = queries.rows_of(pod_, names=seen)[at - 1] if at else None
    # Whether picks stay face up, so that an earlier table reveals no more than the piles do (R-093,
    #
    context = frame_of(row, pod) | {
        "names": seen,
        "at": at,
        "last": last,
        "back": max(0, at - 1),
        "next": min(last, at + 1),
        "line": _line(line, row, names) if line else None,
        "over": game.over,
        "table": game.view(STAFF).table if seen or at == last or game.procedure.looks_at(STAFF, 1) else (),
        "face_up": len(game.state.table),
        "seats": [_seat(game, seat, names, seen=seen) for seat in range(1, game.seats + 1)],
    }
    return render(request, "drafts/log_replay.html", context)


@require_safe
@event_page("rule")
def export(request: HttpRequest, event: Tournament, draft: int, pod: int, kind: str) -> HttpResponse:
    """The log as a file or on paper. Refused: LOOK_FIRST while cards in it are secret."""
    row = draft_of(event, draft)
    if kind != "pdf" and kind not in documents.TYPES:
        raise Http404
    if not is_tracked(row) or not 1 <= pod <= len(row.seats):
        raise Http404
    pod_ = queries.pod_of(row, pod)
    if not queries.sees_names(pod_, rule=True, user=signed_in(request)):
        raise Refused(DraftRefusal.LOOK_FIRST)
    names = names_of(row)[pod]
    name = slugify(f"{event.slug} draft {row.number} pod {pod}")
    if kind == "pdf":
        sheet = DraftLogSheet(sheet_head(event), pod_, names, paper=paper_of(request, event))
        response = pdf(sheet.render(), name)
        response["Cache-Control"] = "no-store"
        return response
    data = documents.written(kind, pod_, names, sheet_head(event))
    return HttpResponse(
        data,
        content_type=documents.TYPES[kind],
        headers={
            "Content-Disposition": f'attachment; filename="{name}.{kind}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        },
    )


def log_page(request: HttpRequest, row: Draft, *, refused: str = "", status: int = 200) -> HttpResponse:
    """The page of a log, tracked or on paper."""
    pod = requested_pod(request, row)
    if is_tracked(row) and pod:
        try:
            return _tracked(request, row, pod, refused=refused, status=status)
        except Refused as reason:
            if reason.code not in (DraftRefusal.DRAFT_NOT_TRACKED, DraftRefusal.PACKS_NOT_NAMED):
                raise
    return _on_paper(request, row, refused=refused, status=status)


def names_of(row: Draft) -> dict[int, dict[int, str]]:
    """Pod -> seat -> player's name. One query."""
    return {pod.number: {seat.seat: seat.name for seat in pod.seats} for pod in seats_of(row, public=False)}


def _tracked(request: HttpRequest, row: Draft, pod: int, *, refused: str, status: int) -> HttpResponse:
    pod_, names = queries.pod_of(row, pod), names_of(row)[pod]
    may_rule = _may(request, "rule")
    seen = queries.sees_names(pod_, rule=may_rule, user=signed_in(request))
    rows = queries.rows_of(pod_, names=seen)
    game = pod_.tracked.game
    seat, opening = (number(request.GET.get(name, "")) for name in ("seat", "opening"))
    before = number(request.GET.get("before", ""))
    paged = [
        move
        for move in reversed(rows)
        if (not seat or move.line.move.seat == seat)
        and (not opening or move.line.opening == opening)
        and (not before or move.line.at < before)
    ]
    search = " ".join(request.GET.get("card", "")[:LONGEST_SEARCH].replace("\0", "").split())
    line_number = request.GET.get("line", "")
    chosen = next((move for move in rows if line_number and move.line.at == number(line_number) - 1), None)
    context = frame_of(row, pod) | {
        "refused": refused,
        "over": pod_.over,
        "tools": not pod_.over and _may(request, "report"),
        "seen": seen,
        "secret": not pod_.over and not seen and any(move.hidden for move in rows),
        "key": new_key(),
        "seats": [(number_, words.seat_text(number_, names)) for number_ in range(1, game.seats + 1)],
        "seat": seat,
        "openings": range(1, game.state.opening + 1),
        "opening": opening,
        "lines": [_line(move, row, names) for move in paged[:A_PAGE]],
        "moves": len(rows),
        "older": paged[A_PAGE - 1].line.at if len(paged) > A_PAGE else None,
        "before": before,
        "about": _about(pod_, chosen, row, names, seen=seen) if chosen else None,
        "search": search,
        "hits": _hits(pod_, search, row, names) if search and seen else [],
        "counts": [(words.seat_text(owner, names), count) for owner, count in queries.cards_by_seat(pod_)],
        # Seats that pick at random now, with their card, unless they open packs or a group first.
        "random_seats": [
            {
                "seat": acting,
                "name": words.seat_text(acting, names),
                "pick": None if game.state.idle else random_pick(pod_.tracked, acting),
            }
            for acting in sorted(game.state.at_random & set(game.to_act))
        ],
        "rulings": queries.rulings(row, pod),
        "looks": list(queries.looks(row, pod)),
        "face_up": game.procedure.face_up,
        "replay_url": f"{reverse('drafts:draft_replay', args=[row.division.tournament.slug, row.pk])}?pod={pod}",
    }
    return render(request, "drafts/log.html", context, status=status)


def _hits(pod: Pod, search: str, row: Draft, names: Names) -> list[dict[str, Any]]:
    """The picks of a card searched for, each with the way of its pack."""
    hits = []
    for hit in queries.found(pod, search):
        picked = hit.row.line.at
        way = [
            {
                "name": words.seat_text(stop.seat, names),
                "cards": stop.cards,
                "number": stop.at + 1 if stop.at is not None else 0,
                "was_there": stop.at is not None and stop.at <= picked,
                "took": stop.at == picked,
            }
            for stop in hit.way
        ]
        opener = words.seat_text(hit.opener, names) if hit.opener else ""
        hits.append(
            {"line": _line(hit.row, row, names), "opening": hit.opening, "opener": opener, "way": way}
        )
    return hits


def _on_paper(request: HttpRequest, row: Draft, *, refused: str, status: int) -> HttpResponse:
    tracks = tracks_of(row)
    pod = number(request.GET.get("pod", request.POST.get("pod", "")))
    track = next((track for track in tracks if track.pod == pod), tracks[0] if tracks else None)
    names = names_of(row)
    names_by_pod = names | {0: names.get(track.pod, {}) if track else {}}
    rows = queries.paper_rows(row, track) if track else []
    seats = [
        (f"{of_pod}-{seat}", of_pod, words.seat_text(seat, seated))
        for of_pod, seated in names.items()
        for seat in sorted(seated)
        if not track or track.pod in (0, of_pod)
    ]
    context = frame_of(row, track.pod if track else 0) | {
        "refused": refused,
        "key": new_key(),
        "pods": [
            {"pod": other.pod, "current": track is not None and other.pod == track.pod}
            for other in tracks
            if len(tracks) > 1
        ],
        "seats": seats,
        "lines": [
            {"row": line, "text": words.paper_text(line, names_by_pod), "by": line.by or ""}
            for line in reversed(rows)
        ],
        "rulings": queries.rulings(row, track.pod or 1) if track else [],
        "rule_pod": (track.pod or 1) if track else 0,
    }
    return render(request, "drafts/log_paper.html", context, status=status)


def frame_of(row: Draft, pod: int) -> dict[str, Any]:
    """The context shared by the pages of a log."""
    slug = row.division.tournament.slug
    return {
        "page": "drafts",
        "slug": slug,
        "row": row,
        "home": row.division,
        "name": subtype_name(row.subtype),
        "pod": pod,
        "pair": row.subtype == "solomon",
        "here": f"{reverse('drafts:draft_log', args=[slug, row.pk])}?pod={pod}",
        "pods": [
            {"pod": other, "current": other == pod}
            for other in range(1, len(row.seats) + 1)
            if len(row.seats) > 1
        ],
    }


def _line(log_row: LogRow, row: Draft, names: Names) -> dict[str, Any]:
    line, move = log_row.line, log_row.line.move
    # Players open, pick, name cards and undo their own taps; the rest is done by staff.
    decided = move.kind in OF_STAFF or (move.kind == "rename" and move.seat == STAFF)
    return {
        "row": log_row,
        "number": line.at + 1,
        "text": words.move_text(log_row, row.subtype, names),
        "by": words.by_text(log_row.row),
        "seconds": words.seconds_text(log_row.seconds),
        "where": words.where(log_row, row.subtype),
        "back": line.back + 1 if line.back is not None else 0,
        "judged": decided and not log_row.row.key.startswith(OWN),
    }


def _about(pod: Pod, chosen: LogRow, row: Draft, names: Names, *, seen: bool) -> dict[str, Any]:
    """One move: what undoing it requires, and its card."""
    stands = chosen.line.back is None and chosen.line.move.kind != "undo_move"
    dragged = log.back_to(pod.tracked.game, chosen.line.at) if stands else ()
    moves = [move for move in queries.rows_of(pod, names=seen) if move.line.at in dragged]
    return {
        "line": _line(chosen, row, names),
        "stands": stands,
        "undone": [_line(move, row, names) for move in reversed(moves)],
        "card": chosen.line.card if chosen.line.move.kind == "pick" and stands else None,
    }


def _seat(game: Game, seat: int, names: Names, *, seen: bool) -> dict[str, Any]:
    view: View = game.view(STAFF)
    pile = game.state.pile(seat) if seen else view.drafted.get(seat)
    hand = game.state.hand(seat)
    return {
        "seat": seat,
        "name": words.seat_text(seat, names),
        "acts": seat in game.to_act,
        "left": seat in game.state.dropped,
        "random": seat in game.state.at_random,
        "held": len(hand),
        "hand": [card.name for card in hand if card.name] if seen else [],
        "count": len(game.state.pile(seat)),
        "pile": pile,
    }


def requested_pod(request: HttpRequest, row: Draft) -> int:
    """The requested pod, else the first; 0 before seats are drawn."""
    chosen = number(request.GET.get("pod", request.POST.get("pod", "")))
    return chosen if 1 <= chosen <= len(row.seats) else min(1, len(row.seats))


def _may(request: HttpRequest, power: str) -> bool:
    return bool(request.can[power])  # type: ignore[attr-defined]
