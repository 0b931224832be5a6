"""The sheet on a judge's phone: start, taps with and without scripts, end, penalty, proxies."""

import re
from copy import deepcopy
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from openpyxl import load_workbook

from checks.engine.check_sheet import Tap, marks_subject
from checks.models import CheckTap, DeckCheck
from checks.services import check_photos, check_sheets, deck_checks
from decks.models import DeckList
from decks.services import lists
from pairings.models import Extension, Match
from pairings.services.rounds import rounds
from tests import build, databases
from tests.asking import queries_of, text_of
from tests.checks.checks import counted
from tests.core.pictures import photo
from tests.decks.lists import JULY, LEGAL
from tests.html import markup
from tests.pairings import build as play
from tests.pairings.views import pages

pytestmark = pytest.mark.django_db
STORED = {"X-Unsent": "1"}
MARKED = {"outcome": "penalty", "minutes": "", "not_counted": "Marked sleeves"}


def _match() -> Match:
    home = play.division(4, round_minutes=50, starts_at=JULY, edition="2017")
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
    return deck_checks.pick_requested_deck(match.left, why="Marked sleeves", by=None)


@pytest.fixture
def judge(client: Client, match: Match) -> Client:
    client.force_login(build.staff(match.round.division.tournament, "judge"))
    return client


@pytest.fixture
def media(settings, tmp_path: Path) -> Path:  # type: ignore[no-untyped-def]
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def at(check: DeckCheck, name: str = "check") -> str:
    return pages.event(check.entry.division, name, check.pk)


def test_a_check_from_start_to_end(judge: Client, check: DeckCheck) -> None:
    assert "Requested by a judge: Marked sleeves" in text_of(judge, at(check))
    page = judge.post(at(check, "check_begin"), follow=True)
    assert "deck check has started" in pages.messages(page)[0]
    assert Extension.objects.get().cause == "deck_check"
    assert "The deck has 60 cards" in pages.text(page)
    assert page.context["minutes"] == 4
    counted(DeckCheck.objects.get())
    answer = judge.post(at(check, "check_end"), {"outcome": "passed", "minutes": 4}, follow=True)
    assert "No problems" in pages.messages(answer)[0]
    assert Extension.objects.get().seconds == 240
    assert "No problems" in text_of(judge, at(check))


def test_the_headings_count_cards_with_unknown_ones_apart(client: Client) -> None:
    home = play.division(2, round_minutes=50, starts_at=JULY, edition="2017")
    lists.collect_lists(home.tournament, by=None)
    for row in DeckList.objects.all():
        written = LEGAL.replace("40 Psychic", "38 Psychic") + "2 Nobody Here XYZ 7\n"
        lists.submit_list(row, text=written, by=None, by_player=False)
    (match,) = play.open_matches(rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None))
    check = deck_checks.pick_requested_deck(match.left, why="Marked sleeves", by=None)
    client.force_login(build.staff(home.tournament, "judge"))
    heads = re.findall(r"<h2>([^<]+)</h2><span[^>]*>(\d+)", markup(client.get(at(check))))
    assert heads == [("Pokémon", "8"), ("Trainer", "12"), ("Energy", "38"), ("Unknown cards", "2")]
    page = markup(client.get(at(check, "check_paper")))
    assert re.findall(r'<h2 id="s-[a-z]*">([^<]+)<', page) == [head for head, _ in heads]


def test_lines_are_tapped_with_and_without_script(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    answer = judge.post(at(check, "check_tap"), {"do": "line:0:4:k1"})
    assert answer.url == f"{at(check)}#line-0"
    answer = judge.post(at(check, "check_tap"), {"do": "line:1:3:k1"}, headers=STORED)
    assert answer.json() == {"to": f"{at(check)}#line-1"}
    judge.post(at(check, "check_tap"), {"do": "line:1:3:k1"}, headers=STORED)
    judge.post(at(check, "check_tap"), {"do": "line:1:4:k1"}, headers=STORED)
    assert CheckTap.objects.count() == 3
    judge.post(at(check, "check_tap"), {"do": "total:::k2", "number": "60"})
    judge.post(at(check, "check_tap"), {"do": "other:::k3", "number": "2", "card": " Colress\n"})
    page = text_of(judge, at(check))
    assert "10 of 60" in page
    assert "Colress" in page
    refused = judge.post(at(check, "check_tap"), {"do": "other:::k4", "card": "N"}, headers=STORED)
    assert refused.status_code == 409
    assert refused.json()["refused"].startswith("Enter a number of cards")
    page = judge.post(at(check, "check_tap"), {"do": "other:::k4", "card": "N"}, follow=True)
    assert "Enter a number of cards" in pages.messages(page)[0]


def test_a_second_judge_sees_what_the_first_tapped(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    first = judge.get(at(check), {"known": ""}).json()
    assert judge.get(at(check), {"known": first["version"]}).status_code == 204
    sent = {"do": "step:sleeves:2:k"}, {"do": "line:0:3:k"}, {"do": "total::59:k"}, {"do": "replaced::2:k"}
    for one in (
        *sent,
        {"do": "other::1:k", "card": "N"},
        {"do": "pattern::2:k", "what": "bent", "cards": "N"},
    ):
        judge.post(at(check, "check_tap"), one, headers=STORED)
    now = judge.get(at(check), {"known": first["version"]}).json()
    assert (now["seen"], now["found"], now["total"], now["whole"]) == (6, {"0": 3}, 59, 60)
    assert (now["marks"]["sleeves"], now["others"], now["replaced"]) == ("wrong", {"N": 1}, 2)
    assert (now["marked"], now["over"]) == ({"bent\nN": 2}, "")
    assert now["infractions"][0] == "Marked cards with a pattern"
    check_sheets.end_check(check, outcome="fixed_deck", by=None)
    assert "Checked" in judge.get(at(check), {"known": now["version"]}).json()["over"]


def test_a_phone_that_was_away_overwrites_nothing(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    hana = build.user("hana")
    check_sheets.store_check_tap(check, Tap("line", "0", 3), key="a", by=hana)
    late = judge.post(at(check, "check_tap"), {"do": "line:0:4:k", "seen": "0"}, headers=STORED)
    assert late.status_code == 409
    assert "said 3, you said 4. Nothing was overwritten" in late.json()["refused"]
    page = judge.post(at(check, "check_tap"), {"do": "line:0:4:k", "seen": "0"}, follow=True)
    assert "Nothing was overwritten" in pages.messages(page)[0]
    for seen in ("1", "", "x", "9" * 30, "-1"):
        judge.post(at(check, "check_tap"), {"do": f"line:0:4:k{seen[:3]}", "seen": seen})
    assert CheckTap.objects.filter(number=4).count() == 5


def test_marked_cards_decide_which_infraction_is_proposed(judge: Client, check: DeckCheck) -> None:
    """M-074: a pattern is worse than marks without one."""
    check_sheets.begin_check(check, by=None)
    judge.post(at(check, "check_tap"), {"do": "pattern::1:a", "what": "worn corners", "cards": "all"})
    assert "proposed for: Marked cards without a pattern." in text_of(judge, at(check))
    judge.post(at(check, "check_tap"), {"do": "pattern::2:b", "what": "a line", "cards": "4 N"})
    page = judge.post(
        at(check, "check_end"), {"outcome": "penalty", "minutes": "", "not_counted": "Marks"}, follow=True
    )
    assert page.redirect_chain[-1][0].endswith(f"infraction=marked_pattern&check={check.pk}")
    text = text_of(judge, at(check))
    assert "worn corners" in text
    assert "A pattern" in text


@pytest.mark.parametrize("subject", ["", " ", "\0", "\n"])
def test_a_note_about_nothing_is_refused(judge: Client, check: DeckCheck, subject: str) -> None:
    check_sheets.begin_check(check, by=None)
    sent = {"do": "pattern::2:a", "what": subject, "cards": "N"}
    assert judge.post(at(check, "check_tap"), sent, headers=STORED).status_code == 409
    assert not CheckTap.objects.exists()


def test_a_penalty_goes_on_to_its_own_page(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    page = judge.post(
        at(check, "check_end"), {"outcome": "penalty", "minutes": "", "not_counted": "Marks"}, follow=True
    )
    assert page.redirect_chain[-1][0].endswith(
        f"?entry={check.entry_id}&infraction=deck_wrong&check={check.pk}"
    )
    assert page.status_code == 200


def test_what_a_check_found_is_filled_into_the_penalty(judge: Client, check: DeckCheck) -> None:
    """Kind of problem, player, sentence and proposed penalty are filled in; the judge confirms."""
    check_sheets.begin_check(check, by=None)
    taps = Tap("line", "0", 3), Tap("other", "N", 2), Tap("total", "", 59), Tap("step", "proxies", 2)
    for at_, one_tap in enumerate((*taps, Tap("pattern", marks_subject("bent", "Rowlet"), 2))):
        check_sheets.store_check_tap(check, one_tap, key=f"k{at_}", by=None)
    page = judge.post(
        at(check, "check_end"), {"outcome": "penalty", "minutes": "", "not_counted": ""}, follow=True
    )
    form = page.context["form"]
    assert (form["infraction"].value(), page.context["entry"]) == ("marked_pattern", check.entry)
    note = form["note"].value()
    assert note.startswith(f"Deck check, round {check.round_number}: ")
    for part in (
        ": 3 instead of 4",
        "2 N not on the list",
        "59 cards instead of 60",
        "marked, a pattern: bent (Rowlet)",
        "reference cards of proxies were not shown",
    ):
        assert part in note
    assert page.context["proposed"]["level"]
    sent = {"infraction": form["infraction"].value(), "level": "", "note": note}
    judge.post(page.request["PATH_INFO"] + "?" + page.request["QUERY_STRING"], sent)
    assert check.entry.penalties.get().note == note


def test_a_check_of_somebody_else_fills_nothing_in(judge: Client, check: DeckCheck, match: Match) -> None:
    check_sheets.begin_check(check, by=None)
    check_sheets.store_check_tap(check, Tap("total", "", 59), key="k", by=None)
    url = pages.event(check.entry.division, "penalty_new")
    for query in ({"entry": match.right_id, "check": check.pk}, {"entry": match.left_id, "check": "99999"}):
        assert not judge.get(url, query).context["form"]["note"].value()


def test_a_penalty_that_was_put_off_is_one_tap_away(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    judge.post(at(check, "check_tap"), {"do": "pattern::2:b", "what": "a line", "cards": "4 N"})
    judge.post(at(check, "check_end"), {"outcome": "penalty", "minutes": "7", "not_counted": "Marks"})
    page = judge.get(at(check))
    query = f"?entry={check.entry_id}&infraction=marked_pattern&check={check.pk}"
    assert page.context["penalty_url"].endswith(query)
    assert "Time extension for the table: 7 minutes." in pages.text(page)
    judge.post(page.context["penalty_url"], {"infraction": "marked_pattern", "level": "", "note": ""})
    assert check.entry.penalties.count() == 1
    assert judge.get(at(check)).context["penalty_url"] == ""


def test_a_deck_unlike_its_list_does_not_pass(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    judge.post(at(check, "check_tap"), {"do": "total::59:a"})
    page = judge.post(at(check, "check_end"), {"outcome": "passed", "minutes": "4", "note": "Counted twice"})
    assert page.status_code == 422
    assert "shows a problem with this deck" in pages.text(page)
    assert "Counted twice" in pages.text(page)


def test_what_is_typed_wrong_is_kept(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    page = judge.post(at(check, "check_end"), {"outcome": "", "note": "A bent corner"})
    assert page.status_code == 422
    assert "A bent corner" in pages.text(page)


def test_cards_are_offered_while_typing(judge: Client, check: DeckCheck) -> None:
    url = pages.event(check.entry.division, "check_cards")
    assert "Ultra Ball" in text_of(judge, f"{url}?card=ultra")
    assert text_of(judge, f"{url}?card=u").strip() == ""


def test_the_head_judge_makes_a_proxy_and_takes_it_away(client: Client, check: DeckCheck) -> None:
    event = check.entry.tournament
    client.force_login(build.staff(event, "head_judge"))
    typed = {"card": "N FCO 105", "reason": "damaged", "original_kept": "on"}
    page = client.post(at(check, "check_proxy"), typed, follow=True)
    assert "Proxy of N FCO 105" in pages.messages(page)[0]
    assert "The player has the original" in pages.text(page)
    client.post(pages.event(check.entry.division, "proxy_withdraw", check.entry.proxies.get().pk))
    assert check.entry.proxies.get().withdrawn_at
    client.force_login(build.staff(event, "judge"))
    assert "only the head judge can make proxies" in pages.text(client.post(at(check, "check_proxy"), typed))


def test_queries_do_not_grow(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    few = queries_of(judge, at(check))
    for row in range(7):
        judge.post(at(check, "check_tap"), {"do": f"line:{row}:4:k"})
    assert queries_of(judge, at(check)) == few


def test_the_report_tells_findings_minutes_judges_and_rounds(
    client: Client, check: DeckCheck, media: Path
) -> None:
    event = check.entry.tournament
    by = build.staff(event, "judge")
    check = check_sheets.begin_check(check, by=by)
    for kind, subject, number in (("line", "0", 3), ("other", "Colress", 1), ("step", "sleeves", 2)):
        check_sheets.store_check_tap(check, Tap(kind, subject, number), key=kind, by=by)
    check_sheets.store_check_tap(check, Tap("pattern", marks_subject("bent", "4 N"), 2), key="p", by=by)
    check_photos.add_check_photo(check, photo(), key="one", by=by)
    check_sheets.end_check(check, outcome="fixed_deck", minutes=5, note="Corner bent", rewrite=True, by=by)
    client.force_login(play.organizer(check.entry.division))
    url = pages.event(check.entry.division, "checks")
    assert f"{url}/report.xlsx" in text_of(client, url)
    book = load_workbook(BytesIO(client.get(f"{url}/report.xlsx").content))
    assert book.sheetnames == ["Deck checks", "Coverage", "By judge", "By round"]
    line = [cell.value for cell in book["Deck checks"][2]]
    assert line[7] == "The deck was corrected"
    assert "3 of 4; not on the list: 1 Colress; sleeves; marked, a pattern: bent (4 N); list" in line[8]
    assert line[8].endswith("list rewritten; 1 photo; Corner bent")
    assert (line[11], line[13]) == (5, 1)
    assert [cell.value for cell in book["Coverage"][2]][:4] == ["All ages", 4, 1, 1]
    assert [cell.value for cell in book["By round"][2]][:2] == ["Round 1", 1]
    assert client.get(f"{url}/report.pdf").content.startswith(b"%PDF")
    client.force_login(by)
    assert client.get(f"{url}/report.pdf").status_code == 403


def test_done_without_a_count_asks_for_it(judge: Client, check: DeckCheck) -> None:
    """R-034: “All right” with 0 of 60 counted is refused; a reason with a name replaces the count."""
    check_sheets.begin_check(check, by=None)
    assert "Reason the deck was not counted" not in text_of(judge, at(check))
    page = judge.post(at(check, "check_end"), {"outcome": "passed", "minutes": "4", "note": "Quick look"})
    assert page.status_code == 422
    assert "0 of 60 cards are counted" in pages.text(page)
    assert "Quick look" in pages.text(page)
    sent = {"outcome": "passed", "minutes": "4", "not_counted": "Fire alarm", "idempotency_key": "k" * 12}
    refused = judge.post(at(check, "check_end"), sent, follow=True)
    assert "Not counted" in pages.messages(refused)[0]
    check.refresh_from_db()
    page = text_of(judge, at(check))
    assert f"Not counted ({check.ended_by}): Fire alarm" in page
    assert "No problems" not in page
    assert "0 of 1" in text_of(judge, pages.event(check.entry.division, "checks"))


def test_an_end_that_waited_on_a_phone_is_told_why_it_is_not_taken(judge: Client, check: DeckCheck) -> None:
    check_sheets.begin_check(check, by=None)
    sent = {"outcome": "passed", "minutes": "4", "idempotency_key": "k" * 12}
    answer = judge.post(at(check, "check_end"), sent, headers=STORED)
    assert answer.status_code == 409
    assert "0 of 60 cards are counted" in answer.json()["refused"]
    counted(check)
    taken = judge.post(at(check, "check_end"), sent, headers=STORED)
    assert taken.json()["to"] == pages.event(check.entry.division, "checks")
    assert judge.post(at(check, "check_end"), sent, headers=STORED).json()["again"]
