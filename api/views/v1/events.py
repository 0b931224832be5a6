"""Events, their divisions and rounds, the schedule, and the clock."""

from django.utils import timezone
from ninja import Router

from api.door import ApiRequest, find_event_for_api
from api.engine.cursors import Place, decode_cursor, page_after
from api.queries.events import readable_events
from api.schemas.events import (
    ClockOut,
    DivisionOut,
    EventOut,
    EventsPage,
    PointOut,
    RoundOut,
    ScheduleOut,
)
from api.schemas.problems import Problem
from api.views.v1.params import DEFAULT_ROWS, Cursor, Limit, Slug
from pairings.models import Round
from pairings.queries import public_pairings
from pairings.queries.reports import clock_page, clocks
from pairings.words import round_names
from tournaments import queries
from tournaments.labels import schedule_title
from tournaments.models import Tournament
from tournaments.queries.divisions import divisions_with_entries

router = Router(tags=["events"])
ERRORS = frozenset({401, 404, 422, 429, 503})


@router.get("/events", response={200: EventsPage, ERRORS: Problem})
def events(request: ApiRequest, cursor: Cursor = "", limit: Limit = DEFAULT_ROWS) -> EventsPage:
    """List public events and the token's event, if any, latest first."""

    def sort_key(event: Tournament) -> Place:
        return -int(event.starts_at.timestamp()), -event.pk

    token = request.reader.token
    rows = readable_events(token.event if token else None)
    page = page_after(
        rows, sort_key, name="events", after=decode_cursor("events", cursor, length=2), limit=limit
    )
    return EventsPage(items=[api_event(event) for event in page.rows], next=page.next)


def api_event(event: Tournament) -> EventOut:
    return EventOut(
        slug=event.slug,
        name=event.name,
        kind=event.kind,
        card_format=event.card_format,
        decks=event.play_style,
        structure=event.structure,
        official=event.official,
        starts_at=event.starts_at,
        timezone=event.timezone,
        venue=event.venue,
        city=event.city,
        country=str(event.country or ""),
        public=event.published,
    )


@router.get("/events/{slug:slug}", response={200: EventOut, ERRORS: Problem})
def event(request: ApiRequest, slug: Slug) -> EventOut:
    """Return one event."""
    return api_event(find_event_for_api(request, slug))


@router.get("/events/{slug:slug}/divisions", response={200: list[DivisionOut], ERRORS: Problem})
def divisions(request: ApiRequest, slug: Slug) -> list[DivisionOut]:
    """List the divisions that have players, each with its latest round."""
    event = find_event_for_api(request, slug)
    newest_rounds = {
        round_.division_id: round_
        for round_ in public_pairings.rounds_to_show(public_pairings.posted_rounds(event))
    }
    return [
        DivisionOut(
            id=division.pk,
            age_division=division.age_division,
            name=str(division),
            by_age=division.by_age,
            round=newest_rounds[division.pk].number if division.pk in newest_rounds else None,
            round_state=newest_rounds[division.pk].state if division.pk in newest_rounds else None,
        )
        for division in divisions_with_entries(event)
    ]


@router.get("/events/{slug:slug}/rounds", response={200: list[RoundOut], ERRORS: Problem})
def rounds(request: ApiRequest, slug: Slug) -> list[RoundOut]:
    """List every posted or closed round, the latest of each division first."""
    posted = public_pairings.posted_rounds(find_event_for_api(request, slug))
    names = round_names.round_names(posted)
    return [
        RoundOut(
            division=round_.division_id,
            number=round_.number,
            name=names[round_.pk],
            stage=round_.stage.kind,
            state=round_.state,
            posted_at=round_.posted_at,
            closed_at=round_.closed_at,
        )
        for round_ in posted
    ]


@router.get("/events/{slug:slug}/schedule", response={200: ScheduleOut, ERRORS: Problem})
def schedule(request: ApiRequest, slug: Slug) -> ScheduleOut:
    """Return the schedule as planned and as currently expected."""
    event = find_event_for_api(request, slug)
    request.content.depend_on_time()
    day = queries.schedule_of_event(event, timezone.now())
    items = [
        PointOut(
            id=item.item,
            title=schedule_title(item.title, item.round_number),
            round=item.round_number,
            planned_start=item.planned_start,
            planned_end=item.planned_end,
            start=item.start,
            end=item.end,
            state=item.state,
            delay=item.delay,
        )
        for item in day.rows
    ]
    return ScheduleOut(delay=day.delay, ends_at=day.ends_at, points=items)


@router.get("/events/{slug:slug}/clock", response={200: list[ClockOut], ERRORS: Problem})
def clock(request: ApiRequest, slug: Slug) -> list[ClockOut]:
    """List the clocks of posted rounds. The result is empty if rounds are untimed."""
    return api_clocks(
        clock_page.rounds_in_play_with_clocks(find_event_for_api(request, slug, cacheable=False))
    )


def api_clocks(rounds: list[Round]) -> list[ClockOut]:
    """Return the clocks of rounds, without untimed rounds."""
    now, names = timezone.now(), round_names.round_names(rounds)
    readings = [(round_, clocks.read_round_clock(round_, now)) for round_ in rounds]
    return [
        ClockOut(
            division=round_.division_id,
            round=round_.number,
            name=names[round_.pk],
            phase=reading.phase.value,
            stopped=reading.stopped,
            seconds_left=reading.left,
            starts_at=reading.starts_at,
            ends_at=reading.ends_at,
            window_ends_at=reading.window_ends_at,
        )
        for round_, reading in readings
        if reading is not None
    ]
