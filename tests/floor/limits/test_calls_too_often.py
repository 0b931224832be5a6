"""A phone cannot fill the journal by raising and lowering a hand repeatedly."""

import pytest
from django.test import Client

from core.models import JournalEvent
from floor.models import JudgeCall
from floor.services.calls import MAX_LOWERED, raise_hand
from tests.floor.views.test_my_reports import table, url
from tests.html import markup
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def raises_and_lowers(phone: Entry, times: int) -> None:
    client = Client()
    for _time in range(times):
        client.post(url(phone, "my_call"))
        client.post(url(phone, "my_call"), {"do": "back"})


@pytest.mark.slow
def test_a_hand_goes_up_and_down_so_often_and_then_stays_down() -> None:
    match = table()
    before = JournalEvent.objects.count()
    raises_and_lowers(match.left, 60)
    assert JournalEvent.objects.count() - before == 2 * MAX_LOWERED
    answer = Client().post(url(match.left, "my_call"), follow=True)
    assert f"{MAX_LOWERED} times in this match. Raise your own hand" in markup(answer)


def test_a_judge_still_calls_for_the_table_and_the_opponent_for_themself() -> None:
    match = table()
    raises_and_lowers(match.left, MAX_LOWERED + 1)
    Client().post(url(match.right, "my_call"))
    raise_hand(match)
    assert JudgeCall.objects.filter(match=match, withdrawn=False).count() == 2
