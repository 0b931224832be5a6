"""Staff data beyond public data, by scope of the token."""

from collections.abc import Sequence

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from api.door import find_event, reader_of
from api.engine.cursors import decode, part
from api.engine.refusals import ApiRefusal
from api.engine.scopes import BIRTHS, CALLS, CHECKS, LISTS, NEEDS, PLAYERS
from api.queries.staff import list_rows
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
from api.views.v1.lists import deck_out
from api.views.v1.params import BEARER, ON_A_PAGE, Cursor, EntryKey, Limit, Slug
from checks.models import DeckCheck
from checks.queries import deck_checks
from core.engine.refused import Refused
from decks.queries.lists import event_lists
from floor.models import JudgeCall
from floor.queries import floor
from tournaments import queries
from tournaments.engine.person_fields import FIELDS
from tournaments.engine.team_entries import Member
from tournaments.models import Tournament
from tournaments.queries.team_entries import teams_of

router = Router(tags=["staff"])
WITH_TOKEN: dict[str, object] = {"security": [{BEARER: []}]}
MORE_ERRORS = ERRORS | {403}


def _event(request: HttpRequest, slug: str, scope: str) -> Tournament:
    """Refused: API_TOKEN_MISSING, API_SCOPE_MISSING, API_NOT_FOUND."""
    event = find_event(request, slug)
    reader_of(request).require(event, scope)
    return event


@router.get("/token", response={200: TokenOut, MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN)
def token(request: HttpRequest) -> TokenOut:
    """The scopes of this request's token."""
    reader = reader_of(request)
    if reader.token is None:
        raise Refused(ApiRefusal.API_TOKEN_MISSING)
    holder = reader.token
    return TokenOut(
        name=holder.name,
        event=holder.slug,
        role=holder.role,
        scopes=sorted(reader.scopes),
        expires_at=holder.expires_at,
    )


@router.get(
    "/events/{slug:slug}/players",
    response={200: StaffPlayersPage, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def players(
    request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = ON_A_PAGE
) -> StaffPlayersPage:
    """Every entered player, with Player ID. Scope `players`; births also need the scope `births`."""
    event = _event(request, slug, PLAYERS)
    scopes = reader_of(request).scopes & {PLAYERS, BIRTHS}
    powers = {"", *(NEEDS[scope] for scope in scopes)}
    shows = [field for field in FIELDS if field.power in powers]
    rows = sorted(queries.player_rows(event, shows=shows), key=lambda row: row.entry)
    page = part(
        rows, lambda row: (row.entry,), name="players", after=decode("players", cursor, length=1), limit=limit
    )
    teams = teams_of(event)
    return StaffPlayersPage(
        items=[_player_out(row, members=teams.get(row.entry, ())) for row in page.rows],
        next=page.next,
    )


def _player_out(row: queries.EntryRow, *, members: Sequence[Member]) -> StaffPlayerOut:
    return StaffPlayerOut(
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
            for member in members
        ],
    )


@router.get(
    "/events/{slug:slug}/deck-lists",
    response={200: StaffListsPage, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def deck_lists(
    request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = ON_A_PAGE
) -> StaffListsPage:
    """The list of every player and its state. Scope `lists`."""
    event = _event(request, slug, LISTS)
    rows = sorted(list_rows(event, timezone.now()), key=lambda row: row.entry)
    page = part(
        rows, lambda row: (row.entry,), name="lists", after=decode("lists", cursor, length=1), limit=limit
    )
    return StaffListsPage(items=[_list_out(row) for row in page.rows], next=page.next)


def _list_out(row: event_lists.ListRow) -> StaffListOut:
    return StaffListOut(
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


@router.get(
    "/events/{slug:slug}/deck-lists/{int:entry}",
    response={200: DeckOut, MORE_ERRORS: Problem},
    openapi_extra=WITH_TOKEN,
)
def deck_list(request: HttpRequest, slug: Slug, entry: EntryKey) -> DeckOut:
    """The counted list of one player. Scope `lists`."""
    event = _event(request, slug, LISTS)
    row = event_lists.list_of_entry(event, entry).first()
    if row is None or row.counts is None:
        raise Refused(ApiRefusal.API_NOT_FOUND)
    return deck_out(event, row.counts, entry, str(row.entry))


@router.get(
    "/events/{slug:slug}/calls", response={200: list[CallOut], MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN
)
def calls(request: HttpRequest, slug: Slug) -> list[CallOut]:
    """The open judge calls, longest wait first. Scope `calls`."""
    return [_call_out(call) for call in floor.open_calls(_event(request, slug, CALLS))]


def _call_out(call: JudgeCall) -> CallOut:
    claimed, escalated = call.claimed_at, call.escalated_at
    return CallOut(
        id=call.pk,
        table=call.table,
        reason=call.reason,
        player=str(call.entry or ""),
        raised_at=call.raised_at,
        claimed_at=claimed,
        claimed_by=str(call.claimed_by or ""),
        for_head_judge=escalated is not None and (claimed is None or escalated >= claimed),
    )


@router.get(
    "/events/{slug:slug}/checks", response={200: ChecksPage, MORE_ERRORS: Problem}, openapi_extra=WITH_TOKEN
)
def checks(request: HttpRequest, slug: Slug, cursor: Cursor = "", limit: Limit = ON_A_PAGE) -> ChecksPage:
    """The deck checks, in the order they were picked. Scope `checks`."""
    event = _event(request, slug, CHECKS)
    rows = deck_checks.checks_of(event).exclude(state=DeckCheck.State.REMOVED).order_by("pk")
    listed = deck_checks.where_now(rows)
    page = part(
        listed, lambda row: (row.pk,), name="checks", after=decode("checks", cursor, length=1), limit=limit
    )
    return ChecksPage(items=[_check_out(check) for check in page.rows], next=page.next)


def _check_out(check: DeckCheck) -> CheckOut:
    return CheckOut(
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
