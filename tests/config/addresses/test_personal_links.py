"""Personal links on pages: no role sees one except on purpose, which is journaled."""

from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile, is_zipfile

import pytest
from django.contrib.auth import get_user
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from api.engine.scopes import SCOPES
from api.services import tokens
from core.documents.qr_codes import qr_modules, qr_svg_path
from core.engine.journal_kinds import SnapshotCopied
from core.models import JournalEvent
from core.services import journal
from core.services.snapshots import home_folder
from decks.services import lists
from pairings.services.rounds import rounds
from tests import build
from tests.api.hall import described_paths
from tests.config.addresses.test_urls import OF_EVENTS, PAGES, ROLES, Hall, _client, _hall
from tests.html import markup
from tests.pairings import build as play
from tests.papers import pages
from tournaments.models import PersonalLink, Tournament
from tournaments.rules import MAY
from tournaments.services import personal_links

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

SHOWN = {
    "pairings:player_link": "PersonalLinkShown",
    "pairings:links": "PersonalLinksPrinted",
    "decks:lists_links": "PersonalLinksPrinted",
    "registration:links_merge": "PersonalLinksPrinted",
    "tournaments:snapshot_file": "SnapshotDownloaded",
}
"""The pages that show staff a link, and the kind of journal line each writes."""

OTHERS = ("join_staff_page", "team_join", "confirm_address_by_phone")
"""URLs with a token that is not a personal link: invitations, and the test of a phone."""

POWERS = {"tournaments:snapshot_file": "organize"}
"""The power that these pages require, if it is not *run*."""


@pytest.fixture
def hall(settings: Any, tmp_path: Any) -> Hall:
    settings.VAR_DIR = tmp_path
    hall = _hall("Harbor Challenge")
    lists.collect_lists(hall.event, by=None)
    hall.objects[""]["name"] = home_folder.save_snapshot(hall.event)
    return hall


def signs(event: Tournament) -> list[str]:
    """Return a link as text, and as the squares of its codes."""
    found = list[str]()
    for link in PersonalLink.objects.filter(entry__tournament=event):
        found.append(link.token)
        for page in ("floor:my", "decks:mine"):
            found.append(qr_svg_path(qr_modules(f"http://testserver{reverse(page, args=[link.token])}")))
    return found


def words(answer: Any) -> str:
    content = answer.getvalue() if answer.streaming else answer.content
    return text_of(content) + str(answer.headers)


def text_of(content: bytes) -> str:
    """Return the text of a page, a PDF, or everything in a ZIP file or a workbook."""
    if content.startswith(b"%PDF"):
        return "".join("".join(pages(content)).split())
    if is_zipfile(BytesIO(content)):
        with ZipFile(BytesIO(content)) as book:
            return " ".join(text_of(book.read(name)) for name in book.namelist())
    return content.decode("utf-8", "replace")


def urls(hall: Hall) -> Iterator[tuple[str, str]]:
    """Return each URL without a link in it; the files of snapshots by the name of an existing one."""
    for page in OF_EVENTS:
        facts = hall.facts(page)
        if page.name == "tournaments:snapshot_file":
            facts["name"] = hall.objects[""]["name"]
        yield page.name, reverse(page.name, kwargs=facts)
    yield from ((page.name, reverse(page.name)) for page in PAGES if not page.parameters)


def test_the_pages_that_show_links_are_among_those_asked():
    assert {page.name for page in OF_EVENTS} >= {*SHOWN, "decks:list", "decks:lists_zip"}


@pytest.mark.parametrize("who", [*ROLES, "stranger", "nobody"])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_is_shown_on_purpose_alone_and_the_journal_says_to_whom(hall, who, method):
    client, wanted = _client(hall.event, who), signs(hall.event)
    account = get_user(client).pk
    shown, unsaid = set(), set()
    for name, url in urls(hall):
        with transaction.atomic():
            before = JournalEvent.objects.count()
            text = words(getattr(client, method)(url))
            if any(sign in text for sign in wanted):
                shown.add(name)
                said = JournalEvent.objects.order_by("pk")[before:].values_list("kind", "by")
                if (SHOWN.get(name), account) not in said:
                    unsaid.add(name)
            transaction.set_rollback(True)
    by_post = {"pairings:player_link"}
    offered = by_post if method == "post" else SHOWN.keys() - by_post
    assert shown == {name for name in offered if who in MAY[POWERS.get(name, "run")]}
    assert not unsaid


def test_no_answer_to_a_program_has_a_link(hall):
    member = hall.event.staff.get(role="organizer")
    _token, text = tokens.make_token(member, by=member.user, name="All", scopes=SCOPES, days=7)
    client, wanted = Client(headers={"Authorization": f"Bearer {text}"}), signs(hall.event)
    known = {"slug": hall.event.slug, "entry": hall.objects[""]["entry"], "division": "masters", "number": 1}
    asked = [f"/api/v1{path}".format_map(defaultdict(lambda: 1, known)) for path in _paths()]
    answers = {url: client.get(url) for url in asked}
    assert sum(answer.status_code == 200 for answer in answers.values()) > 8
    leaking = [url for url, answer in answers.items() if any(sign in words(answer) for sign in wanted)]
    assert leaking == []


def _paths() -> list[str]:
    return [path.removeprefix("/api/v1") for path in described_paths()]


def test_what_links_did_says_so_in_the_journal_without_the_links(client):
    division = play.division(4)
    match = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None).matches.get(table=1)
    for entry, how in ((match.left, "won"), (match.right, "lost")):
        client.post(reverse("floor:my_report", args=[personal_links.ensure_link(entry).token]), {"how": how})
    match.refresh_from_db()
    assert match.outcome == "left"
    lines = JournalEvent.objects.filter(facts__has_key="by_link").order_by("pk")
    assert [line.facts["by_link"] for line in lines] == [match.left_id, match.right_id]
    desk = Client()
    desk.force_login(play.organizer(division))
    slug, by = division.tournament.slug, f"through {match.right}’s personal link"
    for page in (reverse("tournaments:journal", args=[slug]), reverse("pairings:desk", args=[slug])):
        text = markup(desk.get(page))
        assert by in text, page
        assert not any(sign in text for sign in signs(division.tournament)), page
    table = desk.get(reverse("tournaments:journal_export", args=[slug, "csv"])).content.decode()
    assert by in table


def test_every_line_behind_a_link_names_it():
    """This covers every page behind a link, including future ones, because the decorator names the owner."""
    entry = build.add_players(build.event(), 1)[0]
    doors = [
        one
        for one in _behind_links()
        if one.__name__ not in OTHERS and not hasattr(one, "behind_registration")
    ]
    assert len(doors) > 15
    for view in doors:
        assert getattr(view, "behind_link", False), view
    with personal_links.marking_lines_as_player(entry), transaction.atomic():
        line = journal.write_journal_line(entry.tournament, SnapshotCopied(), by=None)
    assert line.facts == {"by_link": entry.pk}


def _behind_links() -> Iterator[Any]:
    for resolver in get_resolver().url_patterns:
        for one in getattr(resolver, "url_patterns", ()):
            if isinstance(one, URLPattern) and "token" in one.pattern.regex.groupindex:
                yield one.callback
