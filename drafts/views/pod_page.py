"""Taps on pages of tracked drafts, and the context of such a page: shared by phone, tablet and staff pages."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django_htmx.http import reselect, retarget

from cards.engine import names as spelling
from cards.queries.checklist import KINDS, ChecklistCard
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.models import Draft
from decks.views.lists.building import fact_of, timer_fact
from drafts.engine import Move
from drafts.engine.packs import Card
from drafts.engine.refusals import DraftRefusal
from drafts.forms.tracking import TapForm
from drafts.queries import seat_views as queries
from drafts.queries.draft_plan import seat_map
from drafts.queries.seat_views import SeatView
from drafts.queries.tracking import AT_TABLE, random_pick
from drafts.services import tracking
from drafts.views.tracked_cards import CardRow, card_row, grouped
from drafts.words import tracking_words as words
from tournaments.models import User

UNCHANGED, CONFLICT = 204, 409
HURRY = 10
"""Seconds left from which a pick is urgent; of a short one the second half."""

LONGEST_SEARCH, LONGEST_TYPED = 40, 120


@dataclass(frozen=True)
class PodPage:
    """One page of a pod: its view, the seat acting through it (0: none), the names, and its URL.

    `at_table`: the tablet, which acts for all. `staff`: a member of staff taps for the seat.
    """

    seat_view: SeatView
    actor: int
    names: Mapping[int, str]
    url: str
    at_table: bool = False
    staff: bool = False

    @cached_property
    def rows(self) -> tuple[ChecklistCard, ...]:
        return queries.cards_of(self.seat_view.tracked.draft, get_language() or "en")

    @cached_property
    def known(self) -> dict[str, ChecklistCard]:
        return queries.by_pick_name(self.rows)

    @property
    def acts(self) -> bool:
        """Whether this page may tap now; seats whose player left are tapped by staff."""
        return self.actor in self.seat_view.view.to_act and not self.apart

    @property
    def apart(self) -> bool:
        """Whether the acting player has left: the draft goes on without the seat, or it picks at random."""
        return not self.actor or self.actor in self.seat_view.dropped or (self.random and not self.staff)

    @property
    def random(self) -> bool:
        """Whether the seat picks at random."""
        return self.actor in self.seat_view.at_random

    @property
    def chooses(self) -> bool:
        """Whether a card is chosen on this page now."""
        return self.acts and not self.random

    @property
    def have(self) -> int:
        return self.seat_view.view.counts.get(self.actor, 0)

    def card(self, card: Card) -> CardRow:
        return card_row(card, self.known)

    def stored(self, form: TapForm) -> str:
        """The name sent with a tap; "" if none."""
        ref = form.cleaned_data["ref"]
        named = next((name for name, card in self.known.items() if card.ref == ref), "") if ref else ""
        return named or self._understood([form.cleaned_data["name"]])[0]

    def several(self, form: TapForm) -> list[str]:
        """Names of face-up cards: one tapped, or numbers separated by spaces or names separated by commas."""
        typed = form.cleaned_data["name"]
        if form.cleaned_data["ref"] or not typed.strip():
            return [name for name in [self.stored(form)] if name]
        numbers = typed.replace(",", " ").split()
        parts = numbers if all(part.strip("#").isdigit() for part in numbers) else typed.split(",")
        return self._understood([part.strip().lstrip("#") for part in parts if part.strip()])

    def _understood(self, typed: list[str]) -> list[str]:
        """The names of typed texts. Refused: CARD_NUMBERS_UNKNOWN (numbers) for numbers that match no single card.

        If the catalogue does not know these packs, a number is stored as typed.
        """
        names = [queries.understood(text, self.rows) for text in typed]
        wrong = [name for name in names if name.isdigit() and self.rows]
        if wrong:
            raise Refused(DraftRefusal.CARD_NUMBERS_UNKNOWN, numbers=", ".join(dict.fromkeys(wrong)))
        return names


def tap(table: PodPage, request: HttpRequest, *, staff: bool = False) -> None:
    """Play the move of a tap. Refused: DRAFT_TAP_UNKNOWN, and as `services.tracking.play`."""
    form = TapForm(request.POST)
    if not form.is_valid():
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    seat_view, sent = table.seat_view, form.cleaned_data
    draft, pod, do, key = seat_view.tracked.draft, seat_view.tracked.pod, sent["do"], sent["key"]
    by = request.user if isinstance(request.user, User) else None
    if do == "name":
        tracking.name_open(draft, pod, table.several(form), key=key, seat=table.actor, by=by)
        return
    if do == "back":
        of = -1 if sent["of"] is None else sent["of"]
        tracking.take_last_back(draft, pod, of, key=key, seat=0 if table.at_table else table.actor, by=by)
        return
    name = table.stored(form)
    if do == "open":
        move = Move("open", sent["seat"] or table.actor if staff and seat_view.coin else table.actor)
    elif do == "rename":
        move = Move("rename", table.actor, sent["card"], names=(name,))
    else:
        card = sent["card"]
        if not seat_view.face_up:
            # In secret drafts cards are indistinguishable, so the next one of the pack is taken.
            hand = seat_view.tracked.game.view(table.actor).hand
            card = hand[0].number if hand else None
        move = Move("pick", table.actor, card, names=(name,) if name else ())
    tracking.play(draft, pod, move, key=key, by=by, staff=staff, have=sent["have"])


def answered(
    request: HttpRequest, url: str, do: Callable[[], None], again: Callable[..., HttpResponse]
) -> HttpResponse:
    """The response after a tap: a redirect, JSON for a tap sent late by a phone, or the page with the refusal."""
    try:
        do()
    except Refused as refused:
        fault = refusal_text(refused)
        if request.headers.get("X-Unsent"):
            return JsonResponse({"refused": fault}, status=CONFLICT)
        if request.htmx:  # type: ignore[attr-defined]
            return again(fault=fault)
        return again(fault=fault, status=CONFLICT)
    if request.headers.get("X-Unsent"):
        return JsonResponse({"to": url, "again": False})
    return redirect(url)


def unmoved(request: HttpRequest, draft: Draft, pod: int = 0) -> bool:
    """Whether a polling page is up to date."""
    return "seen" in request.GET and request.GET["seen"] == queries.stamp(draft, pod)


def part(request: HttpRequest, response: HttpResponse, url: str, turn: str) -> HttpResponse:
    """Update only the parts about others while a card is being chosen; a new turn replaces the whole page."""
    if request.htmx and "seen" not in request.GET:  # type: ignore[attr-defined]
        response["HX-Replace-Url"] = url
    if request.htmx and "turn" in request.GET and request.GET["turn"] != turn:  # type: ignore[attr-defined]
        return reselect(retarget(response, "#draft"), "#draft")
    return response


def context(table: PodPage, request: HttpRequest, now: datetime | None = None) -> dict[str, Any]:
    """The context of the page, only from the view of the seat."""
    request.live.quick()  # type: ignore[attr-defined]
    seat_view, now = table.seat_view, now or timezone.now()
    line, hint = words.seat_texts(seat_view, table.names)
    view = seat_view.view
    chooser = _chooser(table, request)
    # The URL the page polls, with the parameters of the current choice.
    choice = {name: request.GET[name][:9] for name in ("change", "take", "fix") if name in request.GET}
    join = "&" if "?" in table.url else "?"
    # Nothing is passed with the last card of a pack.
    takes_last = table.acts and len(view.hand) == 1
    # Without the card's name, as in Solomon it is face down.
    last = None
    if table.actor or table.at_table:
        last = seat_view.tracked.last_own(0 if table.at_table else table.actor)
    return {
        "seat_view": seat_view,
        "row": seat_view.tracked.draft,
        "pod": seat_view.tracked.pod,
        "pair": seat_view.subtype == "solomon",
        "url": table.url,
        "join": join,
        "poll": f"{table.url}{join}{urlencode(choice)}{'&' if choice else ''}",
        "actor": table.actor,
        "acts": table.acts,
        "have": table.have,
        "key": f"{AT_TABLE if table.at_table else ''}{secrets.token_hex(8)}",
        "back": last
        and {"of": last.number, "seat": last.seat, "name": words.name_of(last.seat, table.names)},
        "line": line,
        "hint": hint,
        "where": words.where(seat_view),
        "way": "" if table.actor and (table.apart or takes_last) else words.WAYS.get(seat_view.way, ""),
        "apart": bool(table.actor) and table.apart,
        "left": seat_view.way > 0,
        "to": table.names.get(seat_view.passes_to, ""),
        "clock": clock(seat_view, now),
        "stamp": seat_view.stamp,
        "turn": turn_of(table, chooser),
        "chooser": chooser,
        "waiting": [words.name_of(seat, table.names) for seat in view.to_act if seat],
        "table": [(table.card(card), seat) for card, seat in seat_view.cards_of_opening],
        "takes": table.chooses and seat_view.face_up and not seat_view.idle,
        "random": random_pick(seat_view.tracked, table.actor)
        if table.acts and table.random and not seat_view.idle
        else None,
        "fixing": request.GET.get("fix", "") == "1",
        "order": [
            {"seat": seat, "past": at < seat_view.turn, "now": at == seat_view.turn and not seat_view.idle}
            for at, seat in enumerate(seat_view.order)
        ],
        "seats": _seats(table),
        "mine": grouped([table.card(card) for card in seat_view.mine]),
        "newest": table.card(seat_view.mine[-1]) if seat_view.mine else None,
        "piles": [
            {
                "seat": seat,
                "name": words.name_of(seat, table.names),
                "groups": grouped([table.card(card) for card in pile]),
            }
            for seat, pile in view.drafted.items()
            if seat != seat_view.seat
        ],
        "opens": seat_view.idle and table.acts,
        "coin": seat_view.coin,
        "next_opener": words.name_of(seat_view.next_opener, table.names) if seat_view.next_opener else "",
        "cooperative": seat_view.setup.cooperative,
    }


def turn_of(table: PodPage, chooser: Mapping[str, Any] | None) -> str:
    """A stamp that changes when a new choice is needed."""
    seat_view = table.seat_view
    about = (
        seat_view.opening,
        table.have,
        int(table.acts),
        int(seat_view.view.over),
        chooser["do"] if chooser else "",
    )
    face_up = f".{seat_view.turn}.{len(seat_view.unnamed)}" if seat_view.face_up else ""
    return ".".join(map(str, about)) + face_up


def clock(seat_view: SeatView, now: datetime) -> dict[str, Any] | None:
    """The timer of the current pick, for the clock's script; None if no one picks."""
    timer = seat_view.timer
    if timer is None:
        return None
    seconds, game = seat_view.seconds, seat_view.tracked.game.state
    left, ends, soon = timer.left(seconds, now), timer.ends_at(seconds), min(HURRY, seconds // 2)
    return {
        "id": f"draft-{seat_view.tracked.draft.pk}-{seat_view.tracked.pod}-{game.opening}-{game.turn}",
        "left": left,
        "word": f"{left // 60:02d}:{left % 60:02d}",
        "ends": int(ends.timestamp() * 1000) if ends else None,
        "now": int(now.timestamp() * 1000),
        "paused": timer.paused,
        "fact": timer_fact(ends, left),
        "fact_of": fact_of(seat_view.tracked.draft, seat_view.tracked.pod, game.opening, game.turn),
        "phase": "over" if not left else "soon" if left <= soon else "calm",
        "soon": soon,
    }


def _seats(table: PodPage) -> list[dict[str, Any]]:
    """Everyone around the table, with card counts only."""
    seat_view = table.seat_view
    places = dict(seat_map(seat_view.seats))
    return [
        {
            "seat": seat,
            "place": places.get(seat, 0),
            "name": words.name_of(seat, table.names),
            "count": seat_view.view.counts[seat],
            "acts": seat in seat_view.view.to_act,
            "may_act": seat in seat_view.view.to_act or seat_view.coin,
            "left": seat in seat_view.dropped,
            "random": seat in seat_view.at_random,
        }
        for seat in range(1, seat_view.seats + 1)
    ]


def _chooser(table: PodPage, request: HttpRequest) -> dict[str, Any] | None:
    """The checklist if a card is to be named: to pick, face up, or to correct a tapped one."""
    seat_view, change = table.seat_view, request.GET.get("change", "")
    owner, wrong = _wrong(table, change)
    if wrong is not None:
        return _choices(table, request, "rename", card=wrong, seat=owner)
    if not table.actor or seat_view.view.over or seat_view.idle:
        return None
    if not seat_view.face_up:
        hand = seat_view.tracked.game.view(table.actor).hand
        return _choices(table, request, "pick", left=len(hand)) if table.chooses else None
    if not seat_view.unnamed or not (table.acts or table.actor == seat_view.opener):
        return None
    if table.chooses and request.GET.get("take", "") == "1":
        return _choices(table, request, "pick", card=seat_view.unnamed[0])
    return _choices(table, request, "name", left=len(seat_view.unnamed))


def _wrong(table: PodPage, typed: str) -> tuple[int, Card | None]:
    """The card of `?change=` and the seat of its pile, among those this page may rename."""
    seat_view, number = table.seat_view, whole_number(typed, digits=4)
    if number is None:
        return 0, None
    piles = seat_view.view.drafted if not seat_view.seat else {seat_view.seat: seat_view.mine}
    for seat, pile in piles.items():
        wrong = next((card for card in pile if card.number == number), None)
        if wrong:
            return (seat, wrong) if not seat_view.view.over or not wrong.name else (0, None)
    on_table = next((card for card in seat_view.view.table if card.number == number), None)
    return table.actor or seat_view.opener, on_table


def _choices(
    table: PodPage, request: HttpRequest, do: str, *, card: Card | None = None, seat: int = 0, left: int = 0
) -> dict[str, Any]:
    search = request.GET.get("q", "")[:LONGEST_SEARCH].replace("\0", "")
    wanted = spelling.loose(search) if search.strip() else ""
    rows = [row for row in table.rows if wanted in row.search]
    by_kind = [(kind, [row for row in rows if row.supertype == kind]) for kind in KINDS]
    recent = [table.known[name] for name in table.seat_view.named_so_far if name in table.known]
    typed = [name for name in table.seat_view.named_so_far if name not in table.known]
    return {
        "do": do,
        "card": card,
        "wrong": table.card(card) if card and do == "rename" else None,
        "seat": seat or table.actor,
        "left": left,
        "search": search,
        "typed_name": request.POST.get("name", "")[:LONGEST_TYPED],
        "recent": recent[: queries.MOST_RECENT] if not wanted else [],
        "typed": typed[: queries.MOST_RECENT] if not wanted else [],
        "kinds": [(kind, cards) for kind, cards in by_kind if cards],
        "total": len(table.rows),
        "found": len(rows),
    }
