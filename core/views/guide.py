"""The pages of the guide, which is shipped with Stadium and can be read offline, and the search in it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from core.queries import guide as queries

MAX_WORDS = 100
"""The maximum length of a search text in characters, which the search field enforces."""

MAX_HITS = 30


@require_safe
def guide(request: HttpRequest, name: str = queries.FIRST) -> HttpResponse:
    if name == queries.FIRST and "q" in request.GET:
        return _search_page(request, request.GET["q"][:MAX_WORDS].replace("\0", "").strip())
    page = queries.guide_pages(get_language() or queries.ENGLISH).get(name)
    if page is None:
        raise Http404
    return render(request, "core/guide.html", {"guide": page, "first": queries.FIRST})


def _search_page(request: HttpRequest, words: str) -> HttpResponse:
    hits = queries.search_guide_pages(words, get_language() or queries.ENGLISH)
    rows = [
        (queries.guide_page_url(hit.page.name) + (f"#{hit.anchor}" if hit.anchor else ""), hit)
        for hit in hits
    ]
    return render(
        request,
        "core/guide_search.html",
        {"words": words, "rows": rows[:MAX_HITS], "count": len(rows), "hidden": max(0, len(rows) - MAX_HITS)},
    )
