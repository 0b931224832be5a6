"""Late players on the pages of drafts and pools: a seat, or a pool entered by hand; and pools that are not complete."""

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEvent
from decks.models import Draft, Pool
from drafts.services import draft_runs
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import signed_in, text, url
from tests.drafts.pools import SIX
from tests.html import markup
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

LATE = "Late players without a seat"


@pytest.fixture
def row() -> Draft:
    return draft(build.division(7, play_style="limited", published=True))


def latecomer(row: Draft) -> Entry:
    build.add_players(row.division.tournament, 1)
    return Entry.objects.latest("pk")


def pool_url(row: Draft, entry: Entry) -> str:
    return reverse("decks:pool", args=[row.division.tournament.slug, row.pk, entry.pk])


def test_a_late_player_is_offered_a_seat_until_the_first_pick(row: Draft) -> None:
    staff = signed_in(row.division, "scorekeeper")
    assert LATE not in text(staff, url(row.division))
    entry = latecomer(row)
    target = url(row.division, "draft_late", row.pk)
    assert target in text(staff, url(row.division))
    refused = staff.post(target, {"entry": "0", "pod": "1"})
    assert refused.status_code == 422
    assert staff.post(target, {"entry": entry.pk, "pod": "1"}).status_code == 302
    row.refresh_from_db()
    assert row.seats[0][-1] == entry.pk
    assert f"{entry} has a seat." in text(staff, url(row.division))
    other = latecomer(row)
    full = staff.post(target, {"entry": other.pk, "pod": "1"})
    assert full.status_code == 400
    assert f'<option value="{other.pk}" selected' in markup(full)
    for step in range(3):
        draft_runs.tap_step(row, 0, "next", step=step, by=None)
    page = text(staff, url(row.division))
    assert LATE in page
    assert target not in page


def test_the_pool_of_a_late_player_is_entered_by_hand_with_its_packs(row: Draft) -> None:
    for step in range(3):
        draft_runs.tap_step(row, 0, "next", step=step, by=None)
    entry, staff = latecomer(row), signed_in(row.division, "scorekeeper")
    pools = reverse("decks:pools", args=[row.division.tournament.slug, row.pk])
    assert pool_url(row, entry) in text(staff, pools)
    assert "Packs that the player opened" in text(staff, pool_url(row, entry))
    entered = {"do": "save", "seen": "0", "other": SIX, "note": ""}
    refused = markup(staff.post(pool_url(row, entry), entered))
    assert "Name the packs that the player opened." in refused
    assert not Pool.objects.exists()
    saved = staff.post(pool_url(row, entry), entered | {"note": "2 EVO from the shelf"})
    assert saved.status_code == 302
    page = text(staff, pools)
    assert "Without a seat" in page
    assert LATE not in page
    assert "2 EVO from the shelf" in text(staff, pool_url(row, entry))
    absent_entry = Entry.objects.get(pk=row.seats[0][0])
    Entry.objects.filter(pk=entry.pk).update(checked_in_at=None)
    assert staff.get(pool_url(row, absent_entry)).status_code == 200
    stranger = Entry.objects.get(pk=latecomer(row).pk)
    Entry.objects.filter(pk=stranger.pk).update(checked_in_at=None)
    assert staff.get(pool_url(row, stranger)).status_code == 404


def test_a_pool_with_a_card_missing_is_saved_after_a_question(row: Draft) -> None:
    entry, staff = Entry.objects.get(pk=row.seats[0][0]), signed_in(row.division, "scorekeeper")
    five = SIX.replace("2 ", "1 ", 1)
    entered = {"do": "save", "seen": "0", "other": five, "note": ""}
    question = markup(staff.post(pool_url(row, entry), entered))
    assert "5 of 6 cards are counted." in question
    assert 'value="save_anyway"' in question
    assert not Pool.objects.exists()
    assert staff.post(pool_url(row, entry), entered | {"do": "save_anyway"}).status_code == 302
    assert Pool.objects.count() == 1


def test_an_odd_solomon_field_asks_the_head_judge_what_happens_to_the_odd_player() -> None:
    row = draft(build.division(4, play_style="limited", published=True), "solomon", seats=False)
    alone = latecomer(row)
    target = url(row.division, "draft_seats", row.pk)
    scorekeeper = signed_in(row.division, "scorekeeper")
    assert "Odd player" not in markup(scorekeeper.post(target, {"seen": "0", "bye": alone.pk}))
    judge = signed_in(row.division, "head_judge")
    question = text(judge, url(row.division))
    assert "Assign the seats: pool by hand" in question
    assert f'value="{alone.pk}"' in question
    assert judge.post(target, {"seen": "0", "bye": alone.pk, "odd": "trio"}).status_code == 302
    row.refresh_from_db()
    assert [len(pair) for pair in row.seats] == [2, 3]
    assert row.seats[1][2] == alone.pk
    seen = {"seen": str(row.seed), "bye": alone.pk, "odd": "bye"}
    assert judge.post(target, seen).status_code == 302
    row.refresh_from_db()
    assert [len(pair) for pair in row.seats] == [2, 2]
    line = JournalEvent.objects.get(kind="DraftByeGiven")
    assert line.facts["reason"] == "5 players"
    assert f"Without a pair: {alone}" in text(judge, url(row.division))
    run = reverse("drafts:draft", args=[row.division.tournament.slug, row.pk])
    page = text(judge, run)
    assert f"Hand out 2 packs to {alone}" in page
    assert pool_url(row, alone) in page
    assert "Without a pair" not in text(Client(), run)
