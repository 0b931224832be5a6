"""Draft pods on their page and on paper."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from drafts.models import Pod
from drafts.services import pods
from tests import build
from tests.drafts.drafts import draft
from tests.html import markup
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    return build.division(15, play_style="limited", published=True)


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(build.organizer(home))
    return signed_in


def url(of: Division, name: str = "pods", *more: object) -> str:
    return reverse(f"drafts:{name}", args=[of.tournament.slug, *more])


def test_staff_draw_and_everybody_finds_a_seat(client: Client, home: Division) -> None:
    page = markup(client.get(url(home)))
    assert "3 pods of 5" in page
    answer = client.post(url(home, "pods_draw", home.pk), {"size": "5"}, follow=True)
    assert "Pods made." in markup(answer)
    assert Pod.objects.count() == 3
    seen = markup(Client().get(url(home)))
    assert seen.count("Pod 1, seat") == 5
    assert "Make new pods" not in seen
    client.post(url(home, "pods_clear", home.pk), {"seen": str(Pod.objects.earliest("pk").seed)})
    assert "No pods yet" in markup(Client().get(url(home)))


def test_a_field_that_cannot_be_split_is_told_what_can_be_done(client: Client) -> None:
    of = build.division(11, play_style="limited")
    client.force_login(build.organizer(of))
    page = markup(client.get(url(of)))
    assert "11 players cannot be split into equal pods" in page
    assert "If 1 player sits out" in page
    assert client.post(url(of, "pods_draw", of.pk), {"size": "11"}).status_code == 400
    assert not Pod.objects.exists()


def test_the_sheet_has_a_page_for_the_wall_and_one_for_each_pod(client: Client, home: Division) -> None:
    pods.draw_pods(home, (5, 5, 5), by=None, seed=1)
    answer = client.get(url(home, "pods_sheet", home.pk))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.count(b"/Type /Page\n") + answer.content.count(b"/Type /Page ") == 4


def test_names_sit_around_the_table_and_the_seed_is_told(client: Client, home: Division) -> None:
    pods.draw_pods(home, (5, 5, 5), by=None, seed=4711)
    page = markup(client.get(url(home)))
    assert "from random seed 4711" in page
    name = str(home.entries.order_by("id")[0].player)
    assert name in page[page.index('class="oval"') :]
    printed = client.get(url(home, "pods_sheet", home.pk)).content
    text = " ".join(one.extract_text() for one in PdfReader(BytesIO(printed)).pages)
    assert "Seats assigned from random seed 4711." in text
    assert text.count(name) == 3


def test_pods_of_a_draft_are_drawn_anew_on_its_page(client: Client, home: Division) -> None:
    draft(home)
    page = markup(client.get(url(home)))
    assert "These pods are the seats of a draft." in page
    assert url(home, "pods_draw", home.pk) not in page
    assert url(home, "pods_clear", home.pk) not in page
