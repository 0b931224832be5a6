"""Add players of an earlier event: select those present, and add them all at once."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from core.engine.numbers import whole_number
from core.engine.refused import Refused
from core.sentences import refusal_text
from core.views import steps
from pairings.queries.rounds import regulars as queries
from pairings.services.rounds import regulars as services
from tournaments.access import event_page, signed_in
from tournaments.models import Tournament


@require_http_methods(["GET", "HEAD", "POST"])
@event_page("run")
def regulars(request: HttpRequest, event: Tournament) -> HttpResponse:
    """The players of the last event, or of the one chosen in `from`, all selected; a POST adds those still selected."""
    earlier = queries.earlier_events(event, by=signed_in(request))
    wanted = whole_number(request.POST.get("from") or request.GET.get("from", ""))
    source = next((row for row in earlier if row.pk == wanted), None)
    if request.method != "POST":
        return _page(request, event, earlier, source or next(iter(earlier), None))
    if source is None:
        return _page(request, event, earlier, next(iter(earlier), None))
    here = "here" in request.POST
    ticked = {whole_number(value) for value in request.POST.getlist("player")} - {None}
    if not ticked:
        return _page(
            request, event, earlier, source, ticked=set(), here=here, error=_("Select at least one player.")
        )
    seen, keys = steps.newest(event), [key for key in ticked if key is not None]
    try:
        added = services.add(event, source, keys, by=signed_in(request), checked_in=here)
    except Refused as refused:
        return _page(request, event, earlier, source, ticked=ticked, here=here, error=refusal_text(refused))
    message = ngettext("%(n)s player added.", "%(n)s players added.", len(added)) % {"n": len(added)}
    messages.success(request, message, extra_tags=steps.undo_tag(event, since=seen, by=signed_in(request)))
    steps.add_news(request, event, since=seen)
    return redirect("tournaments:players", event.slug)


def _page(
    request: HttpRequest,
    event: Tournament,
    earlier: list[Tournament],
    source: Tournament | None,
    *,
    ticked: set[int | None] | None = None,
    here: bool = True,
    error: str = "",
) -> HttpResponse:
    rows = queries.regulars(event, source) if source else []
    context = {
        "page": "players",
        "source": source,
        "earlier": earlier,
        "rows": [(row, ticked is None or row.player in ticked) for row in rows if not row.entered],
        "inside": sum(row.entered for row in rows),
        "here": here,
        "error": error,
    }
    return render(request, "pairings/regulars.html", context, status=422 if error else 200)
