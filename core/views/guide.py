"""The pages of the guide, which is shipped with Stadium and can be read offline."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from core.queries import guide as queries


@require_safe
def guide(request: HttpRequest, name: str = queries.FIRST) -> HttpResponse:
    page = queries.guide_pages().get(name)
    if page is None:
        raise Http404
    return render(request, "core/guide.html", {"guide": page, "first": queries.FIRST})
