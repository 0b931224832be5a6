"""The page and the sheet of the pocket book, and the rulings of an event."""

import pytest
from django.test import Client

from floor.services import rulings
from pairings.services.rounds import rounds
from tests import build
from tests.html import markup
from tests.pairings import build as play
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
RULING = {"question": "May I write down Prizes?", "answer": "Yes, on paper.", "rule": "R-029"}


@pytest.fixture
def event(client: Client) -> Tournament:
    marta = build.user()
    client.force_login(marta)
    return build.event(by=marta, edition="2026")


def test_anybody_reads_the_book_of_their_edition(client):
    old = markup(client.get("/pocket-book", {"edition": "2017", "q": "sudden death"}))
    new = markup(client.get("/pocket-book", {"q": "tiebreaker"}))
    assert "At 1-1: one Sudden Death game" in old
    assert "a tiebreaker game decides, with 6 Prize cards" in new


@pytest.mark.parametrize("typed", ["<script>", "x" * 500, "\0", "2019"])
def test_odd_words_find_nothing_and_break_nothing(client, typed):
    page = client.get("/pocket-book", {"edition": typed, "q": typed, "at": typed})
    assert page.status_code == 200
    assert "<script>" not in markup(page).partition("<main")[2]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_the_book_is_printed(client, paper, edition):
    answer = client.get(f"/pocket-book-{paper}.pdf", {"edition": edition})
    assert (answer["Content-Type"], answer.content[:4]) == ("application/pdf", b"%PDF")


def test_a_ruling_is_noted_read_by_all_judges_and_withdrawn(client, event):
    page = markup(client.post(f"/e/{event.slug}/rulings", RULING, follow=True))
    row = event.rulings.get()
    assert f"/e/{event.slug}/rulings/{row.pk}/withdraw" in page
    judge = Client()
    judge.force_login(build.staff(event, "judge"))
    read = markup(judge.get(f"/e/{event.slug}/rulings"))
    assert "Yes, on paper." in read
    assert "Record a ruling" not in read
    client.post(f"/e/{event.slug}/rulings/{row.pk}/withdraw")
    assert "Yes, on paper." not in markup(judge.get(f"/e/{event.slug}/rulings"))
    client.post(f"/e/{event.slug}/rulings/{row.pk}/restore")
    assert "Yes, on paper." in markup(judge.get(f"/e/{event.slug}/rulings"))
    kinds = [line.kind for line in event.journal.order_by("id") if line.kind.startswith("Ruling")]
    assert kinds == ["RulingNoted", "RulingWithdrawn", "RulingRestored"]


def test_a_judge_is_told_who_writes_rulings(client, event):
    client.force_login(build.staff(event, "judge"))
    page = markup(client.post(f"/e/{event.slug}/rulings", RULING, follow=True))
    assert "Ask one of them." in page
    assert not event.rulings.exists()


def test_what_was_typed_is_kept(client, event):
    page = markup(client.post(f"/e/{event.slug}/rulings", RULING | {"answer": ""}))
    assert "May I write down Prizes?" in page
    assert not event.rulings.exists()


def test_the_same_question_is_answered_once(client, event):
    client.post(f"/e/{event.slug}/rulings", RULING)
    page = markup(client.post(f"/e/{event.slug}/rulings", RULING | {"answer": "No."}))
    assert "There is already a ruling on “May I write down Prizes?”." in page
    assert "No." in page


def test_steps_that_were_done_already_are_told(event):
    row = rulings.record_ruling(event, by=None, question="Why?", answer="Because.")
    assert build.refusal(rulings.restore_ruling, row, by=None).code == "RULING_STANDS"
    rulings.withdraw_ruling(row, by=None)
    assert build.refusal(rulings.withdraw_ruling, row, by=None).code == "RULING_WITHDRAWN"


def test_a_hundred_rulings_take_the_same_queries(client, event, django_assert_max_num_queries):
    for number in range(100):
        rulings.record_ruling(event, by=None, question=f"Question {number}", answer="Yes.")
    with django_assert_max_num_queries(12):
        client.get(f"/e/{event.slug}/rulings")


def test_the_page_of_a_table_opens_the_book_at_its_moment(client):
    division = play.division(4, edition="2017")
    round_ = rounds.post(rounds.pair_next_round(division, by=None, seed=1), by=None)
    event = division.tournament
    client.force_login(build.staff(event, "judge"))
    match = round_.matches.get(table=1)
    page = markup(client.get(f"/e/{event.slug}/round/{division.pk}/1/match/{match.pk}"))
    assert "/pocket-book?edition=2017&amp;at=extraturns" in page
    assert "No winner in a Swiss match" in markup(client.get("/pocket-book?edition=2017&at=extraturns"))
