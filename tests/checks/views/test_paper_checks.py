"""Paper sheets of deck checks: printed one by one or as a batch, and entered on one page."""

import re
from copy import deepcopy
from datetime import timedelta
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pypdf import PdfReader

from checks.engine.check_sheet import Tap
from checks.models import CheckTap, DeckCheck
from checks.queries import check_sheets as sheets
from checks.services import check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists, proxies
from pairings.models import Match
from pairings.services.rounds import rounds
from tests import build, databases
from tests.asking import queries_of, text_of
from tests.decks.lists import JULY, LEGAL
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db
MADRID = ZoneInfo("Europe/Madrid")


def _match() -> Match:
    home = play.division(4, round_minutes=50, starts_at=JULY, edition="2017", timezone="Europe/Madrid")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        lists.submit_list(row, text=LEGAL, by=None, by_player=False)
    return play.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))[0]


built = databases.built_once(_match)


@pytest.fixture
def match(built: Match) -> Match:
    return deepcopy(built)


@pytest.fixture
def check(match: Match) -> DeckCheck:
    return deck_checks.pick_requested_deck(match.left, why="Sleeves look marked", by=None)


@pytest.fixture
def judge(client: Client, match: Match) -> Client:
    client.force_login(build.staff(match.round.division.tournament, "judge"))
    return client


def at(check: DeckCheck, name: str = "check_paper") -> str:
    return pages.event(check.entry.division, name, check.pk)


def typed(**more: object) -> dict[str, object]:
    """Return the form data of a sheet for a check from ten to four minutes ago without problems."""
    now = timezone.localtime(timezone=MADRID)
    clock = "%Y-%m-%dT%H:%M"
    times = {
        "began": (now - timedelta(minutes=10)).strftime(clock),
        "ended": (now - timedelta(minutes=4)).strftime(clock),
    }
    return times | {"round_number": 1, "outcome": "passed", "counted": "on", "key": "k"} | more


def read(client: Client, url: str) -> list[str]:
    """Return the text of each page of a PDF."""
    answer = client.get(url)
    assert answer["Content-Type"] == "application/pdf"
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_a_sheet_has_the_list_in_its_order_the_five_items_and_room_to_sign(judge, check):
    proxies.grant_proxy(
        check.entry, card="N FCO 105", reason="damaged", by=None, head_judge=True, round_number=1
    )
    (page,) = read(judge, at(check, "check_paper_sheet"))
    order = [page.index(name) for name in ("Tapu Lele-GX", "Garbodor", "Ultra Ball", "Psychic Energy")]
    assert order == sorted(order)
    items = (
        "1. The list, Player ID and date of birth are legible",
        "2. Sleeves",
        "3. Number of cards",
        "4. Cards match",
        "5. Reference cards",
    )
    for words in (*items, "of 60", "Missing", "Not on the list", "Judge’s signature", "Player’s signature"):
        assert words in page
    assert "N FCO 105 · Damaged during the event · Round 1" in page
    assert "version 1 of the list" in page
    assert "Sleeves look marked" not in page, "the player signs it, and does not read why a judge asked"


def test_all_sheets_or_those_ticked_are_printed_in_the_order_of_tables(judge, match, check):
    other = deck_checks.pick_requested_deck(match.right, why="x", by=None)
    url = pages.event(match.round.division, "check_papers")
    assert len(read(judge, url)) == 2
    (page,) = read(judge, f"{url}?check={other.pk}")
    assert str(other.entry.player) in page
    assert len(read(judge, f"{url}?check=x&check=-1&check={'9' * 30}&check=")) == 2
    assert "Nothing to print" in read(judge, f"{url}?check=999999999")[0]
    page = text_of(judge, pages.event(match.round.division, "checks"))
    assert url in page
    assert f'name="check" value="{check.pk}" form="print-sheets"' in page
    assert at(check, "check_paper_sheet") in text_of(judge, at(check, "check"))


def test_a_deck_of_sixty_single_cards_takes_two_pages_and_loses_none(judge, check):
    version = check.entry.deck_list.counts
    version.cards = [version.cards[0] | {"quantity": 1, "name": f"Rayquaza {n:02} EX Tag"} for n in range(60)]
    version.save()
    found = read(judge, at(check, "check_paper_sheet"))
    assert len(found) == 2
    assert all("".join(found).count(f"Rayquaza {n:02} ") == 1 for n in range(60))
    assert ["Judge’s signature" in page for page in found] == [False, True]


def test_a_sheet_is_typed_in_at_once(judge, check):
    page = text_of(judge, f"{at(check)}?list=1")
    assert "Tapu Lele-GX" in page
    sent = typed(
        wrong_sleeves="on", row_1="3", others="2 Colress\n\nSwitch ROS 91", replaced="4", version="1",
        marked="Bent corner", marked_cards="4 Garbodor", pattern="on", outcome="fixed_deck", note="Put right",
    )  # fmt: skip
    answer = judge.post(at(check), sent, follow=True)
    assert "The deck was corrected" in pages.messages(answer)[0]
    check.refresh_from_db()
    found, _taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    assert (found.differing, dict(found.others)) == ((1,), {"Colress": 2, "Switch ROS 91": 1})
    assert found.steps == {
        "legible": "fine", "sleeves": "wrong", "total": "fine", "contents": "wrong", "proxies": "fine"
    }  # fmt: skip
    assert (found.replaced, found.marked[0].what, found.marked[0].pattern) == (4, "Bent corner", True)
    assert (check.minutes, check.note) == (9, "Put right")
    assert "The sheet is entered" in text_of(judge, at(check))


def test_a_double_click_is_one_check(judge, check):
    judge.post(at(check), typed())
    taps = CheckTap.objects.count()
    answer = judge.post(at(check), typed(), follow=True)
    assert "No problems" in pages.messages(answer)[0]
    assert CheckTap.objects.count() == taps
    assert judge.post(at(check), typed(key="other")).status_code == 422


def test_what_was_not_counted_stays_open(judge, check):
    """R-034: a sheet without counts asks why, beside the field for the reason, and keeps the input."""
    sent = typed(counted="", row_0="4", wrong_legible="on", outcome="refused", note="Left in a hurry")
    page = judge.post(at(check), sent)
    assert page.status_code == 422
    assert "4 of 60 cards are counted" in pages.text(page)
    assert "Left in a hurry" in pages.text(page)
    judge.post(at(check), sent | {"not_counted": "The player went home"})
    check.refresh_from_db()
    assert check.not_counted == "The player went home"
    found, _taps = sheets.replay_count_of_check(check, sheets.list_rows_of(check))
    assert dict(found.found) == {0: 4}
    assert found.steps == {"legible": "wrong", "sleeves": "", "total": "", "contents": "", "proxies": ""}


def test_a_penalty_goes_on_to_its_page(judge, check):
    answer = judge.post(at(check), typed(outcome="penalty", wrong_legible="on"))
    assert answer.url.endswith(f"?entry={check.entry_id}&infraction=deck_list_unclear&check={check.pk}")


@pytest.mark.parametrize(
    "odd",
    [
        {"row_0": "many"},
        {"row_0": "-3"},
        {"row_0": "9" * 40},
        {"total": "1000"},
        {"others": "1000 N"},
        {"others": "0 N"},
        {"others": "\n".join(f"1 Card {n}" for n in range(70))},
        {"began": ""},
        {"began": "soon"},
        {"ended": "2090-01-01T10:00"},
        {"began": "1990-01-01T10:00"},
        {"outcome": "lost"},
        {"minutes": "500"},
        {"round_number": "44"},
        {"round_number": "9" * 30},
        {"note": "x" * 900},
        {"marked": "x" * 300},
        {"key": "x" * 200},
    ],
)
def test_what_is_typed_wrong_is_said_and_kept(judge, check, odd):
    page = judge.post(at(check), typed(replaced="7") | odd)
    assert page.status_code == 422
    assert "a correction" in pages.text(page)
    assert 'value="7"' in pages.text(page)
    check.refresh_from_db()
    assert check.state == "picked"


def test_an_empty_form_and_odd_versions_are_no_error_of_ours(judge, check):
    assert judge.post(at(check)).status_code == 422
    for odd in ("x", "-1", "9" * 18, "9" * 60, ""):
        assert judge.get(f"{at(check)}?list={odd}").status_code == 200
        assert judge.post(at(check), typed(version=odd, outcome="")).status_code == 422
    assert judge.get(at(check), headers={"Accept-Language": "xx"}).status_code == 200


def test_a_deck_checked_on_paper_need_not_have_been_picked(judge, match):
    home = match.round.division
    url = pages.event(home, "check_on_paper")
    assert url in text_of(judge, pages.event(home, "checks") + f"?who={match.table}")
    answer = judge.post(url, {"entry": match.right_id})
    check = DeckCheck.objects.get()
    assert (answer.url, check.why, check.table) == (at(check), "Checked on paper", match.table)
    assert judge.post(url, {"entry": match.right_id}).url == at(check), "one check, not two"
    judge.post(at(check), typed())
    check.refresh_from_db()
    assert (check.state, check.minutes) == ("done", 9)
    for odd in ("", "x", "-1", "9" * 30, "999999"):
        assert judge.post(url, {"entry": odd}).status_code == 404


def test_a_check_that_began_on_a_phone_brings_what_was_tapped(judge, check):
    check_sheets.begin_check(check, by=None)
    for kind, subject, number in (("line", "1", 3), ("step", "sleeves", 2), ("other", "Colress", 2)):
        check_sheets.store_check_tap(check, Tap(kind, subject, number), key=kind, by=None)
    page = text_of(judge, at(check))
    assert re.search(r'name="row_1"[^>]* value="3"|value="3"[^>]* name="row_1"', page)
    assert "2 Colress" in page


def test_a_player_without_a_list_is_counted_against_the_size_of_a_deck(judge, check):
    DeckList.objects.all().delete()
    check.refresh_from_db()
    assert "No list for this player" in read(judge, at(check, "check_paper_sheet"))[0]
    assert judge.post(at(check), typed(total="59", outcome="fixed_deck")).status_code == 302
    check.refresh_from_db()
    found, _taps = sheets.replay_count_of_check(check, ())
    assert found.steps["total"] == "wrong"


def test_proxies_stand_beside_the_list_for_the_staff_alone(judge, match, check):
    """R-016, R-037: card, reason, round, judge, and whether the original is kept."""
    home, by = match.round.division, build.staff(match.round.division.tournament, "head_judge")
    proxies.grant_proxy(
        check.entry, card="N FCO 105", reason="misprint", by=by, head_judge=True, round_number=1,
        original_kept=False,
    )  # fmt: skip
    withdrawn = proxies.grant_proxy(check.entry, card="Ultra Ball", reason="damaged", by=by, head_judge=True)
    proxies.withdraw_proxy(withdrawn, by=by, head_judge=True)
    held = "The player does not have the original"
    line = f"N FCO 105 · Misprinted, so that it counts as marked · Round 1 · {by} · {held}"
    slug = home.tournament.slug
    page = text_of(judge, reverse("decks:list", args=[slug, check.entry_id]))
    assert "N FCO 105" in page
    assert "The player does not have the original" in page
    (printed,) = read(judge, reverse("decks:list_export", args=[slug, check.entry_id, 1, "pdf"]))
    assert line in printed
    assert "Ultra Ball ·" not in printed
    in_charge = Client()
    in_charge.force_login(play.organizer(home))
    assert line in "".join(read(in_charge, reverse("decks:lists_print", args=[slug])))
    token = check.entry.deck_list.token
    for url in (reverse("decks:mine", args=[token]), reverse("decks:mine_export", args=[token, 1, "pdf"])):
        data = judge.get(url)
        text = markup(data) if "html" in data["Content-Type"] else "".join(read(judge, url))
        assert "not at hand" not in text


def test_proxies_are_in_the_report_of_checks(client, match, check):
    home = match.round.division
    client.force_login(play.organizer(home))
    url = pages.event(home, "checks_report", "xlsx")
    assert "Proxies" not in load_workbook(BytesIO(client.get(url).content)).sheetnames
    row = proxies.grant_proxy(check.entry, card="=N FCO 105", reason="damaged", by=None, head_judge=True)
    proxies.withdraw_proxy(row, by=None, head_judge=True)
    book = load_workbook(BytesIO(client.get(url).content))
    line = [cell.value for cell in book["Proxies"][2]]
    assert line[2] == str(check.entry.player)
    assert line[5].endswith("N FCO 105")
    assert line[6:8] == ["Damaged during the event", "at hand"]
    assert line[9], "withdrawn"
    assert "N FCO 105" in read(client, pages.event(home, "checks_report", "pdf"))[0]


def test_only_the_staff_of_this_event_sees_them(client, match, check):
    other = play.division(2, name="Hill Cup")
    urls = [at(check), at(check, "check_paper_sheet"), pages.event(match.round.division, "check_papers")]
    for url in urls:
        assert client.get(url).url.startswith(reverse("account_login"))
    client.force_login(build.staff(other.tournament, "judge"))
    assert {client.get(url).status_code for url in urls} == {403}
    assert client.post(at(check), typed()).status_code == 403
    assert client.post(pages.event(match.round.division, "check_on_paper"), {"entry": 1}).status_code == 403
    foreign = reverse("checks:check_paper", args=[other.tournament.slug, check.pk])
    assert client.get(foreign).status_code == 404
    assert client.post(foreign, typed()).status_code == 404


def test_queries_do_not_grow_with_the_sheets(judge, match, check):
    url = pages.event(match.round.division, "check_papers")
    few = queries_of(judge, url)
    for entry in match.round.division.entries.exclude(pk=check.entry_id):
        deck_checks.pick_requested_deck(entry, why="x", by=None)
    assert queries_of(judge, url) == few
