"""Build a deck from the registered pool: tap cards into the deck, with supplied Energy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from cards.engine.card_names import ENERGY_TYPES
from cards.engine.editions import EDITIONS
from cards.engine.formats import DECK_RULES
from core.engine.refused import Refused
from core.requests import HomeRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from core.sentences import refusal_text
from decks.documents.list_files import SECTION_WORDS
from decks.engine import pools as engine
from decks.engine.deck_in_progress import DeckInProgress
from decks.engine.lists.deck_list import SECTIONS
from decks.engine.pools import Cards, PoolCard
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.forms.pools import COUNT, typed_count
from decks.models import DeckList, ListRules
from decks.queries.lists import submission_window
from decks.queries.pools import deck_in_progress
from decks.services import lists
from decks.views.lists.my_deck_list import add_version_message, list_page, signed_in_user
from tournaments.models import Entry, Tournament

SUPPLIED = "e:"
"""Prefix of the field names for supplied Energy; followed by the Energy type."""


@require_http_methods(["GET", "HEAD", "POST"])
@list_page
def build_deck_page(request: HomeRequest, deck_list: DeckList) -> HttpResponse:
    """Show the deck being built from the registered pool.

    A POST stores the deck as shown on the page. With `do`, it then submits the deck if it is legal ("save"),
    only returns the stamp of the stored deck ("keep"), or changes the deck and stores it again. Without a pool,
    redirects to the page of the pool.
    """
    event = deck_list.entry.tournament
    rules = ListRules.objects.filter(tournament=event).first()
    cards = deck_in_progress.cards_to_build_from(deck_list, rules) if rules is not None else None
    if rules is None or cards is None:
        return redirect("decks:my_pool", deck_list.token)
    refused = submission_window.submission_refusal(deck_list, rules, timezone.now())
    if request.method != "POST":
        deck = deck_in_progress.deck_in_progress_of_working_copy(deck_list, rules, cards)
        return _render_build_page(
            request, deck_list, rules, deck, closed=refusal_text(refused) if refused else ""
        )
    if refused is not None:
        messages.error(request, refusal_text(refused))
        return redirect("decks:mine", deck_list.token)
    deck = _submitted_deck(request, cards)
    action = request.POST.get("do", "")
    # Each tap stores the deck, so that it is submitted when deck building ends.
    lists.save_working_copy(deck_list, text=deck.text)
    if action == "keep":
        return HttpResponse(_stored_deck_stamp(deck_list), content_type="text/plain")
    typed_number = forms.typed_card_number(request.POST)
    try:
        if typed_number and action == "save":
            raise Refused(DeckRefusal.CARD_NUMBER_LEFT, number=typed_number)
        if action == "save":
            return _submit_stored_deck(request, deck_list)
        deck, added_card = _deck_after_button(event, deck, action, typed_number)
    except Refused as fault:
        return _render_build_page(
            request, deck_list, rules, deck, typed=typed_number, fault=refusal_text(fault)
        )
    lists.save_working_copy(deck_list, text=deck.text)
    return _render_build_page(request, deck_list, rules, deck, added=added_card)


def _submitted_deck(request: HttpRequest, cards: Cards) -> DeckInProgress:
    """Return the deck with the submitted counts."""
    counts = {
        position: typed_count(request.POST.get(f"{COUNT}{position}"), card.quantity)
        for position, card in enumerate(cards)
    }
    energy = {kind: typed_count(request.POST.get(SUPPLIED + kind)) for kind in ENERGY_TYPES}
    return DeckInProgress(cards, counts, energy)


def _submit_stored_deck(request: HttpRequest, deck_list: DeckList) -> HttpResponse:
    """Submit the stored deck if it is legal. Otherwise the page of the list shows what is missing."""
    if version := lists.submit_working_copy_if_legal(deck_list, by=signed_in_user(request)):
        add_version_message(request, version)
    else:
        messages.warning(request, _("Your deck is stored, but it is not legal yet. See what is missing."))
    return redirect("decks:mine", deck_list.token)


def _deck_after_button(
    event: Tournament, deck: DeckInProgress, action: str, typed_number: str
) -> tuple[DeckInProgress, PoolCard | None]:
    """Return the deck after the action of a button, and the card that was added by its number, if any.

    Refused: see `DeckInProgress.filled_with_energy` and `_deck_with_numbered_card`.
    """
    if action == "fill":
        return deck.filled_with_energy(DECK_RULES[event.play_style].cards), None
    if typed_number and (action in forms.ADDS or not action):
        return _deck_with_numbered_card(deck, typed_number, forms.ADDS.get(action, 1))
    # The button adds or removes one copy, as in "more:n:3" or "less:e:Water".
    direction, _colon, name = action.partition(":")
    change = {"more": 1, "less": -1}.get(direction, 0)
    if name.startswith(COUNT):
        return deck.with_card_count_changed(typed_count(name.removeprefix(COUNT), 9999), change), None
    return deck.with_supplied_changed(name.removeprefix(SUPPLIED), change), None


def _stored_deck_stamp(deck_list: DeckList) -> int:
    """Return a number that changes with the stored deck, to detect edits on two devices."""
    return crc32(deck_list.working_copy.encode())


def _deck_with_numbered_card(
    deck: DeckInProgress, typed_number: str, copies: int
) -> tuple[DeckInProgress, PoolCard]:
    """Add copies of the card with this number, limited by the pool. Return the deck, and the card with its copies.

    Refused: CARD_NOT_IN_POOL (number), CARD_NUMBER_TWICE (number, choices), CARD_ALL_IN_DECK (n, name).
    """
    cards = engine.cards_matching_number(deck.cards, typed_number)
    if not cards:
        raise Refused(DeckRefusal.CARD_NOT_IN_POOL, number=typed_number)
    card = forms.only_card(typed_number, cards, sets=())
    position = deck.cards.index(card)
    if deck.counts.get(position, 0) >= card.quantity:
        raise Refused(DeckRefusal.CARD_ALL_IN_DECK, n=card.quantity, name=card.name)
    changed_deck = deck.with_card_count_changed(position, copies)
    return changed_deck, replace(card, quantity=changed_deck.counts[position])


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCount:
    """A card of the pool at position `at`: `n` copies in the deck, `left` copies not in it."""

    at: int
    card: PoolCard
    n: int
    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardGroup:
    """The cards of one kind in a pool."""

    code: str
    title: object
    rows: Sequence[CardCount]


@dataclass(frozen=True, slots=True)
class EnergyCount:
    """Copies of a supplied basic Energy."""

    kind: str
    name: str
    n: int


@dataclass(frozen=True, kw_only=True)
class BuildPage:
    """The page of a deck that is being built from the pool.

    - `closed`: why lists cannot be submitted, or "" if they can.
    - `typed`: the typed number of a card that could not be added; `added`: the card that was added.
    - `fault`: why the last action was refused.
    - `size`: the required deck size.
    - `prizes`: the number of Prize cards in a match.
    - `stamp`: detects edits on two devices.
    - `fresh`: whether the form has not been submitted yet.
    """

    page: str
    row: DeckList
    entry: Entry
    board: Scoreboard
    my: Mapping[str, str]
    closed: str
    typed: str
    added: PoolCard | None
    fault: str
    size: int
    prizes: int
    groups: Sequence[CardGroup]
    energy: Sequence[EnergyCount]
    total: int
    unused: int
    supplied: int
    fresh: bool
    stamp: int


def _render_build_page(
    request: HttpRequest,
    deck_list: DeckList,
    rules: ListRules,
    deck: DeckInProgress,
    *,
    closed: str = "",
    typed: str = "",
    added: PoolCard | None = None,
    fault: str = "",
) -> HttpResponse:
    """Render the page of the deck.

    `closed`: why lists cannot be submitted. `typed`: a typed card number that was refused. `added`: the
    card that was added. `fault`: why the last action was refused.
    """
    event = deck_list.entry.tournament
    deck_rules = DECK_RULES[event.play_style]
    sections = deck_in_progress.card_sections(deck.cards)
    page = BuildPage(
        page="list",
        row=deck_list,
        entry=deck_list.entry,
        board=Scoreboard(),
        my={
            "table": reverse("floor:my", args=[deck_list.token]),
            "deck": reverse("decks:mine", args=[deck_list.token]),
            "pool": reverse("decks:my_pool", args=[deck_list.token]),
        },
        closed=closed,
        typed=typed,
        added=added,
        fault=fault,
        size=deck_rules.cards,
        prizes=deck_rules.prizes,
        groups=[
            CardGroup(
                code=code or "other",
                title=SECTION_WORDS[code],
                rows=[
                    CardCount(
                        at=position,
                        card=card,
                        n=deck.counts.get(position, 0),
                        left=card.quantity - deck.counts.get(position, 0),
                    )
                    for position, card in enumerate(deck.cards)
                    if sections[position] == code
                ],
            )
            for code in (*SECTIONS, "")
        ],
        energy=[
            EnergyCount(kind, f"{kind} Energy", deck.energy.get(kind, 0))
            for kind in ENERGY_TYPES
            if kind in EDITIONS[event.edition].basic_energies
        ]
        if rules.energy_supplied
        else [],
        total=deck.total,
        unused=deck.left,
        supplied=deck.supplied,
        fresh=request.method != "POST",
        stamp=_stored_deck_stamp(deck_list),
    )
    return render_page(request, "decks/pools/build.html", page)
