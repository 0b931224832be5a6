"""Public pages of cards: search by name in any language, and the legality of each printing today."""

from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from cards.models import Card, Expansion
from cards.queries import card_pictures
from cards.queries import cards as queries
from cards.tables.cards import FoundCardsTable, PrintedCardsTable

MAX_SEARCH_LENGTH = 100
ONE_YEAR = 365 * 24 * 3600
PICTURE_TYPES = {"webp": "image/webp", "png": "image/png", "jpg": "image/jpeg"}


@require_safe
def search_cards(request: HttpRequest) -> HttpResponse:
    """Search for cards by name, and suggest similar names if none matches.

    Without a text, show the size of the catalogue.
    """
    text, language = typed_search_text(request), get_language() or "en"
    matches = queries.find_cards(text, language) if text else []
    context = {
        "text": text,
        "found": FoundCardsTable(matches) if matches else None,
        "full": len(matches) == queries.MAX_FOUND,
        "near": queries.similar_cards(text, language) if text and not matches else (),
        "count": Card.objects.count(),
        "expansions": Expansion.objects.filter(cards__isnull=False).distinct().count(),
    }
    return render(request, "cards/search.html", context)


@require_safe
def card_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a card: its names, and its printings with their legality in each format today."""
    card = get_object_or_404(Card.objects.select_related("expansion", "text"), pk=pk)
    today = timezone.localdate()
    table = PrintedCardsTable(queries.printed_cards(card, today))
    names = [(language_name(code), spellings) for code, spellings in queries.spellings_by_language(card)]
    limit = queries.copy_limit_of_card(card)
    context = {"card": card, "table": table, "names": names, "today": today, "limit": limit}
    context["printed"] = card.text.parts if hasattr(card, "text") else {}
    return render(request, "cards/card.html", context)


@require_safe
@cache_control(public=True, max_age=ONE_YEAR, immutable=True)
def card_picture(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a picture from the installation's folder. 404 for any other name."""
    path = card_pictures.card_picture_path(name)
    if path is None:
        raise Http404
    try:
        return FileResponse(path.open("rb"), content_type=PICTURE_TYPES[path.suffix[1:]])
    except OSError as error:
        raise Http404 from error


def language_name(code: str) -> str:
    """Return the name of a language of card names, in the reader's language."""
    if code == "es-mx":
        return _("Spanish (Latin America)")
    return str(get_language_info(code)["name_translated"])


def typed_search_text(request: HttpRequest) -> str:
    """Return the text of a page's search field."""
    return request.GET.get("q", "")[:MAX_SEARCH_LENGTH].replace("\x00", "").strip()
