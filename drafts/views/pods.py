"""Draft pods: who sits where. Staff draw and print them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import refusal_text
from decks.documents.deck_sheet import sheet_head
from decks.views.lists.printing import paper_of, pdf
from drafts.documents import draft_sheets, draft_tables
from drafts.forms.pods import PodsForm
from drafts.queries import pods as queries
from drafts.queries.draft_plan import seat_map
from drafts.services import pods
from drafts.views.drafts import seen_seed, way_out
from drafts.views.event_drafts import divisions_of
from drafts.words import draft_words as words
from tournaments.access import event_page, signed_in
from tournaments.models import Division, Tournament


@require_safe
@event_page()
def page(request: HttpRequest, event: Tournament) -> HttpResponse:
    """Every pod of the chosen division with its seats; the form to draw them for those who run the event."""
    divisions = divisions_of(event)
    chosen = next(
        (division for division in divisions if str(division.pk) == request.GET.get("division")), divisions[0]
    )
    return _page(request, chosen, divisions)


@require_POST
@event_page("run")
def draw(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """Draw or redraw the pods of a division."""
    home = _division(event, division)
    form = PodsForm(request.POST, queries.choice(queries.drafting(home).count()))
    if form.is_valid():
        try:
            pods.draw(home, form.sizes, by=signed_in(request), seen=seen_seed(request))
        except Refused as refused:
            form.add_error(None, refusal_text(refused))
        else:
            _add_message(request, _("Pods made."), home)
            return redirect(_url(home))
    return _page(request, home, divisions_of(event), form=form)


@require_POST
@event_page("run")
def clear(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """Delete the pods of a division."""
    home = _division(event, division)
    pods.clear(home, by=signed_in(request), seen=seen_seed(request))
    _add_message(request, _("The pods are deleted."), home)
    return redirect(_url(home))


@require_safe
@event_page("view")
def sheet(request: HttpRequest, event: Tournament, division: int) -> HttpResponse:
    """A page for each table, and every name with pod and seat for the wall."""
    home = _division(event, division)
    paper = paper_of(request, event)
    pods_sheet = draft_sheets.pods_sheet(
        home, sheet_head(event), public=True, division=str(home), paper=paper
    )
    return pdf(pods_sheet.render(), f"{event.slug}-pods")


@require_safe
@event_page("view")
def export(request: HttpRequest, event: Tournament, division: int, kind: str) -> HttpResponse:
    """Every seat of the division as CSV or XLSX."""
    home = _division(event, division)
    rows = queries.pod_rows(home, public=False)
    data, content_type = draft_tables.seats(event, _("Draft pods"), rows, kind)
    headers = {"Content-Disposition": f'attachment; filename="{event.slug}-pods.{kind}"'}
    return HttpResponse(data, content_type=content_type, headers=headers)


def _division(event: Tournament, pk: int) -> Division:
    return get_object_or_404(event.divisions.select_related("tournament"), pk=pk)


def _url(home: Division) -> str:
    return f"{reverse('drafts:pods', args=[home.tournament.slug])}?division={home.pk}"


def _add_message(request: HttpRequest, text: str, home: Division) -> None:
    """Add a success message with the undo of the latest pod line."""
    kinds = ("PodsDrawn", "PodsCleared")
    line = JournalEvent.objects.filter(division=home, kind__in=kinds).order_by("-pk").first()
    undo = reverse("pairings:undo", args=[home.tournament.slug, line.pk]) if line else ""
    messages.success(request, text, extra_tags=f"undo={undo}")


def _page(
    request: HttpRequest, home: Division, divisions: list[Division], *, form: PodsForm | None = None
) -> HttpResponse:
    event, staff = home.tournament, request.can["view"]  # type: ignore[attr-defined]
    rows = queries.pod_rows(home, public=not staff)
    context: dict[str, Any] = {
        "page": "pods",
        "home": home,
        "seed": queries.seed_of(home),
        "pods": [
            {
                "number": row.number,
                "seats": row.seats,
                # Seats and their places around the table; none for a pod size without a map.
                "map": [(row.seats[seat - 1], place) for seat, place in seat_map(len(row.seats))],
            }
            for row in rows
        ],
        "names": sorted((seat for row in rows for seat in row.seats), key=lambda seat: seat.sort),
        "tabs": [
            {"label": str(division), "url": _url(division), "current": division == home}
            for division in divisions
            if len(divisions) > 1
        ],
    }
    if request.can["run"]:  # type: ignore[attr-defined]
        choice = queries.choice(queries.drafting(home).count())
        best, out = choice.best, choice.sit_out
        context |= {
            "choice": choice,
            "form": form or PodsForm(None, choice),
            "best": words.pods_text(best.pods, best.pod_size) if best else "",
            "instead": words.sit_out_text(out.sit_out, out.pods.pods, out.pods.pod_size) if out else "",
            "moved": queries.moved(home),
            "of_draft": queries.of_draft(home),
            **way_out(request, event),
        }
    status = 400 if form is not None and form.errors else 200
    return render(request, "drafts/pods.html", context | {"slug": event.slug}, status=status)
