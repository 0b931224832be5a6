"""Secret picks are shown only to their player: every URL, requested as every user, during a draft."""

from collections.abc import Callable
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from decks.models import Draft
from drafts.engine import Move
from drafts.views.tablet import tablet_url
from tests import build
from tests.config.addresses.test_urls import HARMLESS, PAGES, Page
from tests.drafts import tracked
from tests.drafts.tracked import now, open_packs, take, token

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

JUDGES_TOOLS = {"drafts:draft_log", "drafts:draft_replay", "drafts:draft_look", "drafts:draft_log_export"}
"""The log of a draft is for staff; what judges may see there is tested with its pages."""

ROLES = ("organizer", "head_judge", "scorekeeper", "judge")
QUERIES = ("", "?pod=1", "?pod=1&seat=1", "?pod=1&seat=2", "?change=0", "?take=1&fix=1")
"""Other parameters of draft pages."""

SENT_BY_SCRIPTS = ("", "?pod=1&seat=1&seen=0.0&turn=0", "?change=0", "?take=1&fix=1")
"""The parameters among them that scripts send: whether there is news, and what a tap opens."""

MARK = "Zq"


def hidden(row: Draft, seat: int) -> set[str]:
    """Return the names of all cards that others have taken in secret."""
    pools = now(row).pools
    return {card.name for owner, pile in pools.items() if owner != seat for card in pile if card.name}


def facts(row: Draft, page: Page, seat: int) -> dict[str, object]:
    """Return an existing object for each parameter of a URL."""
    entry = row.seats[0][seat - 1]
    known: dict[str, object] = {
        "slug": row.division.tournament.slug,
        "draft": row.pk,
        "division": row.division_id,
        "entry": entry,
        "opener": entry,
        "pk": entry,
        "player": entry,
        "event_id": JournalEvent.objects.latest("pk").pk,
        "token": token(row, seat),
        "signed": tablet_url(row, 1).removeprefix("/d/"),
        "name": "names",
        "kind": "txt",
        "paper": "a4",
    }
    known |= HARMLESS.get(page.name, {})
    return {name: known.get(name, 1) for name in page.parameters}


def ours(page: Page) -> bool:
    """Return whether a URL is about drafts."""
    return "draft" in page.name or page.name == "drafts:tablet"


def personal(page: Page) -> bool:
    return "token" in page.parameters


def let_in(answer: HttpResponse) -> bool:
    """Return whether a page did its work, instead of a sign-in page, 403 or a wrong method."""
    sent_to_sign_in = answer.status_code == 302 and answer["Location"].startswith(reverse("account_login"))
    return not sent_to_sign_in and answer.status_code not in (403, 405)


def answered(client: Client, row: Draft, page: Page, seat: int) -> str:
    """Return all responses of a URL, to pages and to scripts. A user without access asks only once."""
    where = reverse(page.name, kwargs=facts(row, page, seat))
    answers = [client.get(where)]
    if let_in(answers[0]) and (ours(page) or personal(page)):
        more = ours(page)
        answers += [client.get(where + query) for query in QUERIES[1:] if more]
        by_scripts = SENT_BY_SCRIPTS if more else SENT_BY_SCRIPTS[:1]
        answers += [client.get(where + query, headers={"HX-Request": "true"}) for query in by_scripts]
    bodies = [b"".join(one) if one.streaming else one.content for one in answers]
    heads = [str(dict(one.headers)).encode() for one in answers]
    return b" ".join([*bodies, *heads]).decode("latin-1")


READERS = {"anybody": ("",), "organizer": ROLES[:1], "judges": ROLES[1:], "players": ()}


def leaks(row: Draft, reader: str) -> list[str]:
    """Return the URLs where these users read what does not belong to them."""
    if reader == "players":
        return leaks_to_players(row)
    found, secret = [], hidden(row, 0)
    for role in READERS[reader]:
        client = Client()
        if role:
            client.force_login(build.staff(row.division.tournament, role))
        everything = role in ("", "organizer")
        for page in PAGES:
            if personal(page) or (role and page.name in JUDGES_TOOLS) or not (everything or ours(page)):
                continue
            content = answered(client, row, page, 1)
            found += [f"{role or 'anybody'}: {page.name}" for one in secret if one in content]
    return found


def leaks_to_players(row: Draft) -> list[str]:
    found = []
    for seat in range(1, now(row).seats + 1):
        client, theirs = Client(), hidden(row, seat)
        for page in filter(personal, PAGES):
            content = answered(client, row, page, seat)
            found += [f"seat {seat}: {page.name}" for one in theirs if one in content]
    return found


def booster() -> Draft:
    """Pick ten cards in secret."""
    row = tracked.draft(pack_size=3)
    open_packs(row)
    for turn in range(2):
        for seat in (1, 2, 3, 4):
            take(row, seat, f"{MARK}{turn}x{seat}")
    tracked.tap(row, Move("rename", 2, now(row).pools[2][0].number, names=(f"{MARK}renamed",)))
    for seat in (3, 4):
        take(row, seat, f"{MARK}2x{seat}")
    assert len(hidden(row, 0)) == 10
    return row


def solomon() -> Draft:
    """Pick six cards that lie face down."""
    row = tracked.draft("solomon", 2, packs_each=2, pack_size=4)
    open_packs(row)
    for turn in range(4):
        take(row, now(row).to_act[0], f"{MARK}0x{turn}")
    open_packs(row)
    for turn in range(2):
        take(row, now(row).to_act[0], f"{MARK}1x{turn}")
    assert len(hidden(row, 0)) == 6
    return row


@pytest.mark.parametrize("question", list(product((booster, solomon), READERS)))
def test_nobody_reads_what_is_secret(question: tuple[Callable[[], Draft], str]) -> None:
    drafted, reader = question
    assert leaks(drafted(), reader) == []


@pytest.mark.parametrize("subtype", ["booster", "solomon"])
def test_each_player_reads_their_own(subtype: str) -> None:
    """This shows that the test above finds a name where there is one."""
    players = 2 if subtype == "solomon" else 4
    row = tracked.draft(subtype, players, packs_each=2, pack_size=4)
    open_packs(row)
    seat = now(row).to_act[0]
    take(row, seat, f"{MARK}mine")
    mine = next(page for page in PAGES if page.name == "drafts:my_draft")
    assert f"{MARK}mine" in answered(Client(), row, mine, seat)
    assert f"{MARK}mine" not in answered(Client(), row, mine, 3 - seat)
