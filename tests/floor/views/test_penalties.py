"""The pages of penalties: found by table or name, proposed, confirmed, withdrawn, reported."""

from io import BytesIO

import pytest
from django.test import Client
from openpyxl import load_workbook
from pypdf import PdfReader

from floor.documents import penalties as printed
from floor.services import penalties
from pairings.models import Round
from pairings.services.rounds import rounds
from tests import build
from tests.floor.services.test_walkovers import in_cut, match_of, seed
from tests.html import markup
from tests.pairings import build as play

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_() -> Round:
    division = play.division(8, edition="2026")
    return rounds.post(rounds.pair_next_round(division, by=None, seed=3), by=None)


@pytest.fixture
def slug(round_) -> str:
    return str(round_.division.tournament.slug)


def staff(round_: Round, role: str) -> Client:
    client = Client()
    client.force_login(build.staff(round_.division.tournament, role))
    return client


def new(round_: Round, **typed: str) -> tuple[str, dict[str, str]]:
    match = round_.matches.get(table=1)
    slug = round_.division.tournament.slug
    address = f"/e/{slug}/penalties/new?entry={match.left_id}&match={match.pk}"
    return address, {"infraction": "pace", "level": "", "note": "Long turns"} | typed


def test_the_player_is_found_by_table_and_by_name(round_, slug):
    judge, match = staff(round_, "judge"), round_.matches.select_related("left__player").get(table=1)
    page = markup(judge.get(f"/e/{slug}/penalties/new", {"who": "1"}))
    assert str(match.left.player) in page
    assert f"match={match.pk}" in page
    page = markup(judge.get(f"/e/{slug}/penalties/new", {"who": match.left.player.last_name}))
    assert f"entry={match.left_id}" in page
    assert "No player matches" in markup(judge.get(f"/e/{slug}/penalties/new", {"who": "Zzz"}))


def test_without_a_level_the_proposed_one_is_given(round_, slug):
    address, typed = new(round_)
    page = markup(staff(round_, "judge").post(address, typed, follow=True))
    row = round_.division.tournament.penalties.get()
    assert (row.level, row.note, row.round_number) == ("caution", "Long turns", 1)
    assert f"/e/{slug}/penalties/{row.pk}/withdraw" in page


def test_a_repetition_is_warned_of_and_goes_one_up(round_):
    judge = staff(round_, "judge")
    judge.post(*new(round_))
    address, _typed = new(round_)
    page = markup(judge.get(f"{address}&infraction=pace"))
    assert "One step up: this player already had this infraction at this event." in page
    judge.post(*new(round_, note="Again"))
    assert {row.level for row in round_.division.tournament.penalties.all()} == {"caution", "warning"}


def test_a_judge_waits_for_the_head_judge(round_, slug):
    page = markup(staff(round_, "judge").post(*new(round_, level="game_loss"), follow=True))
    assert "It counts once the head judge confirms it." in page
    row = round_.division.tournament.penalties.get()
    assert staff(round_, "judge").post(f"/e/{slug}/penalties/{row.pk}/confirm").status_code == 403
    head = staff(round_, "head_judge")
    assert "One penalty is waiting for the head judge." in markup(head.get(f"/e/{slug}/penalties"))
    head.post(f"/e/{slug}/penalties/{row.pk}/confirm")
    assert round_.matches.get(table=1).outcome == "right"


def test_only_the_judge_who_gave_it_and_the_head_judge_take_it_back(round_, slug):
    giver = staff(round_, "judge")
    giver.post(*new(round_))
    row = round_.division.tournament.penalties.get()
    address = f"/e/{slug}/penalties/{row.pk}/withdraw"
    assert "Another judge gave it." in markup(staff(round_, "judge").post(address, follow=True))
    giver.post(address, {"why": "Wrong player"})
    row.refresh_from_db()
    assert row.withdrawn_why == "Wrong player"


def test_what_was_typed_is_kept(round_):
    page = markup(staff(round_, "judge").post(*new(round_, infraction="", note="Ten minutes late")))
    assert "Ten minutes late" in page


def test_the_page_of_the_table_shows_them(round_, slug):
    match = round_.matches.get(table=1)
    penalties.give_penalty(match.left, infraction="pace", level="caution", match=match, by=None)
    page = staff(round_, "judge").get(f"/e/{slug}/round/{round_.division_id}/1/match/{match.pk}")
    assert "Pace of play" in markup(page)


def test_the_page_of_the_player_shows_them(round_, slug):
    match = round_.matches.get(table=1)
    penalties.give_penalty(match.left, infraction="pace", level="caution", match=match, by=None)
    page = markup(staff(round_, "judge").get(f"/e/{slug}/players/{match.left_id}/matches"))
    assert "Pace of play" in page


def test_filters(round_, slug):
    match, head = round_.matches.get(table=1), staff(round_, "head_judge")
    penalties.give_penalty(match.left, infraction="pace", level="caution", match=match, by=None)
    penalties.give_penalty(match.right, infraction="late", level="game_loss", match=match, by=None)
    for query, n in (
        ({"state": "waiting"}, 1),
        ({"level": "caution"}, 1),
        ({"infraction": "cheating"}, 0),
        ({}, 2),
    ):
        page = markup(head.get(f"/e/{slug}/penalties", query))
        assert page.count('<a class="strong" href="/e/') == n, query


def test_the_report_leaves_cautions_out(round_, slug):
    """M-073."""
    match = round_.matches.get(table=1)
    penalties.give_penalty(match.left, infraction="pace", level="caution", match=match, by=None)
    penalties.give_penalty(match.left, infraction="pace", level="warning", match=match, by=None, note="=1+1")
    client = staff(round_, "organizer")
    sheet = load_workbook(BytesIO(client.get(f"/e/{slug}/penalties/report.xlsx").content)).worksheets[0]
    rows = list(sheet.iter_rows(min_row=2, values_only=True))
    assert [row[6] for row in rows] == ["Warning"]
    assert (rows[0][8], sheet.cell(2, 9).data_type) == ("=1+1", "s")
    assert client.get(f"/e/{slug}/penalties/report.pdf").content[:4] == b"%PDF"
    assert staff(round_, "judge").get(f"/e/{slug}/penalties/report.pdf").status_code == 403


def test_a_long_note_is_printed_whole(round_):
    match, note = round_.matches.get(table=1), " ".join(f"word{n}" for n in range(60))
    row = penalties.give_penalty(
        match.left, infraction="pace", level="warning", match=match, by=None, note=note
    )
    event = round_.division.tournament
    data, _kind = printed.penalty_report(event, [row], "pdf", lambda path: path)
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(data)).pages)
    assert "word59" in text
    assert "…" not in text


def test_a_long_list_takes_as_many_queries_as_a_short_one(round_, slug, django_assert_max_num_queries):
    match, judge = round_.matches.get(table=1), staff(round_, "judge")
    for number in range(40):
        penalties.give_penalty(
            match.left, infraction="pace", level="caution", match=match, by=None, note=str(number)
        )
    with django_assert_max_num_queries(14):
        judge.get(f"/e/{slug}/penalties")


def test_no_public_page_tells_of_penalties(round_, slug):
    match = round_.matches.get(table=1)
    penalties.give_penalty(match.left, infraction="pace", level="warning", match=match, by=None)
    for page in ("", "pairings", "tables", "standings", "screen"):
        assert "Pace of play" not in markup(Client().get(f"/e/{slug}/{page}"))
    assert Client().get(f"/e/{slug}/penalties").status_code == 302


def test_a_game_loss_for_a_finished_table_waits_for_the_next_match_and_counts_there(round_, slug):
    head, match = staff(round_, "head_judge"), round_.matches.select_related("left__player").get(table=1)
    play.report_all(round_)
    address, typed = new(round_, level="game_loss")
    page = markup(head.post(address, typed, follow=True))
    row = round_.division.tournament.penalties.get()
    assert row.confirmed_at is not None
    assert "Waiting for a match" in page
    assert "It counts in the next one: once that match is posted, apply it here" in page
    assert "/serve" not in page
    home = rounds.close_round(round_, by=None).division
    following = rounds.post(rounds.pair_next_round(home, by=None, seed=4), by=None)
    seat = following.matches.get(seats__entry=match.left_id)
    page = markup(head.get(f"/e/{slug}/penalties/{row.pk}"))
    assert f"in round 2, table {seat.table}" in page
    head.post(f"/e/{slug}/penalties/{row.pk}/serve", {"match": seat.pk})
    row.refresh_from_db()
    assert (row.match_id, bool(row.applied)) == (seat.pk, True)
    assert "Waiting for a match" not in markup(head.get(f"/e/{slug}/penalties/{row.pk}"))


@pytest.mark.parametrize("at_table", [True, False])
def test_a_disqualification_in_the_cut_is_given_and_withdrawn_on_the_pages(at_table):
    of = in_cut(edition="2026")
    posted = rounds.post(rounds.pair_next_round(of, by=None), by=None)
    head, player, slug = staff(posted, "head_judge"), seed(of, 1), of.tournament.slug
    match = match_of(player, posted)
    address = f"/e/{slug}/penalties/new?entry={player.pk}" + (f"&match={match.pk}" if at_table else "")
    typed = {"infraction": "cheating", "level": "disqualification", "note": "Marked cards"}
    page = head.post(address, typed, follow=True)
    row = of.tournament.penalties.get()
    assert (page.status_code, row.confirmed_at is not None) == (200, True)
    assert (match_of(player, posted).outcome, seed(of, 1).disqualified) == ("right", True)
    head.post(f"/e/{slug}/penalties/{row.pk}/withdraw", {"why": "Wrong player"})
    assert (match_of(player, posted).outcome, seed(of, 1).active) == ("pending", True)
