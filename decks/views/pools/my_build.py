"""Build a deck from the registered pool: tap cards into the deck, with supplied Energy."""

from dataclasses import replace
from typing import Any
from zlib import crc32

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from cards.engine.editions import EDITIONS
from cards.engine.formats import DECK_RULES
from cards.engine.names import ENERGY_TYPES
from core.engine.refused import Refused
from core.sentences import refusal_text
from decks.documents.lists import SECTION_WORDS
from decks.engine import pools as engine
from decks.engine.lists.values import SECTIONS
from decks.engine.pools import PoolCard
from decks.engine.refusals import DeckRefusal
from decks.forms import pools as forms
from decks.forms.pools import COUNT, number
from decks.models import DeckList, ListRules
from decks.queries.lists import submission_window
from decks.queries.pools import building_pool
from decks.services import lists
from decks.views.lists.my_deck_list import list_page

SUPPLIED = "e:"


@require_http_methods(["GET", "HEAD", "POST"])
@list_page
def build(request: HttpRequest, row: DeckList) -> HttpResponse:
    """The page; a POST changes a count or copies the deck into the list, where it is judged and submitted."""
    event = row.entry.tournament
    rules = ListRules.objects.filter(tournament=event).first()
    held = building_pool.held(row, rules) if rules is not None else None
    if rules is None or held is None:
        return redirect("decks:my_pool", row.token)
    refused = submission_window.refusal(row, rules, timezone.now())
    if request.method != "POST":
        building = building_pool.begun(row, rules, held)
        return _page(request, row, rules, building, closed=refusal_text(refused) if refused else "")
    if refused is not None:
        messages.error(request, refusal_text(refused))
        return redirect("decks:mine", row.token)
    counts = {at: number(request.POST.get(f"{COUNT}{at}"), card.quantity) for at, card in enumerate(held)}
    energy = {kind: number(request.POST.get(SUPPLIED + kind)) for kind in ENERGY_TYPES}
    building = building_pool.Building(held, counts, energy)
    do, typed = request.POST.get("do", ""), forms.typed_number(request.POST)
    try:
        if typed and do == "save":
            raise Refused(DeckRefusal.CARD_NUMBER_LEFT, number=typed)
        if do == "fill":
            return _page(request, row, rules, building.filled(DECK_RULES[event.play_style].cards))
        if typed and (do in forms.ADDS or not do):
            building, added = _added(building, typed, forms.ADDS.get(do, 1))
            return _page(request, row, rules, building, added=added)
    except Refused as fault:
        return _page(request, row, rules, building, typed=typed, fault=refusal_text(fault))
    if do != "save":
        return _page(request, row, rules, _stepped(building, do))
    lists.save_working_copy(row, text=building.text, unused="", supplied=0)
    messages.success(request, _("Your deck list is filled in. Check it and hand it in."))
    return redirect("decks:mine", row.token)


def _added(
    building: building_pool.Building, typed: str, copies: int
) -> tuple[building_pool.Building, PoolCard]:
    """Add copies of the card with a number, up to those in the pool; returns the deck, and the card with its copies.

    Refused: CARD_NOT_IN_POOL (number), CARD_NUMBER_TWICE (number, choices), CARD_ALL_IN_DECK (n, name).
    """
    cards = engine.by_number(building.cards, typed)
    if not cards:
        raise Refused(DeckRefusal.CARD_NOT_IN_POOL, number=typed)
    card = forms.one_of(typed, cards, sets=())
    at = building.cards.index(card)
    if building.counts.get(at, 0) >= card.quantity:
        raise Refused(DeckRefusal.CARD_ALL_IN_DECK, n=card.quantity, name=card.name)
    after = building.changed(at, copies)
    return after, replace(card, quantity=after.counts[at])


def _stepped(building: building_pool.Building, do: str) -> building_pool.Building:
    """One copy more or less: "more:n:3", "less:e:Water"."""
    kind, _colon, name = do.partition(":")
    change = {"more": 1, "less": -1}.get(kind, 0)
    if name.startswith(COUNT):
        return building.changed(number(name.removeprefix(COUNT), 9999), change)
    return building.supplied_changed(name.removeprefix(SUPPLIED), change)


def _page(
    request: HttpRequest,
    row: DeckList,
    rules: ListRules,
    building: building_pool.Building,
    *,
    closed: str = "",
    typed: str = "",
    added: PoolCard | None = None,
    fault: str = "",
) -> HttpResponse:
    event = row.entry.tournament
    shape = DECK_RULES[event.play_style]
    kinds = building_pool.kinds(building.cards)
    context: dict[str, Any] = {
        "page": "list",
        "row": row,
        "entry": row.entry,
        "board": {"line": ""},
        "my": {
            "table": reverse("floor:my", args=[row.token]),
            "deck": reverse("decks:mine", args=[row.token]),
            "pool": reverse("decks:my_pool", args=[row.token]),
        },
        "closed": closed,
        "typed": typed,
        "added": added,
        "fault": fault,
        "size": shape.cards,
        "prizes": shape.prizes,
        "groups": [
            {
                "code": code or "other",
                "title": SECTION_WORDS[code],
                "rows": [
                    {
                        "at": at,
                        "card": card,
                        "n": building.counts.get(at, 0),
                        "left": card.quantity - building.counts.get(at, 0),
                    }
                    for at, card in enumerate(building.cards)
                    if kinds[at] == code
                ],
            }
            for code in (*SECTIONS, "")
        ],
        "energy": [
            {"kind": kind, "name": f"{kind} Energy", "n": building.energy.get(kind, 0)}
            for kind in ENERGY_TYPES
            if kind in EDITIONS[event.edition].basic_energies
        ]
        if rules.energy_supplied
        else [],
        "total": building.total,
        "unused": building.left,
        "supplied": building.supplied,
        "fresh": request.method != "POST",
        "stamp": crc32(row.working_copy.encode()),
    }
    return render(request, "decks/pools/build.html", context)
