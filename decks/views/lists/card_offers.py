"""Offer cards while a player types the name of a card to add."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from cards.engine.card_names import split_copies_and_name
from core.requests import HomeRequest
from decks.models import DeckList, ListRules
from decks.queries.lists import judging, list_edits
from decks.views.lists.my_deck_list import list_page


@require_safe
@list_page
def offer_cards(request: HomeRequest, deck_list: DeckList) -> HttpResponse:
    """Render the cards whose names contain the typed text."""
    event = deck_list.entry.tournament
    rules = ListRules.objects.filter(tournament=event).first()
    text = request.GET.get("add", "")[:80].replace("\0", "").strip()
    context = judging.deck_context_of_event(event, rules, complete=True)
    language = get_language() or "en"
    offers = (
        list_edits.offered_cards(text, context, language=language)
        if len(split_copies_and_name(text)[1]) > 1
        else []
    )
    return render(request, "decks/lists/offers.html", {"offers": offers, "text": text})
