"""Unchanged data costs nothing: 304 without the database, publicly and with tokens; limits and crowds."""

import pytest
from django.conf import settings as stadium
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api import door
from api.models import ApiToken
from api.queries import tokens as known_tokens
from api.services import tokens
from core import stamps
from core.stamps import memory
from floor.services import calls
from pairings.engine.outcomes import Outcome
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from tests.api.hall import Hall, hall
from tests.pairings.build import open_matches
from tournaments import scopes
from tournaments.services import staff

HELD = (
    "",
    "/divisions",
    "/rounds",
    "/pairings",
    "/results",
    "/standings",
    "/brackets",
    "/schedule",
    "/lists",
    "/drafts",
    "/pods",
    "/teams",
    "/feed",
)


@pytest.fixture
def cup(transactional_db: None) -> Hall:
    door._cached_tags.clear()
    return hall()


def ask(at: str, token: str | None = None, etag: str | None = None):
    headers = {"if-none-match": etag} if etag else {}
    headers |= {"authorization": f"Bearer {token}"} if token else {}
    return Client().get(at, headers=headers)


def enter(cup: Hall) -> None:
    match = open_matches(cup.division.rounds.get(state="posted"))[0]
    results.enter_result(match, MatchResult(Outcome.TIE), by=None)


def test_everybody_is_answered_without_the_database(cup):
    for path in HELD:
        first = ask(cup.url(path))
        assert first.status_code == 200
        with CaptureQueriesContext(connection) as queries:
            again, unchanged = ask(cup.url(path)), ask(cup.url(path), etag=first["ETag"])
        assert len(queries) == 0, path
        assert (again.content, unchanged.status_code) == (first.content, 304), path


def test_a_result_makes_the_answers_anew(cup):
    for path in ("/pairings", "/results", "/feed"):
        first = ask(cup.url(path))
        enter(cup)
        second = ask(cup.url(path), etag=first["ETag"])
        assert second.status_code == 200, path
        assert second.content != first.content, path


def test_a_token_is_told_304_without_the_database(cup):
    token = cup.token("judge", "players", "calls")
    ask(cup.url(), token)  # the day of its use is stored
    for path in (*HELD, "/players", "/calls"):
        first = ask(cup.url(path), token)
        with CaptureQueriesContext(connection) as queries:
            unchanged = ask(cup.url(path), token, first["ETag"])
        assert len(queries) == 0, path
        assert unchanged.status_code == 304, path


def test_a_call_and_a_revoked_token_are_seen_at_once(cup):
    token = cup.token("judge", "calls")
    first = ask(cup.url("/calls"), token)
    calls.raise_hand(open_matches(cup.division.rounds.get(state="posted"))[0], now=timezone.now())
    second = ask(cup.url("/calls"), token, first["ETag"])
    assert (len(first.json()), len(second.json())) == (0, 1)
    row = ApiToken.objects.select_related("member__tournament").get()
    tokens.revoke_token(row, by=row.member.user)
    assert ask(cup.url("/calls"), token, second["ETag"]).status_code == 401


def test_a_removed_member_and_a_closed_account_read_nothing_any_more(cup):
    first, second = cup.token("judge", "players"), cup.token("head_judge", "players")
    for token in (first, second):
        assert ask(cup.url("/players"), token).status_code == 200
    staff.remove_staff_member(ApiToken.objects.earliest("pk").member, by=None)
    assert ask(cup.url("/players"), first).status_code == 401
    user = ApiToken.objects.get().member.user
    user.is_active = False
    user.save()
    assert ask(cup.url("/players"), second).status_code == 401


def test_what_a_token_reads_is_held_for_nobody_else(cup):
    token = cup.token("organizer", "players")
    assert ask(cup.url("/players"), token).status_code == 200
    answer = ask(cup.url("/players"))
    assert answer.status_code == 401
    assert "private" in ask(cup.url("/pairings"), token)["Cache-Control"]


def test_a_cookie_changes_nothing(cup):
    browser = Client()
    browser.force_login(cup.event.staff.get().user)
    assert browser.get(cup.url("/players")).status_code == 401
    assert browser.get(cup.url("/pairings")).content == ask(cup.url("/pairings")).content


def test_other_sites_may_read_what_is_public(cup):
    assert ask(cup.url("/pairings"))["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in ask(cup.url("/pairings"), cup.token("judge"))


def test_who_comes_too_often_is_told_when_to_come_again(cup):
    few = {
        **stadium.ACCOUNT_RATE_LIMITS,
        "api": "2/m/ip",
        "api_token": "1/m/key",
        "api_wrong_token": "1/m/ip",
    }
    token = cup.token("judge")
    with override_settings(ACCOUNT_RATE_LIMITS=few):
        found = [ask(cup.url("/clock")).status_code for _turn in range(3)]
        assert found == [200, 200, 429]
        ask(cup.url("/clock"), token)
        answer = ask(cup.url("/clock"), token)
        assert (answer.status_code, answer["Retry-After"]) == (429, "60")
        assert answer.json()["facts"] == {"again": 60}
        assert [ask(cup.url("/clock"), "x").status_code for _turn in range(2)] == [401, 429]


def test_made_up_tokens_are_not_kept_and_cost_no_queries_for_long(cup):
    token, limits = cup.token("judge"), stadium.ACCOUNT_RATE_LIMITS | {"api_wrong_token": "3/m/ip"}
    assert ask(cup.url("/clock"), token).status_code == 200
    known, remembered = list(known_tokens._tokens), len(memory._memory)
    made_up = [f"stadium_{cup.event.pk}_{number:043}" for number in range(5)]
    with override_settings(ACCOUNT_RATE_LIMITS=limits):
        assert [ask(cup.url("/clock"), text).status_code for text in made_up[:4]] == [401] * 3 + [429]
        assert (list(known_tokens._tokens), len(memory._memory)) == (known, remembered)
        with CaptureQueriesContext(connection) as queries:
            assert ask(cup.url("/clock"), made_up[4]).status_code == 429
        assert [one["sql"] for one in queries if "apitoken" in one["sql"].lower()] == []
        stamps.mark_scopes_changed(scopes.event_scope(cup.event.pk))  # it is looked up again
        assert ask(cup.url("/clock"), token).status_code == 200


def test_errors_are_codes_with_facts_and_a_sentence(cup):
    found = ask(cup.url("/pairings?round=x"))
    assert found.status_code == 422
    assert found.json()["code"] == "API_QUERY_ODD"
    assert found.json()["facts"]["field"] == "round"
    assert ask("/api/v1/nothing").json()["code"] == "API_NOT_FOUND"
    assert ask(cup.url("/pairings?cursor=abc")).json()["code"] == "API_CURSOR_ODD"
    answer = Client().post(cup.url("/pairings"))
    assert (answer.status_code, answer["Allow"], answer.json()["code"]) == (405, "GET", "API_METHOD")


def test_the_description_is_openapi_3_1_and_its_page_loads_nothing_from_elsewhere(cup):
    assert ask("/api/v1/openapi.json").json()["openapi"].startswith("3.1")
    page = ask("/api/v1/docs").content.decode()
    assert "http://" not in page
    assert "https://" not in page
    assert "ninja/swagger-ui-bundle.js" in page
    assert ask("/api/v1/").status_code == 302
