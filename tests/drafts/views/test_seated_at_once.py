"""Two staff members assign seats from the same page: players are seated once, until someone confirms a redraw."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from core.models import JournalEvent
from decks.models import Draft
from drafts.queries import pods as queries
from drafts.services import pods
from tests import build
from tests.drafts.drafts import draft
from tests.drafts.pages import url
from tests.html import markup
from tournaments.models import Division, User

pytestmark = [pytest.mark.django_db(transaction=True)]

REFUSED = "assigned the seats on"


@pytest.fixture
def home() -> Division:
    return build.division(8, play_style="limited", published=True)


def desk(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def form(client: Client, page: str, target: str) -> dict[str, str]:
    """Return the hidden fields of the form on a page that is sent to `target`."""
    source = markup(client.get(page))
    fields = source[source.index(f'action="{target}"') :].split("</form>")[0]
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', fields)
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def at_once(calls: list[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    begin = Barrier(len(calls), timeout=60)

    def one(call: Callable[[], HttpResponse]) -> HttpResponse:
        try:
            begin.wait()
            return call()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.postgres
def test_two_press_assign_at_the_same_moment(home: Division, again: bool) -> None:
    row = draft(home, seats=again)
    target = url(home, "draft_seats", row.pk)
    desks = [desk(build.organizer(home)), desk(build.staff(home.tournament, "scorekeeper"))]
    seen = [form(one, url(home), target) for one in desks]
    lines = JournalEvent.objects.filter(kind="DraftSeated").count()
    answers = at_once([lambda at=at: desks[at].post(target, seen[at]) for at in range(2)])
    assert sorted(one.status_code for one in answers) == [302, 400]
    assert JournalEvent.objects.filter(kind="DraftSeated").count() == lines + 1
    line = JournalEvent.objects.filter(kind="DraftSeated").latest("pk")
    assert Draft.objects.get(pk=row.pk).seed == line.facts["seed"]
    (refused,) = (one for one in answers if one.status_code == 400)
    assert f"{line.by_name} {REFUSED}" in markup(refused)


def test_a_page_that_is_old_moves_no_one_and_the_next_press_does(home: Division) -> None:
    row = draft(home, seats=False)
    target, marta = url(home, "draft_seats", row.pk), build.organizer(home)
    here, there = desk(marta), desk(build.staff(home.tournament, "scorekeeper", "hana"))
    old = form(there, url(home), target)
    here.post(target, form(here, url(home), target))
    seats = queries.entry_ids_by_pod(home)
    assert f"{marta} {REFUSED}" in markup(there.post(target, old))
    assert queries.entry_ids_by_pod(home) == seats
    assert there.post(target, form(there, url(home), target)).status_code == 302
    assert queries.pod_seed(home) == JournalEvent.objects.latest("pk").facts["seed"]
    assert JournalEvent.objects.filter(kind="DraftSeated").count() == 2


@pytest.mark.parametrize("step", ["pods_draw", "pods_clear"])
def test_pods_made_since_the_page_was_loaded_stay(home: Division, step: str) -> None:
    pods.draw_pods(home, (8,), by=None, seed=1)
    there = desk(build.staff(home.tournament, "scorekeeper", "hana"))
    old = form(there, url(home), url(home, step, home.pk))
    marta = build.organizer(home)
    pods.draw_pods(home, (4, 4), by=marta, seed=2)
    answer = there.post(
        url(home, step, home.pk),
        old | {"size": "8"},
        headers={"referer": f"http://testserver{url(home)}"},
    )
    page = markup(there.get(url(home))) if answer.status_code == 302 else markup(answer)
    assert f"{marta} {REFUSED}" in page
    assert queries.pod_seed(home) == 2
    there.post(url(home, step, home.pk), form(there, url(home), url(home, step, home.pk)) | {"size": "8"})
    assert queries.pod_seed(home) != 2
