"""B.1: if the worker of an import dies, this is shown, the file is deleted, and the import can be repeated."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cards.models import Card, CardImport
from cards.services import catalogue
from cards.services.catalogue import jobs
from tests import build
from tests.cards.cards import CARDS, zipped

pytestmark = pytest.mark.django_db
State = CardImport.State


def job(state: str = State.RUNNING, minutes: float = 0, **fields: object) -> CardImport:
    then = timezone.now() - timedelta(minutes=minutes)
    made = CardImport.objects.create(name="x.zip", data=b"x", state=state, last_seen_at=then, **fields)
    CardImport.objects.filter(pk=made.pk).update(at=then)
    return made


@pytest.mark.parametrize(
    ("state", "minutes", "after"),
    [
        (State.RUNNING, 4, State.RUNNING),
        (State.RUNNING, 6, State.FAILED),
        (State.WAITING, 59, State.WAITING),
        (State.WAITING, 61, State.FAILED),
        (State.DONE, 600, State.DONE),
    ],
)
def test_a_silent_job_is_given_up(state: str, minutes: float, after: str) -> None:
    made = job(state, minutes)
    assert catalogue.fail_stalled_imports() == (state != after)
    made.refresh_from_db()
    assert made.state == after
    if state != after:
        assert (made.data, made.report["code"]) == (None, "IMPORT_STALLED")
        assert made.ended_at is not None


def test_what_breaks_is_raised_and_the_job_says_that_it_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_args: object, **_kwargs: object) -> None:
        raise MemoryError

    monkeypatch.setattr(jobs, "import_upload", breaks)
    made = catalogue.store_import(name="x.zip", data=zipped(*CARDS), by=build.user())
    with pytest.raises(MemoryError):
        catalogue.run_import(made)
    made.refresh_from_db()
    assert (made.state, made.data, made.report["code"]) == (State.FAILED, None, "IMPORT_FAILED")


def test_one_given_up_is_not_read_when_its_worker_comes_back() -> None:
    made = job(State.WAITING, 61)
    before = Card.objects.count()
    catalogue.fail_stalled_imports()
    assert catalogue.run_import(made).state == State.WAITING
    made.refresh_from_db()
    assert (made.state, Card.objects.count()) == (State.FAILED, before)


def test_one_whose_worker_was_killed_is_read_by_the_next() -> None:
    made = catalogue.store_import(name="x.zip", data=zipped(*CARDS), by=build.user())
    CardImport.objects.filter(pk=made.pk).update(state=State.RUNNING, last_seen_at=timezone.now())
    assert catalogue.run_import(made).state == State.WAITING
    made.refresh_from_db()
    assert (made.state, bool(made.data)) == (State.RUNNING, True)
    assert catalogue.run_import(made, again=True).state == State.DONE
    made.refresh_from_db()
    cards = Card.objects.count()
    assert catalogue.run_import(made, again=True) == made
    assert (made.state, Card.objects.count()) == (State.DONE, cards)


def test_the_page_tells_it_and_offers_another_file(client: Client) -> None:
    made = job(minutes=6)
    keeper = build.user("keeper")
    keeper.user_permissions.add(build.permission("change_card"))
    client.force_login(keeper)
    page = client.get(reverse("cards:card_import_job", args=[made.pk])).text
    assert "The import stopped" in page
    assert "Import not finished" in page
    assert "Nothing was imported" not in page
    assert reverse("cards:card_import") in page
    assert "hx-trigger" not in page.partition('id="job"')[2]
