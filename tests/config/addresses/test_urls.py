"""Every URL of the rooms, requested by every role and by strangers, and with objects of another event."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from api.services import tokens
from checks.models import CheckPhoto
from checks.services import deck_checks
from core.models import JournalEvent
from core.services.webhooks import subscriptions
from decks.services import proxies
from drafts.models import BuildMark
from drafts.services import drafts
from floor.services import calls, confiscations, penalties, rulings, screens, sectors
from pairings.engine.print_choice import PrintChoice
from pairings.models import Dispute, EntryWish, KeptApart, Match, Report
from pairings.services import prints
from pairings.services.rounds import attendance, rounds
from registration.models import Claim, Registration
from tests import ROOMS, build
from tests.drafts.drafts import setup
from tests.faults.suites import value
from tests.pairings import build as play
from tournaments.models import Announcement, Division, ScheduleItem, Tournament
from tournaments.rules import MAY
from tournaments.services import staff, staff_invitations

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[3]
APPS = tuple(room for room in ROOMS if room != "core")
ROLES = ("organizer", "head_judge", "scorekeeper", "judge")
HARMLESS = {
    "pairings:sheet": {"name": "slips"},
    "registration:roster_blank": {"kind": "csv"},
    "registration:export": {"kind": "csv"},
    "tournaments:journal_export": {"kind": "csv"},
    "tournaments:players_export": {"kind": "csv"},
    "tournaments:staff_export": {"kind": "csv"},
    "tournaments:team_entries_export": {"kind": "csv"},
    "floor:calls_export": {"kind": "csv"},
    "pairings:disputes_export": {"kind": "csv"},
    "decks:lists_export": {"kind": "csv"},
    "floor:rulings_export": {"kind": "csv"},
    "floor:sectors_export": {"kind": "csv"},
    "floor:confiscations_export": {"kind": "csv"},
    "pairings:meeting_export": {"kind": "csv"},
    "pairings:bubble_export": {"kind": "csv"},
    "checks:before_export": {"kind": "csv"},
    "tournaments:schedule_export": {"kind": "csv"},
    "tournaments:announcements_export": {"kind": "csv"},
    "drafts:pods_export": {"kind": "csv"},
    "drafts:drafts_export": {"kind": "csv"},
    "drafts:draft_seats_export": {"kind": "csv"},
    "tournaments:snapshot_file": {"name": "cup-round-1-20261121-120000.stadium"},
    "tournaments:snapshot_delete": {"name": "cup-round-1-20261121-120000.stadium"},
    "decks:list_export": {"kind": "txt"},
    "drafts:draft_log_export": {"kind": "csv"},
    "decks:pools_export": {"kind": "csv"},
    "floor:penalty_report": {"kind": "pdf"},
    "floor:hall_sheet": {"name": "opening"},
    "checks:checks_report": {"kind": "xlsx"},
    "pairings:prize_table": {"age_division": "all"},
    "pairings:prize_copy": {"age_division": "all"},
}
LISTS = ("bans", "reprints", "expansions", "rotations", "promos", "promo_dates", "limits", "groups", "errata")
HARMLESS |= {f"cards:{name}_export": {"kind": "csv"} for name in LISTS}
HARMLESS |= {f"tournaments:{name}_export": {"kind": "csv"} for name in ("events", "my_events")}
HARMLESS |= {
    name: {"kind": "csv"}
    for name in (
        "cards:legal_reprints_export",
        "floor:people_export",
        "pairings:known_players_export",
        "pairings:prizes_export",
    )
}
"""Parameters of URLs that identify no object."""

FREE = ("number", "player", "pod", "step")
"""Numbers in URLs that belong to no event: of rounds, pods or steps, and people who may play anywhere."""

SENT_ON = (
    "floor:match",
    "floor:clear",
    "pairings:extra",
    "floor:record",
    "floor:mark",
    "floor:mark_back",
)
SENT_ON += ("floor:accept", "floor:absent")
"""URLs that redirect to the desk: a match that is not in its round may have been removed by pairing again."""


@dataclass(frozen=True)
class Page:
    """A URL by its name, and the power that its page requires, None if it is public."""

    name: str
    route: str
    power: str | None
    parameters: tuple[str, ...]


def _pages() -> Iterator[Page]:
    for resolver in get_resolver().url_patterns:
        for one in getattr(resolver, "url_patterns", ()):
            if isinstance(one, URLPattern) and getattr(resolver, "app_name", "") in APPS:
                parameters = tuple(one.pattern.regex.groupindex)
                power = getattr(one.callback, "power", "none")
                yield Page(f"{resolver.app_name}:{one.name}", str(one.pattern), power, parameters)


PAGES = list(_pages())
OF_EVENTS = [page for page in PAGES if "slug" in page.parameters]
STAFF_PAGES = [page for page in OF_EVENTS if page.power is not None]
OPEN_PAGES = [page for page in OF_EVENTS if page.power is None]


@dataclass
class Hall:
    """An event in round 2 with one of everything that a URL can identify."""

    event: Tournament
    objects: dict[str, dict[str, Any]]

    def url(self, page: Page, **other: Any) -> str:
        return reverse(page.name, kwargs=self.facts(page) | other)

    def facts(self, page: Page) -> dict[str, Any]:
        harmless = {"name": "names", "kind": "csv"} if page.power is None else HARMLESS.get(page.name, {})
        known = self.objects[""] | harmless | _nearest(self.objects, page.route)
        return {name: known[name] for name in page.parameters}


def _nearest(objects: dict[str, dict[str, Any]], route: str) -> dict[str, Any]:
    """Return what `pk` means in this URL, by the longest known part of the URL."""
    parts = [part for part in objects if part and part in route]
    return objects[max(parts, key=len)] if parts else {}


def _hall(name: str) -> Hall:
    home: Division = play.division(6, name=name, published=True)
    event, by = home.tournament, play.organizer(home)
    play.play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=by, seed=5), by=by)
    first, second, third, *_rest = event.entries.order_by("id")
    attendance.drop_player(third, by=by)
    match: Match = round_.matches.earliest("id")
    line = JournalEvent.objects.filter(tournament=event, kind="EntryDropped").latest("id")
    board = Announcement.objects.create(tournament=event, kind="other", text="Lunch", at=build.NOON)
    point = ScheduleItem.objects.create(tournament=event, title="Lunch", planned_start=build.NOON)
    helper = staff.add_staff_member(
        event, by=by, login=build.user(f"helper-{event.pk}").username, role="judge"
    )
    token, _text = tokens.make_token(event.staff.get(user=by), by=by, name="Overlay", scopes=[], days=7)
    invitation = staff_invitations.create_staff_invitation(event, by=by, role="judge", hours=12)
    wish = EntryWish.objects.create(entry=first, table=1)
    penalty = penalties.give_penalty(first, infraction="pace", level="caution", by=by)
    ruling = rulings.record_ruling(event, by=by, question="May I?", answer="Yes.")
    taken = confiscations.record_confiscation(first, cards="1 Fake", by=by)
    apart = KeptApart.objects.create(first=first, second=second)
    dispute = Dispute.objects.create(match=match, opened_at=build.NOON)
    data = {"outcome": "left", "source": "phone", "at": build.NOON}
    report = Report.objects.create(match=match, entry=match.left, **data)
    hand = calls.raise_hand(match, by=by)
    sector = sectors.save_sector(event, name="North", table_from=1, table_to=9, judges=[], by=by)
    wall = screens.add_screen(event, name="Main door", by=by)
    check = deck_checks.pick_requested_deck(second, why="Marked", by=by)
    shot = CheckPhoto.objects.create(check_of=check, key="a", image="checks/lost.jpg", at=build.NOON)
    proxy = proxies.grant_proxy(first, card="N", reason="damaged", by=by, head_judge=True)
    hook = subscriptions.add_webhook(
        event, by=by, address="https://hook.invalid/", topics=["journal"], origin="https://stadium.example"
    )
    ping = subscriptions.create_ping(hook)
    paper, _new = prints.order_print(event, PrintChoice(("names",)), key=f"press-{event.pk}", by=by, site="")
    Tournament.objects.filter(pk=event.pk).update(play_style="limited")
    draft = drafts.set_up_draft(Division.objects.get(pk=home.pk), setup("booster", 6), by=by)
    signed_up = Registration.objects.create(
        tournament=event,
        division=home,
        number=1,
        token=f"{event.slug}-token",
        state="waiting",
        last_name="Lima",
        email="lima@example.org",
        made_at=build.NOON,
    )
    claimed = Claim.objects.create(
        tournament=event, entry=first, phone=f"{event.slug}-phone", state="waiting", at=build.NOON
    )
    usual = {"slug": event.slug, "division": home.pk, "number": round_.number, "event_id": line.pk}
    usual |= {"draft": draft.pk, "pod": 1, "step": 1}
    built = BuildMark.objects.create(draft=draft, kind="start", at=build.NOON)
    return Hall(
        event,
        {
            "": usual | {"pk": first.pk, "entry": first.pk, "player": build.players(1)[0].pk},
            "match/": {"pk": match.pk},
            "<int:draft>/building/": {"pk": built.pk},
            "staff/": {"pk": helper.pk},
            "<slug:slug>/api/": {"pk": token.pk},
            "staff/invitations/": {"pk": invitation.pk},
            "disputes/": {"pk": dispute.pk},
            "reports/": {"pk": report.pk},
            "announcements/": {"pk": board.pk},
            "schedule/": {"pk": point.pk},
            "penalties/": {"pk": penalty.pk},
            "<slug:slug>/rulings/": {"pk": ruling.pk},
            "<slug:slug>/confiscations/": {"pk": taken.pk},
            "<slug:slug>/calls/": {"pk": hand.pk},
            "<slug:slug>/checks/": {"pk": check.pk},
            "<slug:slug>/check-photos/": {"pk": shot.pk},
            "<slug:slug>/proxies/": {"pk": proxy.pk},
            "floor/sectors/": {"pk": sector.pk},
            "<slug:slug>/screens/": {"pk": wall.pk, "code": wall.code},
            "settings/divisions/": {"pk": home.pk},
            "<slug:slug>/webhooks/": {"pk": hook.pk, "delivery": ping.pk},
            "pairing-options/wish/": {"pk": wish.pk},
            "print/stored/": {"pk": paper.pk},
            "pairing-options/apart/": {"pk": apart.pk},
            "<slug:slug>/registrations/": {"pk": signed_up.pk},
            "<slug:slug>/claims/": {"pk": claimed.pk},
        },
    )


@pytest.fixture
def hall() -> Hall:
    return _hall("Harbor Challenge")


def _client(event: Tournament, who: str) -> Client:
    client = Client()
    if who in ROLES:
        client.force_login(build.staff(event, who))
    elif who == "stranger":
        client.force_login(build.user("stranger"))
    return client


def _let_in(client: Client, method: str, url: str) -> bool:
    """Return whether the page does its work for this user: signing in first, 403 and a wrong method mean no.

    Browsers must not store what staff are shown.
    """
    with transaction.atomic():
        answer = getattr(client, method)(url)
        transaction.set_rollback(True)
    assert answer.status_code != 200 or "no-store" in answer.headers.get("Cache-Control", ""), url
    to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("account_login"))
    return not to_sign_in and answer.status_code not in (403, 405)


def test_the_table_is_not_empty():
    assert len(STAFF_PAGES) > 50
    assert {page.name.partition(":")[0] for page in PAGES} == set(APPS)


def test_every_page_of_an_event_goes_through_its_door():
    assert [page.name for page in OF_EVENTS if page.power not in (None, *MAY)] == []


@pytest.mark.sqlite
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_may_open_and_send_each_staff_page(hall, method):
    let_in = {}
    for who in (*ROLES, "stranger", "nobody"):
        client = _client(hall.event, who)
        let_in[who] = {page.name for page in STAFF_PAGES if _let_in(client, method, hall.url(page))}
    whole = [page for page in STAFF_PAGES if page.name in let_in["organizer"]]
    assert len(whole) > 30
    assert let_in == {who: {page.name for page in whole if who in MAY[page.power]} for who in let_in}


@pytest.mark.sqlite
@pytest.mark.parametrize("who", ["stranger", "nobody"])
def test_open_pages_are_not_there_until_the_event_is_public(hall, who):
    client = _client(hall.event, who)
    statuses = {page.name: client.get(hall.url(page)).status_code for page in OPEN_PAGES}
    assert set(statuses.values()) <= {200, 302, 404}, statuses
    Tournament.objects.update(published=False)
    assert {client.get(hall.url(page)).status_code for page in OPEN_PAGES} == {404}


@pytest.mark.sqlite
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_belongs_to_another_event_is_not_there(hall, method):
    """No one reaches another event through its numbers, not even a user who organizes both."""
    other, client = _hall("Hill Challenge"), _client(hall.event, "organizer")
    before = _everything(other.event)
    found = {}
    for page in OF_EVENTS:
        for name in _objects(hall, page):
            url = hall.url(page, **{name: other.facts(page)[name]})
            answer = getattr(client, method)(url)
            desk = f"/e/{hall.event.slug}/round?" if page.name in SENT_ON else " "
            if answer.status_code not in (404, 405) and not answer.get("Location", "").startswith(desk):
                found[url] = (page.name, answer.status_code)
    assert not found
    assert _everything(other.event) == before


def _objects(hall: Hall, page: Page) -> list[str]:
    return [name for name, key in hall.facts(page).items() if isinstance(key, int) and name not in FREE]


def _everything(event: Tournament) -> list[object]:
    """Return enough of an event to notice any change."""
    return [
        event.journal.count(),
        list(event.entries.order_by("id").values_list()),
        list(event.staff.order_by("id").values_list()),
        list(event.announcements.values_list()),
        list(event.schedule.values_list()),
        list(event.divisions.order_by("id").values_list()),
        list(Match.objects.filter(round__division__tournament=event).order_by("id").values_list()),
    ]


NONSENSE = (
    "",
    "-1",
    "0",
    "x" * 3000,
    "9" * 25,
    "²",
    "١",
    "1e9",
    "on",
    "2026-13-45T99:99",
    "' OR 1=1",
    "a\0b",
)


TURNS = value("NONSENSE") // (2 * len(OF_EVENTS)) or 1
"""Requests to each page; `NONSENSE=100000` sends that many in total."""


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("seed", range(TURNS))
def test_nonsense_in_every_field_breaks_no_page(hall, method, seed):
    """Every page gets every field that any form or page reads; an error would be raised here."""
    client = _client(hall.event, "organizer")
    chance = Random(seed)
    fields = {name: chance.choice(NONSENSE) for name in sorted(_fields())}
    given: dict[str, Any] = {"data": fields}
    if method == "post":
        given = {"data": urlencode(fields), "content_type": "application/x-www-form-urlencoded"}
    broken = {}
    for page in OF_EVENTS:
        with transaction.atomic():
            status = getattr(client, method)(hall.url(page), **given).status_code
            transaction.set_rollback(True)
        if status >= 500:
            broken[page.name] = status
    assert not broken


@cache
def _fields() -> set[str]:
    """Return the names of all form fields and of all other parameters that pages read."""
    sources = [path.read_text("utf-8") for app in APPS for path in (ROOT / app).rglob("*.py")]
    forms = {name for source in sources for name in re.findall(r"^    (\w+) = forms\.", source, re.MULTILINE)}
    read = {
        name
        for source in sources
        for name in re.findall(r"(?:GET|POST)(?:\.get|\.getlist)?[(\[]\"(\w+)\"", source)
    }
    return forms | read | {"page", "sort", "per_page", "row-2"}


def test_browsers_find_the_picture_of_the_site(client, settings):
    """They request it by this name for responses without a head: a PDF, a fragment of a page."""
    settings.WHITENOISE_USE_FINDERS = True
    picture = client.get(client.get("/favicon.ico")["Location"])
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/svg+xml")
