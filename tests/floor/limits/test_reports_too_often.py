"""A phone cannot fill the journal with reports, whatever it reports about whichever match."""

from itertools import cycle, islice

import pytest
from django.test import Client

from core.models import JournalEvent
from pairings.models import Match, Report
from pairings.services.reports.result_reports import MAX_REPORTS
from pairings.services.rounds import rounds
from tests.floor.views.test_my_reports import page_of, send, table, url
from tests.pairings.build import report_all
from tournaments.models import Entry

pytestmark = pytest.mark.django_db

KINDS = ("won", "lost", "tie", "agreed_tie", "conceded", "they_conceded")
TOO_OFTEN = f"{MAX_REPORTS} times. Ask a judge"


def sends(phone: Entry, many: int, *, withdrawing: bool = False) -> None:
    """Send this many reports, each with another result than the previous one."""
    client = Client()
    for how in islice(cycle(KINDS), many):
        client.post(url(phone, "my_report"), {"how": how})
        if withdrawing:
            client.post(url(phone, "my_withdraw"))


def stored(match: Match, phone: Entry) -> int:
    return Report.objects.filter(match=match, entry=phone).count()


@pytest.mark.slow
@pytest.mark.parametrize("withdrawing", [False, True], ids=["changing", "withdrawing"])
def test_reports_of_every_kind_count_together(withdrawing: bool) -> None:
    match = table()
    before = JournalEvent.objects.count()
    sends(match.left, MAX_REPORTS - 1, withdrawing=withdrawing)
    assert TOO_OFTEN not in send(match.left, how="they_conceded")
    sends(match.left, 60 - MAX_REPORTS, withdrawing=withdrawing)
    assert TOO_OFTEN in send(match.left, how="won")
    assert stored(match, match.left) == MAX_REPORTS
    assert JournalEvent.objects.count() - before <= 2 * MAX_REPORTS


def test_two_phones_of_one_table_have_their_own_ten() -> None:
    match = table()
    sends(match.left, MAX_REPORTS + 2, withdrawing=True)
    sends(match.right, MAX_REPORTS + 2, withdrawing=True)
    assert (stored(match, match.left), stored(match, match.right)) == (MAX_REPORTS, MAX_REPORTS)


def test_the_next_match_is_reported_all_the_same_and_no_more_often() -> None:
    first = table()
    home, phone = first.round.division, first.left
    sends(phone, MAX_REPORTS + 2)
    round_ = home.rounds.get()
    report_all(round_)
    rounds.close_round(round_, by=None)
    rounds.post(rounds.pair_next_round(home, by=None, seed=2), by=None)
    second = Match.objects.get(round__number=2, seats__entry=phone)
    assert TOO_OFTEN not in page_of(phone)
    sends(phone, MAX_REPORTS + 2)
    assert (stored(first, phone), stored(second, phone)) == (MAX_REPORTS, MAX_REPORTS)
