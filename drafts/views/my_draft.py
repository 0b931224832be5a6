"""A player's phone page in a tracked draft, opened by their personal link: seat, turn, picks and cards."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from cards.engine.formats import DECK_RULES
from core.requests import HomeRequest
from core.responses import render_page
from core.scoreboard.scoreboard import Scoreboard
from decks.hooks import DraftLink
from decks.models import Draft
from decks.queries.drafts import pod_and_seat, pods_with_seats, round_of_draft
from decks.queries.supplied_facts import posting_times_by_round
from decks.views.lists import player_pages
from decks.words.limited_words import subtype_name
from drafts.queries import seat_views as queries
from drafts.queries.odd_player import is_in_group_of_three
from drafts.queries.seat_views import DraftSeatView
from drafts.queries.tracking import tracked_pod
from drafts.views import pod_page
from drafts.views.odd_player import group_link, odd_player_link
from drafts.views.pod_page import PodPage
from drafts.views.table_page import table_page
from tournaments.models import Entry, PersonalLink
from tournaments.views.personal_link import player_page


@require_http_methods(["GET", "HEAD", "POST"])
@player_page
def my_draft(request: HomeRequest, link: PersonalLink) -> HttpResponse:
    """Show the page; a POST is a tap. `?seen=` and `?turn=`: stamps of the last shown state."""
    draft = queries.latest_draft_of(link.entry)
    if draft is None or not queries.is_tracked(draft) or draft.bye_id == link.entry_id:
        return render_page(request, "drafts/tracked/none.html", _frame_context(link, draft))
    pod, seat = pod_and_seat(draft, link.entry_id)
    url = reverse("drafts:my_draft", args=[link.token])
    if request.method == "POST":
        return pod_page.tap_response(
            request,
            url,
            lambda: pod_page.play_tap_on_pod_page(
                PodPage(DraftSeatView(tracked_pod(draft, pod), seat), seat, url), request
            ),
            lambda **more: _render_my_draft(request, link, draft, pod, seat, url, **more),
        )
    if pod_page.is_polling_page_current(request, draft, pod):
        return HttpResponse(status=pod_page.UNCHANGED)
    return _render_my_draft(request, link, draft, pod, seat, url)


def draft_link_of_entry(entry: Entry, token: str) -> DraftLink | None:
    """Return the link from the player's other pages to their draft, with the steps of the odd player of Solomon.

    The link opens this page or, for a draft on paper, the public page of its steps until the round is posted. Otherwise
    it is None. Two queries at most, only in Limited; more for the odd player and for a group of three on paper.
    """
    if not DECK_RULES[entry.tournament.play_style].supplied_only:
        return None
    draft = queries.latest_draft_of(entry)
    if draft is None:
        return None
    name, is_odd = subtype_name(draft.subtype), draft.bye_id == entry.pk
    if queries.is_tracked(draft) and not is_odd:
        return DraftLink(url=reverse("drafts:my_draft", args=[token]), name=name)
    if round_of_draft(draft) in posting_times_by_round(draft.division):
        return None
    in_group = is_in_group_of_three(draft, entry.pk)
    if not entry.tournament.published and not is_odd and not in_group:
        return None
    pod, seat = pod_and_seat(draft, entry.pk)
    has_pods = draft.subtype != "sealed"
    url = (
        reverse("drafts:draft", args=[entry.tournament.slug, draft.pk]) if entry.tournament.published else ""
    )
    draft_link = DraftLink(
        url=f"{url}?pod={pod}" if url and has_pods else url,
        name=name,
        on_paper=True,
        pod=pod if has_pods else 0,
        seat=seat,
        pair=draft.subtype == "solomon",
    )
    if is_odd:
        return odd_player_link(draft_link, draft, timezone.now())
    return group_link(draft_link, draft, entry.pk, timezone.now()) if in_group else draft_link


def _render_my_draft(
    request: HomeRequest,
    link: PersonalLink,
    draft: Draft,
    pod: int,
    seat: int,
    url: str,
    *,
    fault: str = "",
    status: int = 200,
) -> HttpResponse:
    """Show the player's page of their draft. `fault`: the text of a refusal."""
    names = pods_with_seats(draft, public=True)[pod - 1].names
    page = table_page(PodPage(queries.seat_view(draft, pod, seat), seat, url, names), request)
    response = render(
        request,
        "drafts/tracked/phone.html",
        vars(_frame_context(link, draft)) | vars(page) | {"fault": fault},
        status=status,
    )
    return pod_page.adapt_for_polling(request, response, page.url, page.turn)


@dataclass(frozen=True, kw_only=True)
class DraftFrame:
    """The context around the draft on a player's phone: the player, the event and the tabs.

    `drafting`: the link from the player's other pages, of which a page without picks shows the steps.
    """

    page: str
    link: PersonalLink
    entry: Entry
    draft: Draft | None
    slug: str
    drafting: DraftLink | None
    my: dict[str, str]
    board: Scoreboard


def _frame_context(link: PersonalLink, draft: Draft | None) -> DraftFrame:
    """Build the context around the draft on a player's phone."""
    return DraftFrame(
        page="draft",
        link=link,
        entry=link.entry,
        draft=draft,
        slug=link.entry.tournament.slug,
        drafting=draft_link_of_entry(link.entry, link.token) if draft else None,
        my=player_pages.tabs_of_link(link),
        board=Scoreboard(line=subtype_name(draft.subtype) if draft else ""),
    )
