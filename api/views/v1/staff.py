"""Data for staff, depending on the scopes of the token."""

from django.utils import timezone
from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.cursors import decode_cursor, page_after
from api.engine.refusals import ApiRefusal
from api.engine.scopes import BIRTHS, CALLS, CHECKS, LISTS, NEEDS, PLAYERS
from api.queries.staff import staff_deck_list_rows
from api.schemas.lists import (
    CallOut,
    CheckOut,
    ChecksPage,
    DeckOut,
    StaffListOut,
    StaffListsPage,
    StaffMemberOut,
    StaffPlayerOut,
    StaffPlayersPage,
    TokenOut,
)
from api.schemas.problems import Problem
from api.views.v1.events import ERRORS
from api.views.v1.lists import api_deck
from api.views.v1.params import BEARER, DEFAULT_ROWS, Cursor, EntryKey, Limit, Slug
from checks.models import DeckCheck
from checks.queries import deck_checks
from core.engine.refused import Refused
from decks.queries.lists import event_lists
from floor.queries.calls import open_calls
from tournaments import queries
from tournaments.engine.person_fields import FIELDS
from tournaments.queries.team_entries import team_members_of_event

router = Router(tags=["staff"])
WITH_TOKEN: dict[str, object] = {"security": [{BEARER: []}]}
MORE_ERRORS = ERRORS | {403}


@router.get("/token", response={200: TokenOut, MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN)
def token(request: ApiRequest) -> TokenOut:
    """Return the token of this request with its scopes."""
    reader = request.reader
    if reader.token is None:
        raise Refused(ApiRefusal.API_TOKEN_MISSING)
    valid_token = reader.token
    return TokenOut(
        name=valid_token.name,
        event=valid_token.slug,
        role=valid_token.role,
        scopes=sorted(reader.scopes),
        expires_at=valid_token.expires_at,
    )


@router.get(
    "/events/{slug:slug}/players",
    response={200: StaffPlayersPage, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def players(
    request: ApiRequest, slug: Slug, cursor: Cursor = "", limit: Limit = DEFAULT_ROWS
) -> StaffPlayersPage:
    """List every entered player with Player ID. Needs the scope `players`.

    Dates of birth and email addresses also need the scope `births`.
    """
    event = find_event_for_api(request, slug, scope=PLAYERS)
    scopes = request.reader.scopes & {PLAYERS, BIRTHS}
    powers = {"", *(NEEDS[scope] for scope in scopes)}
    fields = [field for field in FIELDS if field.power in powers]
    rows = sorted(queries.player_rows(event, shows=fields), key=lambda row: row.entry)
    page = page_after(
        rows,
        lambda row: (row.entry,),
        name="players",
        after=decode_cursor("players", cursor, length=1),
        limit=limit,
    )
    teams = team_members_of_event(event)
    items = [
        StaffPlayerOut(
            **{field.key: field.written(getattr(row.facts, field.key)) for field in FIELDS},
            entry=row.entry,
            age_division=row.age_division,
            division=row.division,
            state=row.state,
            checked_in_at=row.checked_in_at,
            dropped_in=row.dropped_in,
            members=[
                StaffMemberOut(
                    seat=member.seat,
                    first_name=member.first_name,
                    last_name=member.last_name,
                    player_id=member.player_id,
                )
                for member in teams.get(row.entry, ())
            ],
        )
        for row in page.rows
    ]
    return StaffPlayersPage(items=items, next=page.next)


@router.get(
    "/events/{slug:slug}/deck-lists",
    response={200: StaffListsPage, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def deck_lists(
    request: ApiRequest, slug: Slug, cursor: Cursor = "", limit: Limit = DEFAULT_ROWS
) -> StaffListsPage:
    """List every player's deck list with its state. Needs the scope `lists`."""
    event = find_event_for_api(request, slug, scope=LISTS)
    rows = sorted(staff_deck_list_rows(event, timezone.now()), key=lambda row: row.entry)
    page = page_after(
        rows,
        lambda row: (row.entry,),
        name="lists",
        after=decode_cursor("lists", cursor, length=1),
        limit=limit,
    )
    items = [
        StaffListOut(
            entry=row.entry,
            name=row.name,
            division=row.division,
            state=row.state,
            total=row.total,
            versions=row.versions,
            at=row.at,
            late=row.late,
            changed=row.changed,
            locked=row.locked,
            sent_back=row.sent_back,
            dropped=not row.active,
        )
        for row in page.rows
    ]
    return StaffListsPage(items=items, next=page.next)


@router.get(
    "/events/{slug:slug}/deck-lists/{int:entry}",
    response={200: DeckOut, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def deck_list(request: ApiRequest, slug: Slug, entry: EntryKey) -> DeckOut:
    """Return the version of one player's deck list that is used in the event. Needs the scope `lists`."""
    event = find_event_for_api(request, slug, scope=LISTS)
    stored_list = event_lists.query_list_of_entry(event, entry).first()
    if stored_list is None or stored_list.counts is None:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return api_deck(event, stored_list.counts, entry, str(stored_list.entry))


@router.get(
    "/events/{slug:slug}/calls", response={200: list[CallOut], MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN
)
def calls(request: ApiRequest, slug: Slug) -> list[CallOut]:
    """List the open judge calls, longest wait first. Needs the scope `calls`."""
    items = []
    for call in open_calls(find_event_for_api(request, slug, scope=CALLS)):
        claimed_at, escalated_at = call.claimed_at, call.escalated_at
        items.append(
            CallOut(
                id=call.pk,
                table=call.table,
                reason=call.reason,
                player=str(call.entry or ""),
                raised_at=call.raised_at,
                claimed_at=claimed_at,
                claimed_by=str(call.claimed_by or ""),
                for_head_judge=escalated_at is not None
                and (claimed_at is None or escalated_at >= claimed_at),
            )
        )
    return items


@router.get(
    "/events/{slug:slug}/checks", response={200: ChecksPage, MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN
)
def checks(request: ApiRequest, slug: Slug, cursor: Cursor = "", limit: Limit = DEFAULT_ROWS) -> ChecksPage:
    """List the deck checks in the order in which they were picked. Needs the scope `checks`."""
    event = find_event_for_api(request, slug, scope=CHECKS)
    event_checks = deck_checks.checks_of(event).exclude(state=DeckCheck.State.REMOVED).order_by("pk")
    checks_with_tables = deck_checks.with_current_tables(event_checks)
    page = page_after(
        checks_with_tables,
        lambda row: (row.pk,),
        name="checks",
        after=decode_cursor("checks", cursor, length=1),
        limit=limit,
    )
    items = [
        CheckOut(
            id=check.pk,
            entry=check.entry_id,
            name=str(check.entry),
            kind=check.kind,
            state=check.state,
            round=check.round_number,
            table=check.table,
            picked_at=check.picked_at,
            began_at=check.began_at,
            ended_at=check.ended_at,
            outcome=check.outcome,
            counted=not check.not_counted,
        )
        for check in page.rows
    ]
    return ChecksPage(items=items, next=page.next)
