"""The guide on the screen: it comes with Stadium and needs no internet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.queries import guide as queries


@require_safe
def guide(request: HttpRequest, name: str = queries.FIRST) -> HttpResponse:
    page = queries.pages().get(name)
    if page is None:
        raise Http404
    sections = [heading for heading in page.headings if heading.level == 2]
    return render(
        request, "tournaments/guide.html", {"guide": page, "sections": sections, "first": queries.FIRST}
    )
