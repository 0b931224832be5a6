"""Build the pages of a hall screen, part by part."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from math import ceil
from urllib.parse import urlencode

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from core.requests import HomeRequest, StadiumRequest
from decks.words.limited_words import subtype_name
from drafts.views import draft_runs
from floor.engine.hall_screens import (
    LINES_PER_PAGE,
    SMALL_LINES_PER_PAGE,
    ScreenPart,
    ScreenSettings,
    choose_screen_parts,
    time_until_screen_parts_change,
)
from floor.queries import hall_lines
from floor.queries.hall_lines import HallLine
from floor.views.screens import bracket_pages, feature_match
from floor.views.screens.qr_codes import qr_code_of_path
from floor.words import screen_words
from pairings.models import Round
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from tournaments.engine.kinds import EDITIONS
from tournaments.labels import division_letter, schedule_title
from tournaments.models import Tournament
from tournaments.queries.schedule import schedule_of_event
from tournaments.queries.self_check_in import self_check_in_of

ANNOUNCED = 3
"""Number of announcements beside the large clock, newest first. Only one is shown if tables are listed."""

POINTS = 8
"""Number of schedule items beside the QR code."""

TABLES = 40
"""Maximum number of open tables below the large clock. The number of further tables follows."""

MAX_LARGE_LINES = 20
"""Maximum number of lines on a page of large names."""

AS_TEXT = frozenset({ScreenPart.NAMES, ScreenPart.OPEN, ScreenPart.STANDINGS, ScreenPart.BRACKET})
"""Parts that change only when the event changes, not with the time."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page of a hall screen.

    `key` identifies it, so that a screen stays on it while its content changes. `span` is the range of its lines,
    such as "Ab – Le".
    """

    part: ScreenPart
    key: str
    template: str
    title: str
    span: str = ""
    context: Mapping[str, object] = field(default_factory=dict)
    html: str = ""


Maker = Callable[[HomeRequest, Tournament, ScreenSettings, datetime], Iterator[Leaf]]
MAKE: dict[ScreenPart, Maker] = {}


def register_pages_of_part(part: ScreenPart) -> Callable[[Maker], Maker]:
    """Register the function that builds the pages of a part."""

    def register(make: Maker) -> Maker:
        MAKE[part] = make
        return make

    return register


@dataclass(frozen=True, slots=True)
class Wall:
    """All pages of a screen.

    `parts` are its content. `due` is the time at which the pages change even if nothing changes in the event, or
    None if they do not.
    """

    parts: tuple[ScreenPart, ...]
    leaves: tuple[Leaf, ...]
    due: datetime | None


def screen_pages(request: HomeRequest, event: Tournament, settings: ScreenSettings, now: datetime) -> Wall:
    """Build the pages for these settings. A fixed number of queries per division."""
    parts, change_times = screen_parts_now(event, settings, now)
    pages = [leaf for part in parts for leaf in _build_pages_of_part(part, request, event, settings, now)]
    if not pages:
        has_started = hall_lines.newest_rounds(event, None)
        text = screen_words.NOTHING[parts[0]] if has_started else _("Round 1 is not posted yet")
        empty = Leaf(parts[0], "word", "floor/screens/word.html", "", context={"word": text})
        pages = [_render_leaf(empty, event)]
    # The screen also changes when clocks start and when their time is over.
    for round_ in hall_lines.rounds_in_play(event, settings.division):
        reading = clocks.read_round_clock(round_, now)
        changes_at = (reading.starts_at, reading.ends_at, reading.window_ends_at) if reading else ()
        change_times += [
            moment + timedelta(seconds=1) for moment in changes_at if moment is not None and moment > now
        ]
    return Wall(parts, tuple(pages), min(change_times, default=None))


def _build_pages_of_part(
    part: ScreenPart, request: HomeRequest, event: Tournament, settings: ScreenSettings, now: datetime
) -> list[Leaf]:
    """Build the pages of one part.

    Parts that do not change with time are rendered once for all screens with the same settings.
    """

    def render_pages() -> list[Leaf]:
        return [_render_leaf(leaf, event) for leaf in MAKE[part](request, event, settings, now)]

    if part not in AS_TEXT:
        return render_pages()
    fields = (settings.division, settings.span, settings.on_page)
    return hall_lines.cached_for_home_in_language(event, f"hall.leaves.{part}.{fields}", render_pages)


def _render_leaf(leaf: Leaf, event: Tournament) -> Leaf:
    html = render_to_string(leaf.template, {"leaf": leaf.context, "event": event})
    return replace(leaf, context={}, html=html)


def screen_parts_now(
    event: Tournament, settings: ScreenSettings, now: datetime
) -> tuple[tuple[ScreenPart, ...], list[datetime]]:
    """Return the parts to show now, selected by the desk or automatically, and the times at which they change."""
    if settings.parts:
        return tuple(map(ScreenPart, settings.parts)), []
    moment = hall_lines.screen_moment_of_event(event, settings.division, now)
    delay = time_until_screen_parts_change(moment)
    return choose_screen_parts(moment), [now + delay] if delay else []


@dataclass(frozen=True)
class LinesPage:
    """Lines of one page. `fit` describes how many: few, some, many, or "" for the usual number."""

    lines: Sequence[HallLine]
    fit: str


def _line_pages(
    part: ScreenPart, title: str, lines: Sequence[HallLine], lines_per_page: int, key: str = ""
) -> Iterator[Leaf]:
    """Yield pages of at most `lines_per_page` lines. `key` distinguishes several lists of one part."""
    # Distribute the lines evenly, so that no page has only a single name.
    lines_per_page = ceil(len(lines) / (ceil(len(lines) / lines_per_page) or 1))
    for number, first_index in enumerate(range(0, len(lines), lines_per_page or 1)):
        page_lines = lines[first_index : first_index + lines_per_page]
        size = lines_per_page
        fit = (
            "few"
            if size <= MAX_LARGE_LINES
            else "some"
            if size <= LINES_PER_PAGE
            else ""
            if size <= SMALL_LINES_PER_PAGE
            else "many"
        )
        context = vars(LinesPage(page_lines, fit))
        name = f"{part}{key}-{number}"
        first, last = page_lines[0], page_lines[-1]
        if part is ScreenPart.NAMES:
            span = f"{first.sort_name[:2].strip(',')} – {last.sort_name[:2].strip(',')}"
        elif part is ScreenPart.OPEN:
            span = f"{first.number} – {last.number}"
        else:
            span = f"{first.name.split('.')[0]} – {last.name.split('.')[0]}"
        yield Leaf(part, name, "floor/screens/lines.html", title, span, context)


@register_pages_of_part(ScreenPart.NAMES)
def player_name_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield pages of the players whose names are within the letters of the screen, with their tables."""
    lines = [
        line
        for line in hall_lines.name_lines(event, settings.division)
        if settings.shows_name(line.sort_name)
    ]
    title_parts = (_round_line(hall_lines.rounds_in_play(event, settings.division)), settings.span)
    title = " · ".join(part for part in (*title_parts, _("find your name, go to your table")) if part)
    yield from _line_pages(ScreenPart.NAMES, title, lines, settings.names_per_page)


@register_pages_of_part(ScreenPart.OPEN)
def open_table_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield pages of the tables still playing, or one page saying that all results are in."""
    rounds = hall_lines.rounds_in_play(event, settings.division)
    lines = hall_lines.open_table_lines(event, rounds)
    if rounds and not lines:
        context = {"word": _("All results are in")}
        yield Leaf(
            ScreenPart.OPEN, "open", "floor/screens/word.html", _("all results are in"), context=context
        )
    title = " · ".join(part for part in (_round_line(rounds), _("tables still playing")) if part)
    yield from _line_pages(ScreenPart.OPEN, title, lines, settings.on_page)


@register_pages_of_part(ScreenPart.CLOCK)
def clock_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, now: datetime
) -> Iterator[Leaf]:
    """Yield one page with the clocks of the rounds in play, announcements and open tables.

    The tables are those of rounds whose time is over or most of whose results are in. If there are none, open
    tables with a note or more time are listed instead. Without a round in play there is no page.
    """
    rounds = hall_lines.rounds_in_play(event, settings.division)
    if not rounds:
        return
    faces, finished_rounds = [], []
    for round_ in rounds:
        division = str(round_.division) if len(rounds) > 1 else ""
        face = scoreboard.clock_of_posted_round(round_, now)
        letter = division_letter(round_.division.age_division)
        faces.append(
            {"division": division, "letter": letter, "round": clocks.round_text(round_), "face": face}
        )
        if (face and face.phase == "over") or hall_lines.is_round_settled(event, round_):
            finished_rounds.append(round_)
    tables = hall_lines.open_table_lines(event, finished_rounds)
    extra = [
        line
        for line in hall_lines.open_table_lines(
            event, [round_ for round_ in rounds if round_ not in finished_rounds]
        )
        if (line.note or line.until) and not tables
    ]
    announcements = list(event.announcements.filter(withdrawn_at=None)[: 1 if tables or extra else ANNOUNCED])
    context = {
        "faces": faces,
        "some_over": bool(finished_rounds),
        "whose": []
        if len(finished_rounds) == len(rounds)
        else [str(round_.division) for round_ in finished_rounds],
        "open": tables[:TABLES],
        "extra": extra[:TABLES],
        "more": max(0, len(tables or extra) - TABLES),
        "announcements": announcements,
        "window": EDITIONS[event.edition].window_minutes,
    }
    yield Leaf(ScreenPart.CLOCK, "clock", "floor/screens/clock.html", _round_line(rounds), context=context)


def _round_line(rounds: Sequence[Round]) -> str:
    """Return the line about a single round, or "" for several rounds or none."""
    return scoreboard.round_line(rounds[0]) if len(rounds) == 1 else ""


@register_pages_of_part(ScreenPart.STANDINGS)
def standings_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield pages of each list of the standings."""
    for number, ranking in enumerate(hall_lines.rankings(event, settings.division)):
        yield from _line_pages(
            ScreenPart.STANDINGS, ranking.title, ranking.lines, settings.on_page, f"-{number}"
        )


@register_pages_of_part(ScreenPart.BRACKET)
def bracket_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield pages of each started bracket."""
    for number, page in enumerate(bracket_pages.bracket_pages(event, settings.division)):
        key = f"bracket-{number}"
        yield Leaf(
            ScreenPart.BRACKET, key, "floor/screens/bracket.html", page.title, page.span, {"page": page}
        )


@register_pages_of_part(ScreenPart.FEATURE)
def feature_match_screen_pages(
    _request: HttpRequest, event: Tournament, settings: ScreenSettings, now: datetime
) -> Iterator[Leaf]:
    """Yield a page with the feature match, if the screen has a table with one."""
    rounds = hall_lines.newest_rounds(event, settings.division)
    number = feature_match.featured_table(event, rounds, settings.table)
    match = feature_match.feature_match(rounds, number, now) if number else None
    if match:
        title = _("Feature match")
        yield Leaf(
            ScreenPart.FEATURE, "feature", "floor/screens/feature.html", title, context={"match": match}
        )


@register_pages_of_part(ScreenPart.DRAFT)
def draft_screen_pages(
    request: HomeRequest, event: Tournament, settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield a page with the current draft, if there is one, and let the screen update more often."""
    draft = hall_lines.current_draft(event, settings.division)
    if draft is not None:
        request.live.quick()
        template, page = draft_runs.wall_template_and_page(request, draft)
        context = {"wall": render_to_string(template, vars(page), request)}
        title = page.board.line or subtype_name(draft.subtype)
        yield Leaf(ScreenPart.DRAFT, "draft", "floor/screens/draft.html", title, context=context)


@register_pages_of_part(ScreenPart.QR)
def qr_code_screen_pages(
    request: StadiumRequest, event: Tournament, _settings: ScreenSettings, now: datetime
) -> Iterator[Leaf]:
    """Yield a page with the next schedule items and a QR code for the pairings.

    Before round 1 the code leads to the event.
    """
    has_started = bool(hall_lines.newest_rounds(event, None))
    name = "pairings:pairings" if has_started else "tournaments:event"
    upcoming = [row for row in schedule_of_event(event, now).rows if row.state != "done"]
    context = vars(qr_code_of_path(request, reverse(name, args=[event.slug]))) | {
        "started": has_started,
        "points": [
            {"at": item.start, "title": schedule_title(item.title, item.round_number)}
            for item in islice(upcoming, POINTS)
        ],
    }
    yield Leaf(ScreenPart.QR, "qr", "floor/screens/qr.html", _("Your table on your phone"), context=context)


@register_pages_of_part(ScreenPart.CHECK_IN)
def hall_code_screen_pages(
    request: StadiumRequest, event: Tournament, _settings: ScreenSettings, _now: datetime
) -> Iterator[Leaf]:
    """Yield a page with the QR code for self check-in, if self check-in is on."""
    row = self_check_in_of(event)
    if row is not None and row.is_on:
        path = f"{reverse('pairings:arrive_here', args=[event.slug])}?{urlencode({'code': row.code})}"
        context = vars(qr_code_of_path(request, path)) | {"code": row.code, "closes_at": row.closes_at}
        yield Leaf(
            ScreenPart.CHECK_IN, "check-in", "floor/screens/check_in.html", _("Check in"), context=context
        )
