"""A cached public page is never older than what it shows, and stays cached while nothing that it shows changes."""

import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from threading import Barrier
from time import monotonic, sleep

import pytest
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from config.middleware import public_pages
from config.middleware.public_pages import PublicPagesMiddleware
from core import stamps
from core.engine.refused import Refused
from core.live import PagePolling
from core.services import undo
from decks.services import lists
from floor.engine.penalties import PenaltyLevel
from floor.services import calls, penalties, rulings
from pairings.engine.clock import Kind
from pairings.engine.outcomes import Outcome
from pairings.engine.print_choice import PrintChoice
from pairings.models import Match, Round
from pairings.services import prints
from pairings.services.reports import clocks, result_reports, results, time_extensions
from pairings.services.reports.result_reports import ResultReport
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings.build import open_matches, play
from tournaments.models import Division, Entry, Tournament
from tournaments.services import announcements, events, players, schedule

POSITION = re.compile(r"[0-9a-f]{16}-\d+")
"""The position at which a page was rendered."""

CLOCK = re.compile(r'data-(?:now|counts-down)="\d+"|\d\d:\d\d(?=</span>)')
"""What a browser counts on from the age of a page: the digits of a clock."""

STEPS = 12

TIMED = ("/schedule", "/feed", "-challenge/")
"""Pages that depend on the time of day."""


@dataclass(frozen=True)
class Hall:
    """An event in its third round, and the time that its services see."""

    event: Tournament
    division: Division
    olga: object

    @property
    def round_(self) -> Round:
        return Round.objects.select_related("division__tournament", "stage").order_by("-number")[0]

    @property
    def open(self) -> list[Match]:
        return open_matches(self.round_)

    @property
    def active(self) -> list[Entry]:
        entries = self.event.entries.select_related("player").order_by("pk")
        return [entry for entry in entries if entry.active]


@dataclass
class Time:
    """The time of day, which stands still between the steps of a test."""

    now: datetime


@pytest.fixture
def time_of_day(monkeypatch: pytest.MonkeyPatch) -> Time:
    frozen = Time(timezone.now().replace(microsecond=0))
    monkeypatch.setattr(timezone, "now", lambda: frozen.now)
    monkeypatch.setattr(public_pages, "time", lambda: frozen.now.timestamp())
    return frozen


@pytest.fixture
def hall(transactional_db: None, time_of_day: Time) -> Hall:
    public_pages._pages.clear()
    made = build.division(16)
    Division.objects.update(cut_size=4)
    Tournament.objects.update(published=True, starts_at=time_of_day.now - timedelta(hours=3))
    division = Division.objects.select_related("tournament").get()
    play(division, 2)
    rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    lists.collect_lists(division.tournament, by=None)
    schedule.add_schedule_item(
        division.tournament, by=None, title="Lunch", planned_start=time_of_day.now + timedelta(hours=2)
    )
    assert made.pk == division.pk
    return Hall(division.tournament, division, build.user("olga", is_superuser=True))


def public_addresses(hall: Hall) -> list[str]:
    """Return the addresses of all pages that are rendered once for everyone, with the keys of this event."""

    def routes(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
        for pattern in resolver.url_patterns:
            at = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from routes(pattern, at)
            elif getattr(pattern.callback, "as_bytes", False) and "^" not in at:
                yield at

    entry = hall.event.entries.order_by("pk")[0]
    keys = {"division": hall.division.pk, "number": 2, "entry": entry.pk, "slug": hall.event.slug}
    return sorted(
        re.sub(r"<\w+:(\w+)>", lambda part: str(keys[part[1]]), route)
        for route in routes(get_resolver())
        if "<slug:slug>" in route
    )


def page_text(address: str) -> str:
    """Return a page as a reader gets it, without what differs between two requests."""
    answer = Client().get(address)
    return f"{answer.status_code} {CLOCK.sub('', POSITION.sub('', answer.content.decode()))}"


def fresh_page_texts(addresses: list[str]) -> dict[str, str]:
    """Return the pages as they are rendered now, and leave the cache as it is."""
    cached = dict(public_pages._pages)
    texts = {}
    for address in addresses:
        public_pages._pages.clear()
        texts[address] = page_text(address)
    public_pages._pages.clear()
    public_pages._pages.update(cached)
    return texts


def is_current(address: str) -> bool:
    """Return whether a page is cached and would be sent from the cache."""
    pages = [page for key, page in public_pages._pages.items() if key[2] == address]
    return any(page.is_current for page in pages)


def correct_result(hall: Hall) -> None:
    closed = Match.objects.filter(round__number=1, right__isnull=False)
    match = closed.select_related("round__division__tournament", "round__stage").order_by("pk")[0]
    outcome = Outcome.RIGHT if match.outcome == Outcome.LEFT else Outcome.LEFT
    results.correct_result(match, MatchResult(outcome), by=None, why="Slip read wrong")


def report(hall: Hall, *, twice: bool) -> None:
    match = hall.open[0]
    for entry in (match.left, match.right) if twice else (match.left,):
        assert entry is not None
        result_reports.submit_report(match, entry, ResultReport(MatchResult(Outcome.RIGHT)))


def print_slips(hall: Hall) -> None:
    prints.order_print(hall.event, PrintChoice(("slips",)), key="k", by=None, site="http://x")


def undo_last_step(hall: Hall) -> None:
    line = undo.last_undoable_step(hall.division)
    assert line
    undo.undo_step(line, by=None)


def disqualify(hall: Hall) -> None:
    attendance.disqualify_player(hall.active[-1], by=None)


def caution(hall: Hall) -> None:
    penalties.give_penalty(hall.open[0].left, infraction="pace", level=PenaltyLevel.CAUTION, by=None)


NAMES = ("", "/bubble", "/standings")
ATTENDANCE = ("pairings", "results", "standings", "standings/1")

ACTS: Mapping[str, tuple[Callable[[Hall], object], tuple[str, ...]]] = {
    "enter a result": (
        lambda hall: results.enter_result(hall.open[0], MatchResult(Outcome.LEFT), by=None),
        ("/tables", "/bubble"),
    ),
    "report by one player": (lambda hall: report(hall, twice=False), ()),
    "report by both players": (lambda hall: report(hall, twice=True), ("/tables", "/bubble")),
    "call a judge": (lambda hall: calls.raise_hand(hall.open[1], entry=hall.open[1].left), ()),
    "grant extra time": (
        lambda hall: time_extensions.grant_extra_time(hall.open[1], seconds=180, by=None),
        (),
    ),
    "give a caution": (caution, ()),
    "write a ruling": (
        lambda hall: rulings.record_ruling(hall.event, by=None, question="May I?", answer="Yes."),
        (),
    ),
    "write a deck list": (
        lambda hall: lists.save_working_copy(hall.active[0].deck_list, text="4 Pikachu"),
        (),
    ),
    "print slips": (print_slips, ()),
    "drop a player": (lambda hall: attendance.drop_player(hall.active[3], by=None), NAMES),
    "disqualify a player": (disqualify, NAMES),
    "announce": (
        lambda hall: announcements.post_announcement(hall.event, by=None, text="Lunch"),
        ("", "/announcements"),
    ),
}
"""Each act, and the pages on which its change is seen."""

NEEDLESS: Mapping[str, set[str]] = {
    name: {"/cut", "/day-two", "/pairings", "/tables", "/round/1/2/explain"}
    for name in ("drop a player", "disqualify a player")
}
"""Pages that an act drops although they look the same afterwards: they show players, one of whom has left."""


@pytest.mark.parametrize("name", ACTS)
def test_an_act_drops_the_pages_that_show_it_and_no_other(hall: Hall, name: str) -> None:
    act, changed = ACTS[name]
    addresses = [address for address in public_addresses(hall) if not address.startswith("/api/")]
    before = fresh_page_texts(addresses)
    for address in addresses:
        page_text(address)
    cached = [address for address in addresses if is_current(address)]
    assert len(cached) >= 10
    act(hall)
    dropped = {address for address in cached if not is_current(address)}
    after = fresh_page_texts(addresses)
    start = f"/e/{hall.event.slug}"
    seen = {address for address in addresses if before[address] != after[address]}
    assert {address.removeprefix(start).rstrip("/") for address in seen} == set(changed)
    assert seen <= dropped
    if name != "announce":
        needless = {address.removeprefix(start).rstrip("/") for address in dropped - seen}
        assert needless <= NEEDLESS.get(name, set())


def close_and_post(hall: Hall) -> None:
    """Finish the round and post the next one, or the one that is only paired."""
    round_ = hall.round_
    if round_.state == Round.State.UNPOSTED:
        rounds.post(round_, by=None, lists_reason="The lists come later")
        return
    for match in hall.open:
        results.enter_result(match, MatchResult(Outcome.LEFT), by=None)
    if round_.state == Round.State.POSTED:
        rounds.close_round(round_, by=None)
    rounds.pair_next_round(hall.division, by=None, seed=round_.number)


def random_act(hall: Hall, random: Random) -> Callable[[], object]:
    """Return a random act of a day, among them the end of a round, a correction and undo."""
    match = random.choice(hall.open) if hall.open else None
    outcome = random.choice([Outcome.LEFT, Outcome.RIGHT])
    sent = ResultReport(MatchResult(outcome))
    acts: list[Callable[[], object]] = [
        lambda: correct_result(hall),
        lambda: undo_last_step(hall),
        lambda: attendance.drop_player(random.choice(hall.active), by=None),
        lambda: players.correct_person(
            random.choice(hall.active), by=None, last_name=f"Name {random.random()}"
        ),
        lambda: announcements.post_announcement(hall.event, by=None, text="Lunch"),
        lambda: events.change_event_settings(hall.event, by=None, venue=f"Hall {random.random()}"),
        lambda: clocks.press_clock(hall.round_, random.choice(list(Kind)), by=None, seconds=60),
        lambda: close_and_post(hall),
        lambda: close_and_post(hall),
    ]
    if match is not None:
        acts += [
            lambda: results.enter_result(match, MatchResult(outcome), by=None),
            lambda: result_reports.submit_report(match, match.left, sent),
            lambda: result_reports.submit_report(match, match.right, sent),
            lambda: calls.raise_hand(match, entry=match.left),
        ] * 2
    return random.choice(acts)


@pytest.mark.parametrize("seed", range(4))
def test_after_any_acts_no_page_is_older_than_what_it_shows(hall: Hall, time_of_day: Time, seed: int) -> None:
    random = Random(seed)
    addresses = public_addresses(hall)
    done = 0
    for _ in range(STEPS):
        for address in random.sample(addresses, 8):
            page_text(address)
        time_of_day.now += timedelta(seconds=random.choice([1, 20, 400, 1_700]))
        with suppress(Refused):
            random_act(hall, random)()
            done += 1
        fresh = fresh_page_texts(addresses)
        for address, text in fresh.items():
            if address.endswith(TIMED):
                continue  # up to 15 seconds old
            assert page_text(address).split("\n") == text.split("\n"), address
    assert done >= STEPS / 3


def test_a_page_stays_cached_for_hours_unless_it_tells_the_time(hall: Hall, time_of_day: Time) -> None:
    addresses = public_addresses(hall)
    cached = {address: page_text(address) for address in addresses if page_text(address).startswith("200")}
    cached = {address: text for address, text in cached.items() if is_current(address)}
    time_of_day.now += timedelta(seconds=120)
    assert {address for address in cached if not is_current(address)} == {
        address for address in cached if address.endswith(TIMED)
    }
    untimed = {address: text for address, text in cached.items() if not address.endswith(TIMED)}
    assert fresh_page_texts([*untimed]) == untimed
    time_of_day.now += timedelta(hours=1)  # time was called meanwhile
    pages = [address for address, text in cached.items() if 'role="timer"' in text]
    assert len(pages) >= 8
    assert not [address for address in pages if is_current(address)]
    for address in pages:
        page_text(address)
    time_of_day.now += timedelta(hours=5)
    assert all(is_current(address) for address in pages if not address.endswith(TIMED))


def test_a_page_tells_how_old_it_is(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser subtracts the age from the clocks of the page."""
    seconds = [1_000.0]
    monkeypatch.setattr(public_pages, "monotonic", lambda: seconds[0])
    address = f"/e/{hall.event.slug}/standings"
    assert Client().get(address)["Server-Timing"] == "age;dur=0"
    seconds[0] += 61.5
    assert Client().get(address)["Server-Timing"] == "age;dur=61500"


@pytest.mark.parametrize("readers", [10, 24])
def test_one_request_renders_a_page_and_the_others_wait_for_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, readers: int
) -> None:
    made: list[float] = []
    started = Barrier(readers)

    def render(_request: HttpRequest) -> HttpResponse:
        made.append(monotonic())
        sleep(0.2)
        _request.public_live = PagePolling(stamps.current_stamp_position(), hall.event.pk)  # type: ignore[attr-defined]
        return HttpResponse(b"the page", content_type="text/html")

    middleware = PublicPagesMiddleware(render)

    def read(_: int) -> HttpResponse:
        started.wait()
        try:
            return middleware(RequestFactory().get(f"/e/{hall.event.slug}/standings"))
        finally:
            connections.close_all()

    monkeypatch.setattr(settings, "SERVER_THREADS", readers + 2)
    with ThreadPoolExecutor(readers) as threads:
        answers = list(threads.map(read, range(readers)))
    assert [answer.status_code for answer in answers] == [200] * readers
    assert len(made) == 1


def test_a_page_that_cannot_be_cached_is_rendered_by_each_reader(hall: Hall) -> None:
    """Nobody waits again and again for a page that comes out refused."""
    made: list[int] = []
    started = Barrier(4)

    def refuse(_request: HttpRequest) -> HttpResponse:
        made.append(1)
        sleep(0.1)
        return HttpResponse(status=503)

    middleware = PublicPagesMiddleware(refuse)

    def read(_: int) -> int:
        started.wait()
        try:
            return middleware(RequestFactory().get(f"/e/{hall.event.slug}/standings")).status_code
        finally:
            connections.close_all()

    begun = monotonic()
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(read, range(4))) == [503] * 4
    assert len(made) == 4
    assert monotonic() - begun < public_pages.PATIENCE
