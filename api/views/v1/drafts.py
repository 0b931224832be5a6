"""Drafts, their pods, and teams, with the data on their public pages. Cards are never included."""

from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.cursors import decode_cursor, page_after
from api.engine.scopes import LISTS
from api.queries.drafts import draft_states, event_pods, pools_of
from api.schemas.drafts import (
    DraftOut,
    DraftsPage,
    PodOut,
    PodSeatOut,
    PodsPage,
    PoolOut,
    PoolsPage,
    TeamOut,
    TeamsPage,
)
from api.schemas.play import MemberOut
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.params import DEFAULT_ROWS, Cursor, Limit, Number, Slug
from api.views.v1.staff import MORE_ERRORS, WITH_TOKEN
from tournaments.queries.team_entries import team_members_of

router = Router(tags=["drafts"])


@router.get("/events/{slug:slug}/drafts", response={200: DraftsPage, ERRORS: Problem})
def drafts(
    request: ApiRequest,
    slug: Slug,
    division: Number = None,
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> DraftsPage:
    """List the drafts of the event, or of one division."""
    event = find_event_for_api(request, slug)
    rows = [row for row in draft_states(event) if division in (None, row.draft.division_id)]
    page = page_after(
        rows,
        lambda row: (row.draft.pk,),
        name="drafts",
        after=decode_cursor("drafts", cursor, length=1),
        limit=limit,
    )
    items = [
        DraftOut(
            id=row.draft.pk,
            division=row.draft.division_id,
            number=row.draft.number,
            kind=row.draft.subtype,
            way=row.draft.way,
            state=row.state,
            round=row.round,
            pick_seconds=row.draft.pick_seconds,
        )
        for row in page.rows
    ]
    return DraftsPage(items=items, next=page.next)


@router.get("/events/{slug:slug}/pods", response={200: PodsPage, ERRORS: Problem})
def pods(
    request: ApiRequest,
    slug: Slug,
    division: Number = None,
    draft: Number = None,
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> PodsPage:
    """List the pods with their seats, optionally of a single division or draft."""
    event = find_event_for_api(request, slug)
    rows = [
        row
        for row in event_pods(event)
        if division in (None, row.division) and (draft is None or draft == row.draft)
    ]
    page = page_after(
        rows,
        lambda row: (row.draft or 0, row.division, row.number),
        name="pods",
        after=decode_cursor("pods", cursor, length=3),
        limit=limit,
    )
    items = [
        PodOut(
            division=row.division,
            draft=row.draft,
            number=row.number,
            seats=[
                PodSeatOut(seat=seat.seat, entry=seat.entry, name=seat.name, present=seat.here)
                for seat in row.seats
            ],
        )
        for row in page.rows
    ]
    return PodsPage(items=items, next=page.next)


@router.get(
    "/events/{slug:slug}/pools", response={200: PoolsPage, MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN
)
def pools(
    request: ApiRequest, slug: Slug, draft: Number = None, cursor: Cursor = "", limit: Limit = DEFAULT_ROWS
) -> PoolsPage:
    """List the registered pools with their state, of all drafts or of one. Needs the scope `lists`."""
    event = find_event_for_api(request, slug, scope=LISTS)
    rows = [row for row in pools_of(event) if draft in (None, row.draft_id)]
    page = page_after(
        rows, lambda row: (row.pk,), name="pools", after=decode_cursor("pools", cursor, length=1), limit=limit
    )
    items = [
        PoolOut(
            id=row.pk,
            draft=row.draft_id,
            entry=row.entry_id,
            name=row.entry.public_name,
            opened_by=row.opened_by_id,
            total=sum(card["quantity"] for card in row.counts.cards) if row.counts else 0,
            registered_at=row.counts.at if row.counts else None,
            verified_at=row.counts.verified_at if row.counts else None,
        )
        for row in page.rows
    ]
    return PoolsPage(items=items, next=page.next)


@router.get("/events/{slug:slug}/teams", response={200: TeamsPage, ERRORS: Problem})
def teams(
    request: ApiRequest,
    slug: Slug,
    division: Number = None,
    cursor: Cursor = "",
    limit: Limit = DEFAULT_ROWS,
) -> TeamsPage:
    """List the teams that entered, with their players by seat. Empty if players enter alone."""
    event = find_event_for_api(request, slug)
    entries = event.entries.filter(teammates__isnull=False).distinct().order_by("pk")
    rows = [row for row in entries if division in (None, row.division_id)]
    page = page_after(
        rows, lambda row: (row.pk,), name="teams", after=decode_cursor("teams", cursor, length=1), limit=limit
    )
    members = team_members_of([row.pk for row in page.rows], public=True)
    items = [
        TeamOut(
            entry=row.pk,
            name=row.public_name,
            division=row.division_id,
            dropped=not row.active,
            members=[MemberOut(seat=member.seat, name=member.name) for member in members.get(row.pk, ())],
        )
        for row in page.rows
    ]
    return TeamsPage(items=items, next=page.next)
