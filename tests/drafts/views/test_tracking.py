"""The pages of tracked drafts: the phone, the table's tablet, the staff page, the wall."""

from copy import deepcopy
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import JournalEvent
from decks.models import Draft
from drafts.engine import Move, build_pick_move
from drafts.models import DraftMove
from drafts.services import tracking
from drafts.views.tablet import tablet_url
from tests import build, databases
from tests.drafts import tracked
from tests.drafts.tracked import draft, everybody_takes, now, open_packs, take, token
from tests.html import markup

pytestmark = pytest.mark.django_db


def _drafts() -> dict[str, Draft]:
    rows = {subtype: draft(subtype, pack_size=3) for subtype in ("booster", "rochester")}
    for row in rows.values():
        open_packs(row)
    return rows


built = databases.built_once(_drafts)


@pytest.fixture
def booster(built: dict[str, Draft]) -> Draft:
    return deepcopy(built["booster"])


@pytest.fixture
def rochester(built: dict[str, Draft]) -> Draft:
    return deepcopy(built["rochester"])


def phone(row: Draft, seat: int = 1) -> str:
    return reverse("drafts:my_draft", args=[token(row, seat)])


def url(row: Draft, name: str, query: str = "") -> str:
    return reverse(f"drafts:{name}", args=[row.division.tournament.slug, row.pk]) + query


def text(client: Client, where: str, **more: object) -> str:
    answer = client.get(where, **more)  # type: ignore[arg-type]
    assert answer.status_code == 200
    return markup(answer)


def sent(do: str = "pick", **more: object) -> dict[str, object]:
    return {"do": do, "key": tracked.key()} | more


def staff(row: Draft, role: str = "judge") -> Client:
    client = Client()
    client.force_login(build.staff(row.division.tournament, role))
    return client


def drafted(row: Draft, seat: int = 1) -> list[str]:
    return [card.name for card in now(row).pools[seat]]


class TestPhone:
    def test_it_says_where_the_pack_goes_and_how_far_it_is(self, client: Client, booster: Draft) -> None:
        page = text(client, phone(booster))
        assert "Pack 1 of 2, pick 1 of 3" in page
        assert "to the left" in page
        assert "you sit at seat 1" in page

    def test_the_second_pack_goes_to_the_right(self, client: Client, booster: Draft) -> None:
        for _pick in range(3):
            everybody_takes(booster)
        assert "Wait for the signal" in text(client, phone(booster))
        open_packs(booster)
        assert "to the right" in text(client, phone(booster))

    def test_a_tap_is_a_pick_and_the_same_tap_twice_is_one(self, client: Client, booster: Draft) -> None:
        tap = sent(name="Pikachu", have=0)
        for _again in range(2):
            assert client.post(phone(booster), tap).status_code == 302
        assert drafted(booster) == ["Pikachu"]
        assert "1 of 4 have picked" in text(client, phone(booster))

    def test_a_card_of_the_checklist_needs_one_tap(self, client: Client, booster: Draft) -> None:
        page = text(client, phone(booster))
        assert 'name="ref"' not in page or "Which card is it?" in page
        client.post(phone(booster), sent(ref="nothing:1", name="Raichu", have=0))
        assert drafted(booster) == ["Raichu"]

    def test_a_tap_that_comes_late_takes_nothing_from_the_next_pack(
        self, client: Client, booster: Draft
    ) -> None:
        everybody_takes(booster)
        answer = client.post(phone(booster), sent(name="Late", have=0))
        assert answer.status_code == 409
        assert "Another judge has advanced this draft" in markup(answer)
        assert "Late" not in drafted(booster)

    def test_who_has_picked_waits(self, client: Client, booster: Draft) -> None:
        client.post(phone(booster), sent(name="One", have=0))
        answer = client.post(phone(booster), sent(name="Two", have=1))
        assert answer.status_code == 409
        assert drafted(booster) == ["One"]

    def test_a_tap_without_a_name_says_what_is_missing(self, client: Client, booster: Draft) -> None:
        answer = client.post(phone(booster), sent(have=0))
        assert answer.status_code == 409
        assert "Choose the card" in markup(answer)

    def test_a_card_tapped_by_mistake_gets_another_name(self, client: Client, booster: Draft) -> None:
        client.post(phone(booster), sent(name="Wrong", have=0))
        card = now(booster).pools[1][0]
        assert "Not Wrong, but which card?" in text(client, f"{phone(booster)}?change={card.number}")
        client.post(phone(booster), sent("rename", name="Player 2", card=card.number))
        assert drafted(booster) == ["Player 2"]

    def test_nobody_names_the_card_of_another_seat(self, client: Client, booster: Draft) -> None:
        take(booster, 2, "Theirs")
        card = now(booster).pools[2][0]
        answer = client.post(phone(booster), sent("rename", name="Mine", card=card.number, seat=2))
        assert answer.status_code == 409
        assert drafted(booster, 2) == ["Theirs"]
        assert "Theirs" not in text(client, f"{phone(booster)}?change={card.number}")

    def test_the_seat_is_that_of_the_link_whatever_is_sent(self, client: Client, booster: Draft) -> None:
        client.post(phone(booster), sent(name="One", have=0, seat=3))
        assert (len(drafted(booster, 1)), len(drafted(booster, 3))) == (1, 0)

    def test_a_player_gives_no_signal_to_open_packs(self, client: Client) -> None:
        row = draft()
        assert client.post(phone(row), sent("open")).status_code == 409
        assert not now(row).moves

    def test_what_waited_on_a_phone_is_told_where_to_go(self, client: Client, booster: Draft) -> None:
        answer = client.post(phone(booster), sent(name="One", have=0), headers={"X-Unsent": "1"})
        assert answer.json()["to"] == phone(booster)

    def test_nothing_is_sent_while_nothing_moved(self, client: Client, booster: Draft) -> None:
        address = f"{phone(booster)}?seen=1.0"
        assert client.get(address).status_code == 204
        take(booster, 2, "x")
        assert client.get(address).status_code == 200

    def test_a_turn_of_the_others_leaves_the_list_alone(self, client: Client, booster: Draft) -> None:
        htmx = {"HX-Request": "true"}
        turn = text(client, phone(booster)).split("turn=")[1].split('"')[0]
        take(booster, 2, "x")
        assert "HX-Retarget" not in client.get(f"{phone(booster)}?seen=0&turn={turn}", headers=htmx).headers
        take(booster, 1, "x")
        changed = client.get(f"{phone(booster)}?seen=0&turn={turn}", headers=htmx)
        assert changed["HX-Retarget"] == "#draft"

    def test_nothing_of_it_is_kept_or_indexed(self, client: Client, booster: Draft) -> None:
        answer = client.get(phone(booster))
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert answer["Referrer-Policy"] == "strict-origin"

    def test_a_link_that_opens_nothing(self, client: Client) -> None:
        for name in ("drafts:my_draft", "decks:my_pool", "decks:mine"):
            answer = client.get(reverse(name, args=["nobody"]))
            assert answer.status_code == 404
            assert "This link no longer works" in markup(answer)

    def test_before_seats_are_drawn_and_on_paper(self, client: Client) -> None:
        row = draft()
        row.way = Draft.Way.PAPER
        row.save()
        assert "Picks are not tapped in this draft" in text(client, phone(row))
        where = phone(row)
        Draft.objects.update(seats=[])
        assert "You do not have a seat in a draft yet" in text(client, where)

    def test_the_way_from_my_table(self, client: Client, booster: Draft) -> None:
        assert phone(booster) in text(client, reverse("floor:my", args=[token(booster)]))

    def test_the_timer_hurries(self, client: Client, booster: Draft) -> None:
        assert 'data-phase="calm"' in text(client, phone(booster))
        DraftMove.objects.update(at=timezone.now() - timedelta(minutes=5))
        assert 'data-phase="over"' in text(client, phone(booster))

    def test_who_has_left(self, client: Client, booster: Draft) -> None:
        tracked.tap(booster, Move("leave", 1, way="skip"))
        assert "The draft continues without you" in text(client, phone(booster))

    @pytest.mark.parametrize("bad", ["", "x", "-1", "²", "9" * 30, "a\0b"])
    def test_nonsense_is_told_and_changes_nothing(self, client: Client, booster: Draft, bad: str) -> None:
        for field in ("do", "key", "have", "card", "name"):
            answer = client.post(phone(booster), sent(name="x", have=0) | {field: bad})
            assert answer.status_code in (302, 409)
        for query in ("change", "take", "fix", "q", "seen", "turn"):
            assert client.get(phone(booster), {query: bad}).status_code in (200, 204)


class TestFaceUp:
    def test_the_opener_names_cards_several_at_once(self, client: Client, rochester: Draft) -> None:
        client.post(phone(rochester), sent("name", name="Abra, Onix, Abra"))
        page = text(client, phone(rochester))
        assert [card.name for card in now(rochester).state.table[:4]] == ["Abra", "Onix", "Abra", ""]
        assert "Name the cards on the table: 3 to go" in page

    def test_more_names_than_cards_are_told(self, client: Client, rochester: Draft) -> None:
        answer = client.post(phone(rochester), sent("name", name=",".join("abcdefgh")))
        assert answer.status_code == 409
        assert "You named 8 cards, and 6 are face up" in markup(answer)

    def test_everybody_sees_what_lies_open_and_who_took_what(self, client: Client, rochester: Draft) -> None:
        client.post(phone(rochester), sent("name", name="Abra, Onix"))
        first = now(rochester).state.table[0].number
        client.post(phone(rochester), sent(card=first, have=0))
        for where in (
            phone(rochester, 3),
            tablet_url(rochester, 1),
            url(rochester, "draft"),
            url(rochester, "draft_screen"),
        ):
            assert "Onix" in text(client, where)
        assert "Abra" in text(client, phone(rochester, 3))
        assert now(rochester).to_act == (2,)

    def test_a_card_that_is_not_named_is_taken_with_its_name(self, client: Client, rochester: Draft) -> None:
        assert "Which card is it?" in text(client, f"{phone(rochester)}?take=1")
        card = now(rochester).state.table[0].number
        client.post(phone(rochester), sent(card=card, name="Gyarados", have=0))
        assert drafted(rochester) == ["Gyarados"]

    def test_the_snake_stands_on_the_page(self, client: Client, rochester: Draft) -> None:
        page = text(client, tablet_url(rochester, 1))
        seats = [part.split("<")[0][-1] for part in page.split('class="count')[1:]]
        assert "Order of this pair of packs" in page
        assert len(seats) == 6
        assert "The last player picks twice" in page

    def test_solomon_the_coin_decides_who_begins(self, client: Client) -> None:
        row = draft("solomon", 2, packs_each=1, pack_size=3)
        other = 3 - now(row).to_act[0]
        assert "Who won the coin flip?" in text(client, phone(row, other))
        assert client.post(phone(row, other), sent("open")).status_code == 409
        for seat in (1, 2):
            client.post(phone(row, seat), sent("coin", card=other))
        client.post(phone(row, other), sent("open"))
        assert now(row).to_act == (other,)
        assert "Who won the coin flip?" not in text(client, phone(row, 3 - other))

    def test_the_last_group_of_solomon_is_explained(self, client: Client) -> None:
        row = draft("solomon", 2, packs_each=1, pack_size=3)
        open_packs(row)
        for _card in range(4):
            take(row, now(row).to_act[0], "x")
        assert "Fewer than four cards are left: 2" in text(client, tablet_url(row, 1))
        assert "The last 2 cards are turned over" in text(client, tablet_url(row, 1))


class TestTablet:
    def test_a_tablet_taps_for_the_seat_it_shows(self, client: Client, rochester: Draft) -> None:
        where = tablet_url(rochester, 1)
        client.post(where, sent("name", name="Abra, Onix", seat=1))
        card = now(rochester).state.table[1].number
        assert client.post(where, sent(card=card, seat=1, have=0)).status_code == 302
        assert drafted(rochester) == ["Onix"]
        assert client.post(where, sent(card=card - 1, seat=1, have=1)).status_code == 409

    def test_of_a_secret_draft_it_takes_no_taps(self, client: Client, booster: Draft) -> None:
        answer = client.post(tablet_url(booster, 1), sent(name="x", seat=1, have=0))
        assert answer.status_code == 409
        assert not drafted(booster)

    def test_it_names_no_card_that_lies_face_down(self, client: Client) -> None:
        row = draft("solomon", 2, packs_each=2, pack_size=4)
        open_packs(row)
        seat = now(row).to_act[0]
        take(row, seat, "Hidden")
        card = now(row).pools[seat][0].number
        assert (
            client.post(tablet_url(row, 1), sent("rename", card=card, seat=seat, name="No")).status_code
            == 409
        )
        assert drafted(row, seat) == ["Hidden"]
        assert "Hidden" not in text(client, f"{tablet_url(row, 1)}?change={card}")

    def test_shutting_them_shuts_all(self, rochester: Draft) -> None:
        where, judge = tablet_url(rochester, 1), staff(rochester, "organizer")
        assert where in text(judge, url(rochester, "draft"))
        judge.post(url(rochester, "draft_tablets"), {"pod": 1})
        answer = Client().get(where)
        assert answer.status_code == 404
        assert "This link no longer works" in markup(answer)
        rochester.refresh_from_db()
        assert Client().get(tablet_url(rochester, 1)).status_code == 200
        assert JournalEvent.objects.filter(kind="DraftTabletsShut").exists()

    @pytest.mark.parametrize("wrong", ["1.1.0", "1.1.0:abc", "x" * 300, "²", "1.9.0:x"])
    def test_an_address_that_nobody_signed(self, client: Client, wrong: str) -> None:
        draft("rochester")
        assert client.get(f"/d/{wrong}").status_code == 404
        assert client.post(f"/d/{wrong}").status_code == 404

    def test_nothing_of_it_is_kept_or_indexed(self, client: Client, rochester: Draft) -> None:
        answer = client.get(tablet_url(rochester, 1))
        assert "no-store" in answer["Cache-Control"]
        assert answer["X-Robots-Tag"] == "noindex, nofollow"


class TestStaff:
    def test_the_signal_opens_every_pod_that_waits(self) -> None:
        row = draft(players=8, pods=(4, 4))
        open_packs(row, 2)
        judge = staff(row)
        judge.post(url(row, "draft_tap"), {"pod": 0, "do": "open", "key": tracked.key()})
        assert [now(row, pod).state.opening for pod in (1, 2)] == [1, 1]

    def test_a_pause_stands_on_every_page(self, booster: Draft) -> None:
        judge = staff(booster)
        judge.post(url(booster, "draft_tap"), {"pod": 1, "do": "pause", "key": tracked.key()})
        for where in (
            url(booster, "draft"),
            phone(booster),
            tablet_url(booster, 1),
            url(booster, "draft_screen"),
        ):
            assert "paused" in text(judge, where)
        judge.post(url(booster, "draft_tap"), {"pod": 1, "do": "resume", "key": tracked.key()})
        assert "paused" not in text(judge, phone(booster))

    def test_a_judge_taps_for_a_lost_phone_and_sees_no_pile(self, booster: Draft) -> None:
        judge, where = staff(booster), url(booster, "draft_stand_in", "?pod=1&seat=2")
        take(booster, 2, "Secret")
        everybody_takes(booster)
        assert "Secret" not in text(judge, where)
        judge.post(where, sent(name="Told", have=1))
        assert drafted(booster, 2)[-1] == "Told"

    @pytest.mark.parametrize("query", ["", "?pod=1", "?pod=9&seat=1", "?pod=1&seat=9", "?pod=x&seat=²"])
    def test_a_seat_that_is_not_there(self, booster: Draft, query: str) -> None:
        assert staff(booster).get(url(booster, "draft_stand_in", query)).status_code == 404

    def test_the_lot_picks_for_who_left_and_only_then(self, booster: Draft) -> None:
        judge, tap = staff(booster), {"pod": 1, "do": "random", "seat": 3}
        assert judge.post(url(booster, "draft_tap"), tap | {"key": tracked.key()}).status_code == 409
        tracked.tap(booster, Move("leave", 3, way="random"))
        judge.post(url(booster, "draft_tap"), tap | {"key": tracked.key()})
        assert drafted(booster, 3) == [""]

    def test_strangers_follow_and_tap_nothing(self, client: Client, booster: Draft) -> None:
        page = text(client, url(booster, "draft"))
        assert "0 of 4 have picked" in page
        assert "Tap for them" not in page
        assert tablet_url(booster, 1) not in page
        for name in ("draft_tap", "draft_stand_in", "draft_tablets"):
            assert client.post(url(booster, name)).status_code == 302

    def test_steps_of_the_paper_run_are_refused(self, booster: Draft) -> None:
        judge = staff(booster)
        judge.post(url(booster, "draft_step"), {"pod": 0, "step": 0, "kind": "next"})
        assert not booster.marks.exists()

    def test_packs_nobody_told_of_are_told(self) -> None:
        row = draft()
        row.setup["pack_size"] = None
        row.save()
        assert "how many cards a pack has" in text(staff(row), url(row, "draft"))

    def test_another_draft_opens_nothing_here(self, booster: Draft) -> None:
        other, judge = draft(), staff(booster)
        slug = booster.division.tournament.slug
        for name in ("draft", "draft_stand_in"):
            assert judge.get(reverse(f"drafts:{name}", args=[slug, other.pk])).status_code == 404

    def test_nobody_asks_again_for_what_is_shown(self, client: Client, booster: Draft) -> None:
        for name in ("draft", "draft_screen"):
            assert client.get(url(booster, name, "?seen=1.0")).status_code == 204
            assert client.get(url(booster, name, "?seen=0.0")).status_code == 200


def test_names_on_the_table_are_taken_once(rochester: Draft) -> None:
    for _again in range(2):
        tracking.name_face_up_cards(rochester, 1, ["Abra", "Onix"], key="one-key-00", seat=1)
    assert [card.name for card in now(rochester).state.table] == ["Abra", "Onix", "", "", "", ""]
    named = now(rochester).state.table[0]
    tracked.tap(rochester, build_pick_move(1, named))
    assert drafted(rochester) == ["Abra"]
