"""The judges' board, the calls and the raised hand on the player's phone."""

import pytest
from django.test import Client

from floor.models import JudgeCall, Sector
from floor.services import calls, sectors
from pairings.models import Extension, Match
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.asking import queries_of
from tests.forms import form_with
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import User
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


def posted(players: int = 8) -> list[Match]:
    home = build.division(players, round_minutes=50, published=True)
    return build.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))


@pytest.fixture
def matches() -> list[Match]:
    return posted()


@pytest.fixture
def théo(matches: list[Match]) -> User:
    return units.staff(matches[0].round.division.tournament, "judge")


@pytest.fixture
def judge(client: Client, théo: User) -> Client:
    client.force_login(théo)
    return client


def at(matches: list[Match], name: str, *more: object) -> str:
    return pages.event(matches[0].round.division, name, *more)


# The board


def test_every_table_is_a_tile_with_its_state_in_words(judge, matches):
    calls.raise_hand(matches[0])
    text = pages.text(judge.get(at(matches, "floor")))
    assert text.count('class="tile" id="t') == 4
    assert f'id="t{matches[0].pk}" href="{pages.match(matches[0])}" data-state="called"' in text
    assert "#i-bell" in text
    assert text.count("<i>playing</i>") == 3


def test_filters_and_the_own_sector(judge, matches, théo):
    event = matches[0].round.division.tournament
    staff = event.staff.get(user=théo)
    sectors.save_sector(event, name="A", table_from=1, table_to=2, judges=[staff.pk], by=None)
    calls.raise_hand(matches[3])
    url = at(matches, "floor")
    assert pages.text(judge.get(url, {"mine": "yes"})).count('class="tile" id="t') == 2
    assert pages.text(judge.get(url, {"show": "called"})).count('class="tile" id="t') == 1
    assert "No table matches" in pages.text(judge.get(url, {"mine": "yes", "show": "called"}))
    assert pages.text(judge.get(url, {"show": "nonsense"})).count('class="tile" id="t') == 4


def test_the_size_of_the_tiles_is_remembered(judge, matches):
    url = at(matches, "floor")
    judge.get(url, {"size": "names"})
    text = pages.text(judge.get(url))
    assert 'class="floor names"' in text
    assert f"<small>{matches[0].left} – {matches[0].right}</small>" in text


def test_a_number_opens_the_table(judge, matches):
    url = at(matches, "floor")
    assert judge.get(url, {"table": matches[1].table})["Location"] == pages.match(matches[1])
    assert "Table 999 is not in play." in pages.text(judge.get(url, {"table": "999"}))


def test_the_board_asks_only_for_what_changed(judge, matches):
    page = judge.get(at(matches, "floor"))
    url, seen = at(matches, "floor_live"), page.context["version"]
    assert judge.get(url, {"seen": seen}).status_code == 204
    calls.raise_hand(matches[0])
    news = judge.get(url, {"seen": seen}).json()
    assert news["tiles"][str(matches[0].pk)] == ["called", "call"]
    assert (news["counts"]["called"], news["counts"]["all"]) == (1, 4)
    assert judge.get(url, {"seen": seen, "show": "called"}).json()["wanted"] == [str(matches[0].pk)]


def test_as_many_queries_for_8_players_as_for_256(client):
    found = set()
    for players in (8, 256):
        hall = posted(players)
        client.force_login(units.staff(hall[0].round.division.tournament, "judge"))
        for match in hall[: players // 8]:
            calls.raise_hand(match)
        found.add(
            tuple(
                queries_of(client, at(hall, name)) for name in ("floor", "floor_live", "calls", "calls_news")
            )
        )
    assert len(found) == 1


# Sectors


def test_the_head_judge_sets_sectors(client, matches, théo):
    event = matches[0].round.division.tournament
    client.force_login(units.staff(event, "head_judge"))
    staff, url = event.staff.get(user=théo), at(matches, "sectors")
    client.post(url, {"name": "North", "table_from": 1, "table_to": 9, "judges": [staff.pk]})
    row = Sector.objects.get()
    assert list(row.judges.all()) == [staff]
    assert "North" in pages.text(client.get(url))
    wrong = client.post(at(matches, "sector", row.pk), {"name": "North", "table_from": 9, "table_to": 2})
    assert wrong.status_code == 400
    assert 'value="9"' in pages.text(wrong)
    client.post(at(matches, "sector_remove", row.pk))
    assert not Sector.objects.exists()


def test_a_sector_without_judges_is_added_as_a_browser_sends_it(client, matches):
    """A list of choices of a new record, sent with none of them chosen, stays empty."""
    client.force_login(matches[0].round.division.tournament.staff.get(role="organizer").user)
    typed = {"name": "North", "table_from": "1", "table_to": "2"}
    fields = form_with(client.get(at(matches, "sectors")), "table_from") | typed
    assert client.post(at(matches, "sectors"), fields, follow=True).status_code == 200
    row = Sector.objects.get()
    assert (row.name, list(row.judges.all())) == ("North", [])


def test_judges_of_a_sector_stand_in_the_order_of_the_alphabet(client, matches):
    event = matches[0].round.division.tournament
    for last_name in ("Zapata", "Álvarez", "de Vries"):
        judge = units.staff(event, "judge")
        judge.last_name = last_name
        judge.save()
    client.force_login(units.staff(event, "head_judge"))
    page = pages.text(client.get(at(matches, "sectors")))
    assert page.index("Álvarez") < page.index("de Vries") < page.index("Zapata")
    assert "Zapata, judge" in page


def test_a_sector_removed_comes_back_with_its_judges(client, matches, théo):
    event = matches[0].round.division.tournament
    client.force_login(units.staff(event, "head_judge"))
    staff = event.staff.get(user=théo)
    row = sectors.save_sector(event, name="North", table_from=1, table_to=9, judges=[staff.pk], by=None)
    page = pages.text(client.post(at(matches, "sector_remove", row.pk), follow=True))
    line = event.journal.get(kind="SectorRemoved")
    undo = at(matches, "undo", line.pk)
    assert undo in page
    assert not Sector.objects.exists()
    again = client.post(undo, {"next": at(matches, "sectors")}, follow=True)
    assert "Undone: Sector “North” removed." in pages.text(again)
    back = Sector.objects.get()
    assert (back.name, back.table_from, back.table_to, list(back.judges.all())) == ("North", 1, 9, [staff])


def test_a_sector_does_not_come_back_beside_its_namesake(client, matches, théo):
    event = matches[0].round.division.tournament
    line = sectors.remove_sector(
        sectors.save_sector(event, name="North", table_from=1, table_to=9, judges=[], by=None), by=None
    )
    sectors.save_sector(event, name="NORTH", table_from=3, table_to=4, judges=[], by=None)
    client.force_login(units.staff(event, "head_judge"))
    assert client.post(at(matches, "undo", line.pk), follow=True).status_code == 200
    assert Sector.objects.get().table_from == 3


def test_a_judge_sets_none(judge, matches):
    assert judge.get(at(matches, "sectors")).status_code == 403


# Calls


def test_a_judge_goes_and_closes(judge, matches, théo):
    call = calls.raise_hand(matches[0], entry=matches[0].left, reason="question", text="Rare Candy")
    text = pages.text(judge.get(at(matches, "calls")))
    assert "A question about the rules" in text
    assert "Rare Candy" in text
    url = at(matches, "call", call.pk)
    answer = judge.post(url, {"do": "claim"}, follow=True)
    assert pages.messages(answer) == [f"You are going to table {matches[0].table}."]
    assert "/floor/undo/" in pages.text(answer)
    judge.post(url, {"do": "close", "note": "Turn 2"})
    assert JudgeCall.objects.get().note == "Turn 2"
    assert "Turn 2" in pages.text(judge.get(at(matches, "calls")))


def test_staff_raise_a_hand_for_a_table(judge, matches):
    url = at(matches, "raise_call")
    judge.post(url, {"table": matches[2].table, "reason": "slow"})
    assert list(JudgeCall.objects.values_list("match", "reason")) == [(matches[2].pk, "slow")]
    for typed in ("", "x", "0", "999", "9" * 30):
        assert " is not in play." in pages.messages(judge.post(url, {"table": typed}, follow=True))[-1]
    assert JudgeCall.objects.count() == 1


def test_news_of_calls(judge, matches):
    page = judge.get(at(matches, "calls"))
    url, seen = at(matches, "calls_news"), page.context["queue"].stamp
    assert judge.get(url, {"seen": seen}).status_code == 204
    calls.raise_hand(matches[0])
    assert "1 call waiting." in pages.text(judge.get(url, {"seen": seen}))


@pytest.mark.parametrize(("role", "passes"), [("judge", True), ("head_judge", False), ("organizer", True)])
def test_a_head_judge_has_nobody_to_pass_a_call_to(client, matches, role, passes):
    calls.raise_hand(matches[0])
    client.force_login(units.staff(matches[0].round.division.tournament, role))
    page = pages.text(client.get(pages.match(matches[0])))
    assert "I’m going" in page
    assert ("Pass to the head judge" in page) is passes


def test_a_player_raises_a_hand_on_the_phone(client, matches):
    match = matches[0]
    link = personal_links.ensure_link(match.left)
    url = f"/my/{link.token}"
    assert "Call a judge" in pages.text(client.get(url))
    page = client.post(f"{url}/call", {"reason": "mistake"}, follow=True)
    assert "You called a judge." in pages.text(page)
    call = JudgeCall.objects.get()
    assert (call.entry, call.match, call.reason) == (match.left, match, "mistake")
    calls.claim_call(call, by=units.staff(match.round.division.tournament, "judge"))
    assert "A judge is on the way." in pages.text(client.get(url))
    client.post(f"{url}/call", {"do": "back"})
    call.refresh_from_db()
    assert call.withdrawn


# Stored on a phone without a connection


def test_the_same_entry_arrives_twice_and_is_taken_once(judge, matches):
    url = f"{pages.match(matches[0])}/extra"
    sent = {"do": "give", "minutes": "3", "idempotency_key": "0123456789abcdef"}
    first = judge.post(url, sent, headers={"X-Unsent": "1"}).json()
    second = judge.post(url, sent, headers={"X-Unsent": "1"}).json()
    assert (first["again"], second["again"]) == (False, True)
    assert first["to"] == pages.match(matches[0])
    assert Extension.objects.count() == 1
    judge.post(url, sent | {"idempotency_key": "fedcba9876543210"})
    assert Extension.objects.count() == 2


def test_a_key_of_somebody_else_blocks_nobody(client, matches):
    event, url = matches[0].round.division.tournament, f"{pages.match(matches[0])}/extra"
    sent = {"do": "give", "minutes": "3", "idempotency_key": "0123456789abcdef"}
    for role in ("judge", "head_judge"):
        client.force_login(units.staff(event, role))
        client.post(url, sent)
    assert Extension.objects.count() == 2


def test_without_a_script_nothing_is_different(judge, matches):
    time_extensions.start_stopwatch(matches[0], by=None)
    assert judge.post(f"{pages.match(matches[0])}/extra", {"do": "begin"}).status_code == 302


def test_a_judge_with_a_sector_lands_on_its_tables_and_is_one_tap_from_all(judge, matches, théo):
    event = matches[0].round.division.tournament
    url, tiles = at(matches, "floor"), 'class="tile" id="t'
    assert pages.text(judge.get(url)).count(tiles) == 4
    staff = event.staff.get(user=théo)
    sectors.save_sector(event, name="A", table_from=1, table_to=2, judges=[staff.pk], by=None)
    page = judge.get(url)
    assert pages.text(page).count(tiles) == 2
    assert page.context["chips"][0].count == 2
    everything = judge.get(url + page.context["mine_url"])
    assert pages.text(everything).count(tiles) == 4
    assert everything.context["chips"][0].count == 4
    for chip in everything.context["chips"]:
        assert not judge.get(url + chip.url).context["mine"]
    for chip in page.context["chips"]:
        assert judge.get(url + chip.url).context["mine"]
    live = judge.get(page.context["live"]).json()
    assert sorted(live["wanted"]) == sorted(str(match.pk) for match in matches[:2])
    assert live["counts"]["all"] == 2
