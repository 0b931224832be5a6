"""Pages of a tracked pod, and taps on them. Shared by the phone page, the tablet and the staff page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import get_language
from django_htmx.http import reselect, retarget

from cards.queries.checklist import ChecklistCard
from core.engine.refused import Refused
from core.requests import StadiumRequest
from core.sentences import refusal_text
from decks.models import Draft
from drafts.engine import STAFF, Move
from drafts.engine.coin import TABLE
from drafts.engine.moves import Card
from drafts.engine.refusals import DraftRefusal
from drafts.forms.tracking import COINS, TapForm
from drafts.queries import seat_views as queries
from drafts.queries.seat_views import DraftSeatView
from drafts.services import coin, tracking
from drafts.views.tracked.tracked_cards import CardRow, tapped_card_row
from tournaments.models import User

UNCHANGED, CONFLICT = 204, 409
"""HTTP statuses of a poll without changes and of a refused tap."""


@dataclass(frozen=True)
class PodPage:
    """A page of a pod, or a tap on it.

    `actor`: the seat that acts on the page, 0 without one. `names`: seat -> name, not needed for taps. `at_table`:
    whether the page is on the table's tablet, which acts for all seats. `staff`: whether a staff member taps for
    the seat.
    """

    seat_view: DraftSeatView
    actor: int
    url: str
    names: Mapping[int, str] = field(default_factory=dict)
    at_table: bool = False
    staff: bool = False

    @cached_property
    def rows(self) -> tuple[ChecklistCard, ...]:
        """The checklist of the packs, in the language of the page."""
        return queries.checklist_of_draft(self.seat_view.tracked.draft, get_language() or "en")

    @cached_property
    def known(self) -> dict[str, ChecklistCard]:
        """The cards of the checklist by their stored names."""
        return queries.cards_by_stored_name(self.rows)

    @property
    def acts(self) -> bool:
        """Whether a tap may be made on this page now. Staff tap for seats whose player has left."""
        return self.actor in self.seat_view.view.to_act and not self.cannot_act

    @property
    def cannot_act(self) -> bool:
        """Whether the page cannot act: its seat is missing, was dropped, or has random picks by staff."""
        return not self.actor or self.actor in self.seat_view.dropped or (self.random and not self.staff)

    @property
    def random(self) -> bool:
        """Whether staff pick at random for the acting seat."""
        return self.actor in self.seat_view.at_random

    @property
    def may_choose(self) -> bool:
        """Whether a card can now be chosen on this page."""
        return self.acts and not self.random

    @property
    def have(self) -> int:
        """Number of cards that the acting seat has drafted."""
        return self.seat_view.view.counts.get(self.actor, 0)

    def card(self, card: Card) -> CardRow:
        return tapped_card_row(card, self.known)

    def name_of_sent_card(self, form: TapForm) -> str:
        """Return the name to store for the card sent with a tap, or "" if there is none.

        Refused: CARD_NUMBERS_UNKNOWN (numbers).
        """
        ref = form.cleaned_data["ref"]
        checklist_name = (
            next((name for name, card in self.known.items() if card.ref == ref), "") if ref else ""
        )
        return checklist_name or self._stored_names([form.cleaned_data["name"]])[0]

    def names_of_sent_cards(self, form: TapForm) -> list[str]:
        """Return the names to store for face-up cards.

        These are one tapped card, typed numbers separated by spaces or commas, or typed names separated by commas.
        Refused: CARD_NUMBERS_UNKNOWN (numbers).
        """
        typed = form.cleaned_data["name"]
        if form.cleaned_data["ref"] or not typed.strip():
            return [name for name in [self.name_of_sent_card(form)] if name]
        numbers = typed.replace(",", " ").split()
        parts = numbers if all(part.strip("#").isdigit() for part in numbers) else typed.split(",")
        return self._stored_names([part.strip().lstrip("#") for part in parts if part.strip()])

    def _stored_names(self, typed: list[str]) -> list[str]:
        """Return the names to store for typed texts. Numbers stay as typed if the catalogue lacks these packs.

        Refused: CARD_NUMBERS_UNKNOWN (numbers) for numbers that do not match exactly one card.
        """
        names = [queries.stored_card_name(text, self.rows) for text in typed]
        unknown = [name for name in names if name.isdigit() and self.rows]
        if unknown:
            raise Refused(DraftRefusal.CARD_NUMBERS_UNKNOWN, numbers=", ".join(dict.fromkeys(unknown)))
        return names


def play_tap_on_pod_page(page: PodPage, request: HttpRequest) -> None:
    """Play the move of a tap.

    Refused: DRAFT_TAP_UNKNOWN, and whatever `PodPage.names_of_sent_cards`, `tracking.name_face_up_cards`,
    `coin.tap_coin`, `tracking.undo_own_pick` and `tracking.play_move_in_pod` refuse.
    """
    form = TapForm(request.POST)
    if not form.is_valid():
        raise Refused(DraftRefusal.DRAFT_TAP_UNKNOWN)
    seat_view, answers = page.seat_view, form.cleaned_data
    draft, pod, action, key = seat_view.tracked.draft, seat_view.tracked.pod, answers["do"], answers["key"]
    by = request.user if isinstance(request.user, User) else None
    if action == "name":
        tracking.name_face_up_cards(
            draft, pod, page.names_of_sent_cards(form), key=key, seat=page.actor, by=by
        )
        return
    if action in COINS:
        # An entry on the shared tablet belongs to no single player, but an agreement names the player who tapped.
        seat = TABLE if page.at_table and action != "agreed" else page.actor
        coin.tap_coin(
            draft,
            pod,
            action,
            actor=STAFF if page.staff else seat,
            winner=answers["card"] or 0,
            seen=answers["of"],
            by=by,
        )
        return
    if action == "back":
        # Without a number, refuse the undo, as no pick has number -1.
        move_number = -1 if answers["of"] is None else answers["of"]
        tracking.undo_own_pick(
            draft, pod, move_number, key=key, seat=0 if page.at_table else page.actor, by=by
        )
        return
    name = page.name_of_sent_card(form)
    if action == "open":
        move = Move(
            "open",
            answers["seat"] or page.actor if page.staff and seat_view.awaits_coin_flip else page.actor,
        )
    elif action == "rename":
        move = Move("rename", page.actor, answers["card"], names=(name,))
    else:
        card = answers["card"]
        if not seat_view.packs_lie_face_up:
            # In secret drafts the cards of a pack are indistinguishable, so pick the first one.
            hand = seat_view.tracked.game.view(page.actor).hand
            card = hand[0].number if hand else None
        move = Move("pick", page.actor, card, names=(name,) if name else ())
    tracking.play_move_in_pod(draft, pod, move, key=key, by=by, staff=page.staff, have=answers["have"])


def tap_response(
    request: StadiumRequest, url: str, play: Callable[[], None], page: Callable[..., HttpResponse]
) -> HttpResponse:
    """Play a tap, and respond with a redirect to `url`, or with the page and the refusal.

    A phone that stored the tap (`X-Unsent`) gets JSON instead. A refusal has status 409, except for htmx, which
    would not show the page. `play`: function that plays the tap. `page`: function that builds the page with a
    `fault` and a `status`.
    """
    try:
        play()
    except Refused as refused:
        fault = refusal_text(refused)
        if request.headers.get("X-Unsent"):
            return JsonResponse({"refused": fault}, status=CONFLICT)
        if request.htmx:
            return page(fault=fault)
        return page(fault=fault, status=CONFLICT)
    if request.headers.get("X-Unsent"):
        return JsonResponse({"to": url, "again": False})
    return redirect(url)


def is_polling_page_current(request: HttpRequest, draft: Draft, pod: int = 0) -> bool:
    """Return whether a polling page already shows the current state. `pod`: 0 for all pods."""
    return "seen" in request.GET and request.GET["seen"] == queries.pod_stamp(draft, pod)


def adapt_for_polling(request: StadiumRequest, response: HttpResponse, url: str, turn: str) -> HttpResponse:
    """Adapt the response for a polling page, which usually replaces only the parts about other seats.

    In a new turn, the whole draft is replaced. `turn`: the current one, as in `table_page.turn_stamp`.
    """
    if request.htmx and "seen" not in request.GET:
        response["HX-Replace-Url"] = url
    if request.htmx and "turn" in request.GET and request.GET["turn"] != turn:
        return reselect(retarget(response, "#draft"), "#draft")
    return response
