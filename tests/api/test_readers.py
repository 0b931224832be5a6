"""Each URL × each role and scope: who may read what, and that private data is never in what others may read."""

from copy import deepcopy
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api.engine.scopes import NEEDS, SCOPES, scopes_grantable_by_role
from api.models import ApiToken
from checks.services import deck_checks
from decks.services import lists
from floor.services import calls
from pairings.models import BracketSeat
from pairings.services.bracket import cuts
from pairings.services.rounds import rounds
from tests import build, databases
from tests.api.hall import Hall, described_paths, hall
from tests.decks import lists as deck_lists
from tests.pairings.build import open_matches, play
from tournaments.models import Entry, StaffMember, Tournament
from tournaments.rules import MAY
from tournaments.services import events, staff

pytestmark = pytest.mark.django_db

ROLES = tuple(StaffMember.Role.values)
BORN = date(1931, 5, 17)
PLAYER_ID = "4711"
"""The beginning of the Player IDs of the event."""

SCOPE_OF = {
    "/events/{slug}/players": "players",
    "/events/{slug}/deck-lists": "lists",
    "/events/{slug}/deck-lists/{entry}": "lists",
    "/events/{slug}/pools": "lists",
    "/events/{slug}/calls": "calls",
    "/events/{slug}/checks": "checks",
}
"""The scope that each URL requires; all others are public, except `/token`, which needs any token."""


def addresses() -> list[str]:
    return [path.removeprefix("/api/v1") for path in described_paths()]


def _cup() -> Hall:
    """Create a cut in play with public lists and a raised hand, so that each URL has data."""
    made = hall(4, played=0, on=False, structure="swiss_cut")
    made.division.rounds_planned, made.division.cut_size = 1, 2
    made.division.save()
    for number, entry in enumerate(made.event.entries.order_by("pk")):
        entry.player_number = f"{PLAYER_ID}{number:03}"
        entry.birth_year, entry.birth_date = BORN.year, BORN
        entry.save()
    lists.collect_lists(made.event, by=None, deadline=None, visibility="in_cut", required=False)
    for row in deck_lists.of(made.event):
        lists.submit_list(row, text=deck_lists.LEGAL)
    play(made.division)
    cuts.start_cut(made.division, by=None)
    final = rounds.post(rounds.pair_next_round(made.division, by=None, seed=3), by=None)
    calls.raise_hand(open_matches(final)[0], now=timezone.now())
    return made


built = databases.built_once(_cup)


@pytest.fixture
def cup(built: Hall) -> Hall:
    return deepcopy(built)


def ask(client, cup: Hall, address: str, token: str | None):
    """Request a URL; that of a player belongs to the first seed, if there is a cut."""
    seeds = BracketSeat.objects.filter(bracket__stage__division__tournament=cup.event).order_by("seed")
    first = seeds.values_list("entry", flat=True).first() or cup.event.entries.earliest("pk").pk
    at = "/api/v1" + address.format(slug=cup.event.slug, entry=first)
    return client.get(at, headers={"authorization": f"Bearer {token}"} if token else {})


def expected(address: str, role: str | None, scopes: tuple[str, ...]) -> int:
    """Return the expected status."""
    scope = SCOPE_OF.get(address)
    if role is None:
        return 401 if scope or address == "/token" else 200
    return 200 if scope is None or (scope in scopes and scope in scopes_grantable_by_role(role, MAY)) else 403


@pytest.mark.parametrize("address", addresses())
def test_each_address_answers_each_reader(cup, client, address):
    readers: list[tuple[str | None, tuple[str, ...]]] = [(None, ())]
    readers += [(role, scopes) for role in ROLES for scopes in ((), *((one,) for one in SCOPES), SCOPES)]
    for role, scopes in readers:
        answer = ask(client, cup, address, cup.token(role, *scopes) if role else None)
        assert answer.status_code == expected(address, role, scopes), (role, scopes, answer.content)
        text = answer.content.decode()
        has = set(scopes) & set(scopes_grantable_by_role(role, MAY)) if role else set()
        assert PLAYER_ID not in text or "players" in has, (role, scopes)
        assert str(BORN.year) not in text or {"players", "births"} <= has, (role, scopes)


def test_the_table_names_every_scope():
    assert set(SCOPE_OF.values()) | {"births"} == set(SCOPES)
    assert set(SCOPE_OF) <= set(addresses())
    assert set(NEEDS.values()) <= set(MAY)


def test_births_need_their_scope_and_a_role_that_has_it(cup):
    rows = cup.get("/players", cup.token("organizer", "players", "births")).json()["items"]
    assert {(row["birth_year"], row["birth_date"]) for row in rows} == {(1931, "1931-05-17")}
    for token in (cup.token("organizer", "players"), cup.token("judge", "players", "births")):
        rows = cup.get("/players", token).json()["items"]
        assert {(row["birth_year"], row["birth_date"]) for row in rows} == {(None, None)}
        assert all(row["player_id"].startswith(PLAYER_ID) for row in rows)


def test_a_token_reads_its_own_event_alone(cup):
    other = hall(4, name="Other")
    token = other.token("organizer", *SCOPES)
    assert cup.get("/players", token).status_code == 403
    assert cup.get("/pairings", token).status_code == 200
    Tournament.objects.filter(pk=cup.event.pk).update(published=False)
    assert cup.get("/pairings", token).status_code == 404
    assert cup.get("/pairings").status_code == 404
    assert cup.get("/pairings", cup.token("judge")).status_code == 200


def test_a_token_ends_with_the_place_on_the_staff(cup):
    token = cup.token("judge", "players")
    member = ApiToken.objects.get().member
    assert cup.get("/players", token).status_code == 200
    staff.remove_staff_member(member, by=None)
    answer = cup.get("/players", token)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["code"] == "API_TOKEN_WRONG"


def test_another_role_changes_what_a_token_reads(cup):
    token = cup.token("organizer", "players", "births")
    staff.change_staff_role(ApiToken.objects.get().member, by=None, role="judge")
    found = cup.get("/players", token).json()["items"][0]
    assert found["birth_year"] is None
    assert found["player_id"].startswith(PLAYER_ID)


def test_an_expired_a_revoked_and_a_made_up_token_open_nothing(cup):
    expired, text = cup.token("judge", days=1), cup.token("judge", "players")
    ApiToken.objects.filter(member__user__isnull=False).order_by("pk").first()
    first = ApiToken.objects.earliest("pk")
    first.expires_at = timezone.now() - timedelta(seconds=1)
    first.save()
    assert cup.get("/pairings", expired).status_code == 401
    second = ApiToken.objects.latest("pk")
    second.revoked_at = timezone.now()
    second.save()
    for made_up in (text, text[:-1], "stadium_1_" + "x" * 43, "x"):
        assert cup.get("/pairings", made_up).status_code == 401


def test_an_account_that_is_closed_reads_nothing(cup):
    token = cup.token("judge", "players")
    user = ApiToken.objects.get().member.user
    user.is_active = False
    user.save()
    assert cup.get("/players", token).status_code == 401


def test_the_day_a_token_is_used_is_noted_once(cup):
    token = cup.token("judge")
    cup.get("/token", token)
    assert (
        ApiToken.objects.get().last_used
        == timezone.now().astimezone(tz=timezone.get_fixed_timezone(0)).date()
    )


def test_the_token_says_what_it_reads(cup, client):
    token = cup.token("judge", "calls", "births")
    found = ask(client, cup, "/token", token).json()
    assert (found["role"], found["scopes"], found["event"]) == ("judge", ["calls"], cup.event.slug)
    (call,) = ask(client, cup, "/events/{slug}/calls", token).json()
    assert call["table"]


@pytest.mark.parametrize("path", ["/players", "/deck-lists", "/calls", "/checks"])
def test_the_number_of_queries_of_the_staff_s_lists_does_not_grow(path):
    counts = []
    for size in (4, 12):
        home = hall(size)
        lists.collect_lists(home.event, by=None, deadline=None)
        posted = home.division.rounds.get(state="posted")
        for match in open_matches(posted):
            calls.raise_hand(match, now=timezone.now())
            deck_checks.pick_requested_deck(match.left, why="Marked", by=build.organizer(home.division))
        token = home.token("organizer", *SCOPES)
        home.get(path, token)
        with CaptureQueriesContext(connection) as queries:
            answer = home.get(path, token)
        assert len(answer.json()) > 0
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_tokens_go_with_their_event(cup):
    token = cup.token("judge")
    events.delete_event(cup.event, by=None, typed_name=cup.event.name)
    assert not ApiToken.objects.exists()
    assert cup.get("/pairings", token).status_code == 401


def test_no_address_for_everybody_names_a_child_in_full(client):
    cup = hall(8, played=0, on=False, structure="swiss_cut")
    cup.division.rounds_planned, cup.division.cut_size = 2, 4
    cup.division.save()
    play(cup.division, 2)
    cuts.start_cut(cup.division, by=None)
    rounds.post(rounds.pair_next_round(cup.division, by=None, seed=3), by=None)
    Entry.objects.update(age_division="junior")
    names = [entry.last_name for entry in cup.event.entries.all()]
    for address in addresses():
        for token in (None, cup.token("organizer", *SCOPES)):
            if address in SCOPE_OF or address == "/token":
                continue
            answer = ask(client, cup, address, token)
            assert answer.status_code == 200 or address.startswith("/events/{slug}/lists/"), address
            assert not any(name in answer.content.decode() for name in names), address
