"""Events, their divisions and rounds, the schedule and the clock."""

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router

from api.door import find_event, reader_of
from api.engine.cursors import Place, decode, part
from api.queries.events import readable
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
from api.views.v1.params import ON_A_PAGE, Cursor, Limit, Slug
from pairings.models import Round
from pairings.queries.print import public_pairings
from pairings.queries.reports import clock_page, clocks
from pairings.words import result_words
from tournaments import queries
from tournaments.models import Tournament
from tournaments.queries.divisions import played_divisions
from tournaments.wording import schedule_title

router = Router(tags=["events"])
ERRORS = frozenset({401, 404, 422, 429, 503})


@router.get("/events", response={200: EventsPage, ERRORS: Problem})
def events(request: HttpRequest, cursor: Cursor = "", limit: Limit = ON_A_PAGE) -> EventsPage:
    """Public events, latest first; with a token also its event."""

    def place(event: Tournament) -> Place:
        return -int(event.starts_at.timestamp()), -event.pk

    token = reader_of(request).token
    rows = readable(token.event if token else None)
    page = part(rows, place, name="events", after=decode("events", cursor, length=2), limit=limit)
    return EventsPage(items=[event_out(event) for event in page.rows], next=page.next)


def event_out(event: Tournament) -> EventOut:
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
def event(request: HttpRequest, slug: Slug) -> EventOut:
    """One event."""
    return event_out(find_event(request, slug))


@router.get("/events/{slug:slug}/divisions", response={200: list[DivisionOut], ERRORS: Problem})
def divisions(request: HttpRequest, slug: Slug) -> list[DivisionOut]:
    """The divisions with players, and the latest round of each."""
    event = find_event(request, slug)
    newest = {
        round_.division_id: round_
        for round_ in public_pairings.rounds_to_show(public_pairings.posted_rounds(event))
    }
    return [
        DivisionOut(
            id=division.pk,
            age_division=division.age_division,
            name=str(division),
            by_age=division.by_age,
            round=newest[division.pk].number if division.pk in newest else None,
            round_state=newest[division.pk].state if division.pk in newest else None,
        )
        for division in played_divisions(event)
    ]


@router.get("/events/{slug:slug}/rounds", response={200: list[RoundOut], ERRORS: Problem})
def rounds(request: HttpRequest, slug: Slug) -> list[RoundOut]:
    """Every posted or closed round, latest of each division first."""
    posted = public_pairings.posted_rounds(find_event(request, slug))
    names = result_words.round_names(posted)
    return [round_out(round_, names[round_.pk]) for round_ in posted]


def round_out(round_: Round, name: str) -> RoundOut:
    return RoundOut(
        division=round_.division_id,
        number=round_.number,
        name=name,
        stage=round_.stage.kind,
        state=round_.state,
        posted_at=round_.posted_at,
        closed_at=round_.closed_at,
    )


@router.get("/events/{slug:slug}/schedule", response={200: ScheduleOut, ERRORS: Problem})
def schedule(request: HttpRequest, slug: Slug) -> ScheduleOut:
    """The schedule as planned, and as currently expected."""
    day = queries.schedule(find_event(request, slug), timezone.now())
    points = [
        PointOut(
            id=row.item,
            title=schedule_title(row.title, row.round_number),
            round=row.round_number,
            planned_start=row.planned_start,
            planned_end=row.planned_end,
            start=row.start,
            end=row.end,
            state=row.state,
            delay=row.delay,
        )
        for row in day.rows
    ]
    return ScheduleOut(delay=day.delay, ends_at=day.ends_at, points=points)


@router.get("/events/{slug:slug}/clock", response={200: list[ClockOut], ERRORS: Problem})
def clock(request: HttpRequest, slug: Slug) -> list[ClockOut]:
    """The clock of each posted round; empty if rounds are untimed."""
    return clocks_out(clock_page.playing(find_event(request, slug, held=False)))


def clocks_out(playing: list[Round]) -> list[ClockOut]:
    now, names = timezone.now(), result_words.round_names(playing)
    readings = [(round_, clocks.state(round_, now)) for round_ in playing]
    return [
        ClockOut(
            division=round_.division_id,
            round=round_.number,
            name=names[round_.pk],
            phase=seen.phase.value,
            stopped=seen.stopped,
            seconds_left=seen.left,
            starts_at=seen.starts_at,
            ends_at=seen.ends_at,
            window_ends_at=seen.window_ends_at,
        )
        for round_, seen in readings
        if seen is not None
    ]
