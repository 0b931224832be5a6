"""The pages of a hall screen, part by part."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from math import ceil

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from core.documents.marks import qr_modules, squares
from core.documents.sheet import without_scheme
from core.public_address import absolute
from decks.words.limited_words import subtype_name
from drafts.views import draft_runs
from floor.engine.hall_screens import LARGE, Part, Settings, changes_in, parts_at
from floor.queries import hall_lines
from floor.queries.hall_lines import Line
from floor.views.screens import cut, feature
from floor.words import screen_words
from pairings.models import Round
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from tournaments.engine.kinds import EDITIONS
from tournaments.models import Tournament
from tournaments.queries.schedule import schedule
from tournaments.wording import schedule_title

ANNOUNCED = 3
"""Announcements beside the large clock, newest first; only the newest if tables are listed."""

POINTS = 8
"""Items of the schedule beside the QR code."""

TABLES = 40
"""Open tables below the large clock; a number shows how many more there are."""

FEW = 20
"""Lines on a page of large names."""

AS_TEXT = frozenset({Part.NAMES, Part.OPEN, Part.STANDINGS, Part.BRACKET})
"""Parts that change only with the event."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page. `key` identifies it, so that a screen stays on it while its content changes; `span`: "Ab – Le"."""

    part: Part
    key: str
    template: str
    title: str
    span: str = ""
    context: Mapping[str, object] = field(default_factory=dict)
    html: str = ""


Maker = Callable[[HttpRequest, Tournament, Settings, datetime], Iterator[Leaf]]
MAKE: dict[Part, Maker] = {}


def shows(part: Part) -> Callable[[Maker], Maker]:
    """Register the pages of a part."""

    def register(make: Maker) -> Maker:
        MAKE[part] = make
        return make

    return register


@dataclass(frozen=True, slots=True)
class Wall:
    """All pages of a screen. `parts`: its content; `due`: when time alone changes it."""

    parts: tuple[Part, ...]
    leaves: tuple[Leaf, ...]
    due: datetime | None


def wall(request: HttpRequest, event: Tournament, settings: Settings, now: datetime) -> Wall:
    """Build the pages for these settings. A fixed number of queries for each division."""
    parts, due = parts_now(event, settings, now)
    pages = [leaf for part in parts for leaf in _leaves(part, request, event, settings, now)]
    if not pages:
        started = hall_lines.rounds_on(event, None)
        word = screen_words.NOTHING[parts[0]] if started else _("Round 1 is not posted yet")
        empty = Leaf(parts[0], "word", "floor/screens/word.html", "", context={"word": word})
        pages = [_laid_out(empty, event)]
    # When clocks begin and when their time is over.
    for round_ in hall_lines.playing(event, settings.division):
        reading = clocks.state(round_, now)
        ends = (reading.starts_at, reading.ends_at, reading.window_ends_at) if reading else ()
        due += [at + timedelta(seconds=1) for at in ends if at is not None and at > now]
    return Wall(parts, tuple(pages), min(due, default=None))


def _leaves(
    part: Part, request: HttpRequest, event: Tournament, settings: Settings, now: datetime
) -> list[Leaf]:
    """The pages of one part. Parts that time does not change are rendered once for all screens with the same
    settings.
    """

    def make() -> list[Leaf]:
        return [_laid_out(leaf, event) for leaf in MAKE[part](request, event, settings, now)]

    if part not in AS_TEXT:
        return make()
    fields = (settings.division, settings.span, settings.on_page)
    return hall_lines.remembered_in_language(event, f"hall.leaves.{part}.{fields}", make)


def _laid_out(leaf: Leaf, event: Tournament) -> Leaf:
    html = render_to_string(leaf.template, {"leaf": leaf.context, "event": event})
    return replace(leaf, context={}, html=html)


def parts_now(
    event: Tournament, settings: Settings, now: datetime
) -> tuple[tuple[Part, ...], list[datetime]]:
    """The parts shown now, chosen by the desk or automatic, and when time changes them."""
    if settings.parts:
        return tuple(map(Part, settings.parts)), []
    moment = hall_lines.moment(event, settings.division, now)
    after = changes_in(moment)
    return parts_at(moment), [now + after] if after else []


def _pages(part: Part, title: str, lines: Sequence[Line], size: int, key: str = "") -> Iterator[Leaf]:
    size = ceil(len(lines) / (ceil(len(lines) / size) or 1))  # no page with a single name left over
    for number, start in enumerate(range(0, len(lines), size or 1)):
        portion = lines[start : start + size]
        # The size of names, by the number on a page.
        fit = "few" if size <= FEW else "some" if size <= LARGE else ""
        context: dict[str, object] = {"lines": portion, "fit": fit}
        name = f"{part}{key}-{number}"
        yield Leaf(part, name, "floor/screens/lines.html", title, _span(part, portion), context)


def _span(part: Part, portion: Sequence[Line]) -> str:
    first, last = portion[0], portion[-1]
    if part is Part.NAMES:
        return f"{first.sort_name[:2].strip(',')} – {last.sort_name[:2].strip(',')}"
    if part is Part.OPEN:
        return f"{first.number} – {last.number}"
    return f"{first.name.split('.')[0]} – {last.name.split('.')[0]}"


@shows(Part.NAMES)
def show_names(
    _request: HttpRequest, event: Tournament, settings: Settings, _now: datetime
) -> Iterator[Leaf]:
    lines = [line for line in hall_lines.names(event, settings.division) if settings.has(line.sort_name)]
    words = (_line(hall_lines.playing(event, settings.division)), settings.span)
    title = " · ".join(word for word in (*words, _("find your name, go to your table")) if word)
    yield from _pages(Part.NAMES, title, lines, settings.on_page)


@shows(Part.OPEN)
def show_open(_request: HttpRequest, event: Tournament, settings: Settings, _now: datetime) -> Iterator[Leaf]:
    on = hall_lines.playing(event, settings.division)
    lines = hall_lines.open_tables(event, on)
    if on and not lines:
        word = {"word": _("All results are in")}
        yield Leaf(Part.OPEN, "open", "floor/screens/word.html", _("all results are in"), context=word)
    title = " · ".join(part for part in (_line(on), _("tables still playing")) if part)
    yield from _pages(Part.OPEN, title, lines, settings.on_page)


@shows(Part.CLOCK)
def show_clock(_request: HttpRequest, event: Tournament, settings: Settings, now: datetime) -> Iterator[Leaf]:
    on = hall_lines.playing(event, settings.division)
    if not on:
        return
    faces, over = [], []
    for round_ in on:
        division = str(round_.division) if len(on) > 1 else ""
        face = scoreboard.clock(round_, now)
        faces.append({"division": division, "round": clocks.round_text(round_), "face": face})
        if (face and face["phase"] == "over") or hall_lines.is_settled(event, round_):
            over.append(round_)
    tables = hall_lines.open_tables(event, over)
    extra = [
        line
        for line in hall_lines.open_tables(event, [round_ for round_ in on if round_ not in over])
        if (line.note or line.until) and not tables
    ]
    announced = list(event.announcements.filter(withdrawn_at=None)[: 1 if tables or extra else ANNOUNCED])
    context = {
        "faces": faces,
        "some_over": bool(over),
        "whose": [] if len(over) == len(on) else [str(round_.division) for round_ in over],
        "open": tables[:TABLES],
        "extra": extra[:TABLES],
        "more": max(0, len(tables or extra) - TABLES),
        "announcements": announced,
        "window": EDITIONS[event.edition].window_minutes,
    }
    yield Leaf(Part.CLOCK, "clock", "floor/screens/clock.html", _line(on), context=context)


def _line(rounds: Sequence[Round]) -> str:
    return scoreboard.line(rounds[0]) if len(rounds) == 1 else ""


@shows(Part.STANDINGS)
def show_standings(
    _request: HttpRequest, event: Tournament, settings: Settings, _now: datetime
) -> Iterator[Leaf]:
    for number, ranking in enumerate(hall_lines.rankings(event, settings.division)):
        yield from _pages(Part.STANDINGS, ranking.title, ranking.lines, settings.on_page, f"-{number}")


@shows(Part.BRACKET)
def show_bracket(
    _request: HttpRequest, event: Tournament, settings: Settings, _now: datetime
) -> Iterator[Leaf]:
    for number, page in enumerate(cut.pages(event, settings.division)):
        key = f"bracket-{number}"
        yield Leaf(Part.BRACKET, key, "floor/screens/bracket.html", page.title, page.span, {"page": page})


@shows(Part.FEATURE)
def show_feature(
    _request: HttpRequest, event: Tournament, settings: Settings, now: datetime
) -> Iterator[Leaf]:
    rounds = hall_lines.rounds_on(event, settings.division)
    match = feature.match_at(rounds, settings.table, now) if settings.table else None
    if match:
        title = _("Feature match")
        yield Leaf(Part.FEATURE, "feature", "floor/screens/feature.html", title, context={"match": match})


@shows(Part.DRAFT)
def show_draft(request: HttpRequest, event: Tournament, settings: Settings, _now: datetime) -> Iterator[Leaf]:
    row = hall_lines.draft(event, settings.division)
    if row is not None:
        request.live.quick()  # type: ignore[attr-defined]
        template, context = draft_runs.wall(request, row)
        wall = {"wall": render_to_string(template, context, request)}
        title = str(context["board"]["line"]) or subtype_name(row.subtype)
        yield Leaf(Part.DRAFT, "draft", "floor/screens/draft.html", title, context=wall)


@shows(Part.QR)
def show_qr(request: HttpRequest, event: Tournament, _settings: Settings, now: datetime) -> Iterator[Leaf]:
    started = bool(hall_lines.rounds_on(event, None))
    name = "pairings:pairings" if started else "tournaments:event"
    rows = [row for row in schedule(event, now).rows if row.state != "done"]
    context = qr_context(request, reverse(name, args=[event.slug])) | {
        "started": started,
        "points": [
            {"at": row.start, "title": schedule_title(row.title, row.round_number)}
            for row in islice(rows, POINTS)
        ],
    }
    yield Leaf(Part.QR, "qr", "floor/screens/qr.html", _("Your table on your phone"), context=context)


def qr_context(request: HttpRequest, path: str) -> dict[str, object]:
    """`address`, and its QR code `qr` as a path in a square of `side`."""
    whole = absolute(request, path)
    modules = qr_modules(whole)
    return {
        "address": without_scheme(whole),
        "side": len(modules) + 4,
        "qr": squares(modules),
        "whole": whole,
    }
