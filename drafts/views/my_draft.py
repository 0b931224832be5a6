"""The phone page of a player in a tracked draft, behind their personal link: seat, turn, picks, own cards."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from cards.engine.formats import DECK_RULES
from decks.models import Draft
from decks.queries.answers import posted
from decks.queries.drafts import pod_and_seat, round_of, seats_of
from decks.views.lists import player
from decks.words.limited_words import subtype_name
from drafts.queries import seat_views as queries
from drafts.views import pod_page
from drafts.views.pod_page import PodPage
from tournaments.models import Entry, PersonalLink
from tournaments.views.personal_link import player_page


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def my_draft(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    """The page; `?seen=` and `?turn=` as last shown. A POST is a tap."""
    return _answer(request, link)


def phone_link(entry: Entry, token: str) -> dict[str, Any] | None:
    """The link from the player's other pages to their draft. Two queries at most, in Limited.

    This page, or the public steps of a draft on paper until its round is posted. None without either.
    """
    if not DECK_RULES[entry.tournament.play_style].supplied_only:
        return None
    draft = queries.seated_draft(entry)
    if draft is None:
        return None
    name = subtype_name(draft.subtype)
    if queries.is_tracked(draft):
        return {"url": reverse("drafts:my_draft", args=[token]), "name": name}
    if not entry.tournament.published or round_of(draft) in posted(draft.division):
        return None
    pod, seat = pod_and_seat(draft, entry.pk)
    in_pods = draft.subtype != "sealed"
    url = reverse("drafts:draft", args=[entry.tournament.slug, draft.pk])
    return {
        "url": f"{url}?pod={pod}" if in_pods else url,
        "name": name,
        "on_paper": True,
        "pod": pod if in_pods else 0,
        "seat": seat,
        "pair": draft.subtype == "solomon",
    }


def _answer(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    draft = queries.seated_draft(link.entry)
    if draft is None or not queries.is_tracked(draft):
        return render(request, "drafts/tracked/none.html", _frame(link, draft))
    pod, seat = pod_and_seat(draft, link.entry_id)
    if request.method != "POST":
        if pod_page.unmoved(request, draft, pod):
            return HttpResponse(status=pod_page.UNCHANGED)
        return _page(request, link, draft, pod, seat)
    table = _table(link, draft, pod, seat)
    return pod_page.answered(
        request,
        table.url,
        lambda: pod_page.tap(table, request),
        lambda **more: _page(request, link, draft, pod, seat, **more),
    )


def _table(link: PersonalLink, draft: Draft, pod: int, seat: int) -> PodPage:
    rows = seats_of(draft, public=True)[pod - 1].seats
    names = {row.seat: row.name for row in rows}
    return PodPage(
        queries.seat_view(draft, pod, seat), seat, names, reverse("drafts:my_draft", args=[link.token])
    )


def _page(
    request: HttpRequest,
    link: PersonalLink,
    draft: Draft,
    pod: int,
    seat: int,
    *,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    context = pod_page.context(_table(link, draft, pod, seat), request)
    response = render(
        request, "drafts/tracked/phone.html", _frame(link, draft) | context | {"fault": fault}, status=status
    )
    return pod_page.part(request, response, context["url"], context["turn"])


def _frame(link: PersonalLink, draft: Draft | None) -> dict[str, Any]:
    """The surrounding context: the player's other pages, and links after the draft."""
    return {
        "page": "draft",
        "link": link,
        "entry": link.entry,
        "draft": draft,
        "slug": link.entry.tournament.slug,
        "my": player.tabs(link),
        "board": {"line": subtype_name(draft.subtype) if draft else ""},
    }
