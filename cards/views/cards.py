"""Public pages of cards: found by a name in seven languages, with today's legality."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import get_language, get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from cards.models import Card, Expansion
from cards.queries import cards as queries
from cards.tables.cards import FoundTable, PrintedTable

LONGEST_SEARCH = 100


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Cards by name; without a search the size of the catalogue."""
    text, language = search_text(request), get_language() or "en"
    matches = queries.found(text, language) if text else []
    context = {
        "text": text,
        "found": FoundTable(matches) if matches else None,
        "full": len(matches) == queries.MOST_FOUND,
        "near": queries.nearest(text, language) if text and not matches else (),
        "count": Card.objects.count(),
        "expansions": Expansion.objects.filter(cards__isnull=False).distinct().count(),
    }
    return render(request, "cards/search.html", context)


@require_safe
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """One card: its printings, their legality in each format today, its names."""
    row = get_object_or_404(Card.objects.select_related("expansion", "text"), pk=pk)
    today = timezone.localdate()
    table = PrintedTable(queries.printed(row, today))
    names = [(language_name(code), called) for code, called in queries.names_of(row)]
    limit = queries.copy_limit(row)
    context = {"card": row, "table": table, "names": names, "today": today, "limit": limit}
    context["printed"] = row.text.parts if hasattr(row, "text") else {}
    return render(request, "cards/card.html", context)


def language_name(code: str) -> str:
    """A language of card names in the reader's own."""
    if code == "es-mx":
        return _("Spanish (Latin America)")
    return str(get_language_info(code)["name_translated"])


def search_text(request: HttpRequest) -> str:
    """The text of a page's search field."""
    return request.GET.get("q", "")[:LONGEST_SEARCH].replace("\x00", "").strip()
