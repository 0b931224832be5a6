"""Pages of pools: a phone counts and verifies, staff see all pools, no one else sees any (R-051, R-058)."""

import csv
import re
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook
from pypdf import PdfReader

from decks.models import Draft, Pool
from decks.queries.pools import pools as queries
from decks.services import lists, pools
from tests import build
from tests.addresses import full_name
from tests.drafts.pools import SIX, cards, list_of, registered, sealed, seated, verified
from tests.html import markup
from tournaments.models import Entry
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Draft:
    return sealed()


@pytest.fixture
def staff(row: Draft) -> Client:
    client = Client()
    client.force_login(build.organizer(row.division))
    return client


def token(entry: Entry) -> str:
    return personal_links.ensure_link(entry).token


def mine(row: Draft, seat: int = 1, name: str = "my_pool", *more: object) -> str:
    return reverse(f"decks:{name}", args=[token(seated(row, seat)), *more])


def desk(row: Draft, name: str = "pools", *more: object) -> str:
    return reverse(full_name(name), args=[row.division.tournament.slug, row.pk, *more])


def text(answer) -> str:
    return re.sub(r"\s+", " ", markup(answer))


def test_a_player_counts_on_the_checklist_and_registers(client: Client, row: Draft) -> None:
    page = text(client.get(mine(row)))
    assert "Cards of Sun &amp; Moon (SUM)" in page
    assert 'name="n:sm1:9"' in page
    assert "of 6" in page
    given = {"do": "save", "seen": "0", "n:sm1:9": "3", "n:sm1:10": "2", "other": "1 N"}
    answer = client.post(mine(row), given, follow=True)
    assert answer.redirect_chain == [(mine(row), 302)]
    assert "Your pool is registered, version 1." in text(answer)
    assert f"Hand the cards to {seated(row, 2).player}" in text(answer)
    pool = Pool.objects.get()
    assert [one.line for one in queries.version_cards(pool.counts)] == [
        "3 Rowlet SUM 9",
        "2 Dartrix SUM 10",
        "1 N",
    ]


def test_buttons_count_without_script_and_keep_what_is_counted(client: Client, row: Draft) -> None:
    page = text(client.post(mine(row), {"do": "more:sm1:9", "n:sm1:9": "3", "n:sm1:10": "1"}))
    assert re.search(r'name="n:sm1:9" value="4"', page)
    assert re.search(r'name="n:sm1:10" value="1"', page)
    page = text(client.post(mine(row), {"do": "less:sm1:9"}))
    assert re.search(r'name="n:sm1:9" value="0"', page)
    assert not Pool.objects.exists()


def test_a_pasted_list_is_added_to_the_count(client: Client, row: Draft) -> None:
    page = text(
        client.post(mine(row), {"do": "read", "n:sm1:9": "1", "text": f"{SIX}\n2 Nobody's Card\nhello"})
    )
    assert re.search(r'name="n:sm1:9" value="4"', page)
    assert "2 Nobody&#x27;s Card</textarea>" in page
    assert "1 line is not a card" in page
    assert "hello" in page


def test_without_a_checklist_the_cards_are_written(client: Client) -> None:
    row = sealed()
    Draft.objects.update(setup=row.setup | {"boosters": ["ZZ1"]})
    assert "The catalog has no list of this expansion." in text(client.get(mine(row)))
    client.post(mine(row), {"do": "save_anyway", "seen": "0", "other": "2 Pikachu\n1 Made-up Card"})
    assert queries.version_cards(Pool.objects.get().counts)[0].quantity in (1, 2)


def test_lines_that_are_no_card_are_told_and_nothing_is_kept(client: Client, row: Draft) -> None:
    page = text(client.post(mine(row), {"do": "save", "seen": "0", "other": "2 Rowlet\nwhat is this"}))
    assert "what is this" in page
    assert not Pool.objects.exists()


def test_the_neighbor_sees_it_only_while_it_waits(client: Client, row: Draft) -> None:
    registered(row)
    other = Client()
    page = text(other.get(mine(row, 2)))
    assert f"Count {seated(row).player}’s cards" in page
    assert '3</span><span class="grow">Rowlet' in page
    assert f"Count {seated(row).player}’s cards" in text(
        other.get(reverse("floor:my", args=[token(seated(row, 2))]))
    )
    answer = other.post(
        mine(row, 2, "my_pool_verify"), {"do": "yes", "pool": seated(row).pk, "seen": 1}, follow=True
    )
    assert "Verified." in text(answer)
    after = text(other.get(mine(row, 2)))
    assert f"Count {seated(row).player}’s cards" not in after
    assert 'class="grow">Rowlet</span><small>' not in after
    assert "Verified" in text(client.get(mine(row)))
    undo = re.search(r'action="([^"]+/again)"', text(answer))
    assert undo
    other.post(undo[1])
    assert f"Count {seated(row).player}’s cards" in text(other.get(mine(row, 2)))


def test_a_discrepancy_is_shown_to_both_and_to_the_staff(client: Client, row: Draft, staff: Client) -> None:
    registered(row)
    data = {"do": "differs", "pool": seated(row).pk, "seen": 1, "what": "2 Rowlet only"}
    Client().post(mine(row, 2, "my_pool_verify"), data)
    assert "2 Rowlet only" in text(client.get(mine(row)))
    assert "2 Rowlet only" in text(staff.get(desk(row)))
    assert "2 Rowlet only" in text(staff.get(desk(row, "pool", seated(row).pk)))
    assert "Rowlet</span><small>" not in text(client.get(mine(row, 2)))


def test_a_third_player_sees_and_says_nothing(client: Client, row: Draft) -> None:
    registered(row)
    assert "Rowlet</span><small>" not in text(client.get(mine(row, 3)))
    client.post(mine(row, 3, "my_pool_verify"), {"do": "yes", "pool": seated(row).pk, "seen": 1})
    assert Pool.objects.get().counts.verified_at is None
    assert client.get(mine(row, 3, "my_pool_export", "txt")).status_code == 404
    assert client.get(mine(row, 3, "my_build"))["Location"] == mine(row, 3)


def test_passed_on_the_opener_sees_no_more_what_another_plays(client: Client) -> None:
    row = sealed(check="pass_on")
    registered(row)
    assert "Rowlet</span><small>" in text(client.get(mine(row)))
    pools.verify_pool(row, seated(row), by_entry=seated(row, 2), seen=1)
    assert "Rowlet</span><small>" not in text(client.get(mine(row)))
    assert client.get(mine(row, 1, "my_pool_export", "txt")).status_code == 404
    assert "Rowlet</span><small>" in text(client.get(mine(row, 2)))
    assert b"3 Rowlet SUM 9" in client.get(mine(row, 2, "my_pool_export", "txt")).content


STAFF_PAGES = (("pools", ()), ("pool_sheets", ()), ("pool_prints", ()), ("pools_export", ("csv",)))


def test_no_public_page_tells_a_card_of_a_pool(client: Client, row: Draft) -> None:
    verified(row)
    slug = row.division.tournament.slug
    for name in ("drafts:drafts", "drafts:pods", "decks:front"):
        assert "Rowlet" not in text(client.get(reverse(name, args=[slug])))
    for name in ("draft", "draft_screen"):
        assert "Rowlet" not in text(client.get(desk(row, name)))
    for name, more in (*STAFF_PAGES, ("pool", (seated(row).pk,))):
        answer = client.get(desk(row, name, *more))
        assert answer.status_code == 302
        assert "login" in answer["Location"]


def test_a_player_with_an_account_of_another_event_is_no_staff(row: Draft) -> None:
    verified(row)
    client = Client()
    client.force_login(build.staff(sealed(name="Other").division.tournament, "head_judge"))
    for name, more in (*STAFF_PAGES, ("pool", (seated(row).pk,))):
        assert client.get(desk(row, name, *more)).status_code == 403


@pytest.mark.parametrize("page", ["my_pool", "my_build"])
def test_pages_of_a_link_are_never_kept(client: Client, row: Draft, page: str) -> None:
    answer = client.get(mine(row, 1, page))
    assert "no-store" in answer["Cache-Control"]
    assert "noindex" in answer["X-Robots-Tag"]


@pytest.mark.parametrize("given", ["x", "A" * 300, "%00", ".."])
def test_guessed_links_open_nothing(client: Client, given: str) -> None:
    for tail in ("pool", "build", "pool.txt"):
        assert client.get(f"/l/{given}/{tail}").status_code == 404


@pytest.mark.parametrize("typed", ["", "-1", "x" * 3000, "9" * 25, "²", "1e9", "a\0b"])
def test_nonsense_breaks_nothing(client: Client, row: Draft, staff: Client, typed: str) -> None:
    registered(row)
    for do in ("save", "read", "more:", "less:zz", "more:sm1:9", typed):
        fields = {
            "do": do,
            "seen": typed,
            "n:sm1:9": typed,
            "other": typed,
            "text": typed,
            "note": typed,
            "what": typed,
        }
        for url in (mine(row), mine(row, 2, "my_build"), mine(row, 1, "my_build")):
            assert client.post(url, fields).status_code < 500
        assert client.post(mine(row, 2, "my_pool_verify"), fields | {"pool": typed}).status_code < 500
        assert staff.post(desk(row, "pool", seated(row).pk), fields).status_code < 500
        assert staff.post(desk(row, "pools_check"), fields | {"pool_check": typed}).status_code < 500
    assert client.get(mine(row, 1, "my_pool_export", "exe")).status_code == 404
    assert staff.get(desk(row, "pools_export", "exe")).status_code == 404
    assert staff.get(desk(row, "pool", 999_999)).status_code == 404
    assert staff.get(desk(row, "pool_prints"), {"entry": typed}).status_code == 200


def test_the_staff_see_every_seat_and_narrow_by_state(row: Draft, staff: Client) -> None:
    registered(row)
    verified(row, 2)
    page = text(staff.get(desk(row)))
    assert page.count('<li class="tap">') == 4
    assert "1 of 4 done" in page
    assert f"{seated(row, 2).player} counts" in page
    assert text(staff.get(desk(row), {"show": "missing"})).count('<li class="tap">') == 2
    assert text(staff.get(desk(row), {"show": "nothing"})).count('<li class="tap">') == 4


def test_the_staff_enter_for_a_player_and_take_it_back(row: Draft, staff: Client) -> None:
    given = {"do": "save", "seen": "0", "n:sm1:9": "6", "note": "From paper"}
    answer = staff.post(desk(row, "pool", seated(row).pk), given, follow=True)
    assert "is saved, version 1. It counts as verified." in text(answer)
    undo = re.search(r'action="([^"]+/undo/\d+)"', text(answer))
    assert undo
    staff.post(undo[1])
    assert Pool.objects.get().counts is None


def test_the_staff_say_that_it_is_so(row: Draft, staff: Client) -> None:
    registered(row)
    answer = staff.post(desk(row, "pool", seated(row).pk), {"do": "settle", "seen": "1"}, follow=True)
    assert "Verified by staff." in text(answer)
    assert "This pool is verified" in text(
        staff.post(desk(row, "pool", seated(row).pk), {"do": "settle", "seen": "1"}, follow=True)
    )


def test_who_verifies_is_chosen_and_settled_once_pools_are_in(row: Draft, staff: Client) -> None:
    staff.post(desk(row, "pools_check"), {"pool_check": "pass_on"})
    row.refresh_from_db()
    assert row.pool_check == "pass_on"
    registered(row)
    answer = staff.post(desk(row, "pools_check"), {"pool_check": "none"}, follow=True)
    assert "Pools are already registered" in text(answer)


def test_a_set_up_says_who_verifies(staff: Client, row: Draft) -> None:
    home = build.division(8, play_style="limited")
    staff.force_login(build.organizer(home))
    plan = {
        "players": "8",
        "packs_each": "6",
        "pack_size": "10",
        "expansion": "SUM",
        "energy": "yes",
        "division": home.pk,
    }
    for subtype, chosen, verification in (
        ("sealed", "", "verify"),
        ("booster", "", "none"),
        ("sealed", "pass_on", "pass_on"),
    ):
        staff.post(
            reverse("drafts:draft_set", args=[home.tournament.slug]),
            plan | {"subtype": subtype, "pool_check": chosen},
        )
        assert Draft.objects.get(division=home).pool_check == verification


def test_a_deck_is_built_from_the_pool_and_taken_over(client: Client) -> None:
    row = sealed(2, check="none")
    registered(row, text="20 Rowlet SUM 9\n10 Dartrix SUM 10\n4 Potion")
    page = text(client.get(mine(row, 1, "my_build")))
    assert "Exactly 40 cards from your pool" in page
    assert "You play with 4 Prize cards." in page
    given = {"n:0": "20", "n:1": "5", "n:2": "1", "e:Water": "14"}
    counted = text(client.post(mine(row, 1, "my_build"), given | {"do": "more:n:1"}))
    assert re.search(r'name="n:1" value="6"', counted)
    assert re.search(r"data-sum data-size=\"40\">41<", counted)
    short = client.post(mine(row, 1, "my_build"), given | {"n:2": "0", "do": "save"}, follow=True)
    assert "Your deck is stored, but it is not legal yet." in text(short)
    assert not list_of(seated(row)).versions.exists()
    answer = client.post(mine(row, 1, "my_build"), given | {"do": "save"}, follow=True)
    assert "Version 1 is handed in and is now your list." in text(answer)
    assert "Unused cards: 8. Basic Energy from the organizer: 14." in text(answer)
    version = list_of(seated(row)).counts
    assert version.legal
    assert (version.total, version.supplied, version.unused_total) == (40, 14, 8)
    again = text(client.get(mine(row, 1, "my_build")))
    assert re.search(r'name="n:0" value="20"', again)
    assert re.search(r'name="e:Water" value="14"', again)


def test_more_copies_than_the_pool_has_cannot_be_tapped(client: Client) -> None:
    row = sealed(2, check="none")
    registered(row, text="2 Rowlet SUM 9")
    client.post(mine(row, 1, "my_build"), {"do": "save", "n:0": "9", "e:Shadow": "4", "e:Water": "5"})
    assert list_of(seated(row)).working_copy == "2 Rowlet SUM 9\n5 Water Energy"


def test_without_a_pool_there_is_nothing_to_build_from(client: Client, row: Draft) -> None:
    assert client.get(mine(row, 1, "my_build"))["Location"] == mine(row)


def test_files_of_all_pools_are_the_staffs(row: Draft, staff: Client) -> None:
    registered(row, text="2 Rowlet SUM 9\n1 =cmd")
    rows = list(csv.reader(StringIO(markup(staff.get(desk(row, "pools_export", "csv"))))))
    assert rows[0][:4] == ["Pod", "Seat", "Opened by", "Played by"]
    assert rows[1][6:] == ["2", "Rowlet", "SUM", "9"]
    assert rows[2][7] == "'=cmd"
    sheet = load_workbook(BytesIO(staff.get(desk(row, "pools_export", "xlsx")).content)).worksheets[0]
    assert (sheet.cell(2, 7).value, sheet.cell(2, 8).value) == (2, "Rowlet")


def test_ones_own_pool_as_a_file_is_read_again(client: Client, row: Draft) -> None:
    registered(row)
    given = markup(client.get(mine(row, 1, "my_pool_export", "txt")))
    assert cards(row, given) == queries.version_cards(Pool.objects.get().counts)
    assert b"Rowlet" in client.get(mine(row, 1, "my_pool_export", "csv")).content


def words(answer) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_a_registration_sheet_for_every_seat_in_order(row: Draft, staff: Client) -> None:
    pages = words(staff.get(desk(row, "pool_sheets")))
    assert len(pages) == 4
    for seat, page in enumerate(pages, start=1):
        assert str(seated(row, seat).player) in page
        assert str(seated(row, seat % 4 + 1).player) in page
        assert "Total cards, of 6" in page
    assert Pool.objects.count() == 0


def test_registered_pools_on_paper_with_deck_and_rest(staff: Client) -> None:
    row = sealed(2, check="none")
    staff.force_login(build.organizer(row.division))
    registered(row, text="30 Rowlet SUM 9\n10 Potion")
    registered(row, 2)
    lists.submit_list(list_of(seated(row)), text="24 Rowlet SUM 9\n2 Potion\n14 Grass Energy")
    first, second = words(staff.get(desk(row, "pool_prints")))
    assert "Deck 40, of which 14 Energy supplied; unused 14; total 40" in first
    assert "No deck list yet." in second
    assert len(words(staff.get(desk(row, "pool_prints"), {"entry": seated(row, 2).pk}))) == 1


@pytest.mark.parametrize("players", [2, 6, 100])
def test_queries_do_not_grow_with_the_pools(players: int, django_assert_max_num_queries) -> None:
    row = sealed(players)
    for seat in range(1, players + 1):
        made = Pool.objects.create(draft=row, entry=seated(row, seat), opened_by=seated(row, seat))
        made.counts = made.versions.create(
            number=1, cards=[{"name": "Rowlet", "set": "SUM", "number": "9", "quantity": 6}], at=build.NOON
        )
        made.save()
    staff = Client()
    staff.force_login(build.organizer(row.division))
    for url, most in (
        (desk(row), 15),
        (desk(row, "pools_export", "csv"), 12),
        (desk(row, "pool_prints"), 18),
        (desk(row, "pool", seated(row).pk), 22),
    ):
        staff.get(url)
        with django_assert_max_num_queries(most):
            assert staff.get(url).status_code == 200
    player, url = Client(), mine(row)
    player.get(url)
    with django_assert_max_num_queries(24):
        player.get(url)
