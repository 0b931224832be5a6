"""Draft pods on their page and on paper."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from decks.models import Pod
from decks.services.draft import pods
from tests.decks.drafts import draft
from tests.pairings import build as play
from tournaments.models import Division

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    return play.division(15, play_style="limited", published=True)


@pytest.fixture
def client(home: Division) -> Client:
    signed_in = Client()
    signed_in.force_login(play.organizer(home))
    return signed_in


def url(of: Division, name: str = "pods", *more: object) -> str:
    return reverse(f"decks:{name}", args=[of.tournament.slug, *more])


def test_staff_draw_and_everybody_finds_a_seat(client: Client, home: Division) -> None:
    page = client.get(url(home)).content.decode()
    assert "3 pods of 5" in page
    answer = client.post(url(home, "pods_draw", home.pk), {"size": "5"}, follow=True)
    assert "The pods are drawn." in answer.content.decode()
    assert Pod.objects.count() == 3
    seen = Client().get(url(home)).content.decode()
    assert seen.count("Pod 1, seat") == 5
    assert "Draw anew" not in seen
    client.post(url(home, "pods_clear", home.pk))
    assert "No pods are drawn yet" in Client().get(url(home)).content.decode()


def test_a_field_that_cannot_be_split_is_told_what_can_be_done(client: Client) -> None:
    of = play.division(11, play_style="limited")
    client.force_login(play.organizer(of))
    page = client.get(url(of)).content.decode()
    assert "11 players cannot be split into equal pods" in page
    assert "If 1 player sits out" in page
    assert client.post(url(of, "pods_draw", of.pk), {"size": "11"}).status_code == 400
    assert not Pod.objects.exists()


def test_the_sheet_has_a_page_for_the_wall_and_one_for_each_pod(client: Client, home: Division) -> None:
    pods.draw(home, (5, 5, 5), by=None, seed=1)
    answer = client.get(url(home, "pods_sheet", home.pk))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.count(b"/Type /Page\n") + answer.content.count(b"/Type /Page ") == 4


def test_names_sit_around_the_table_and_the_seed_is_told(client: Client, home: Division) -> None:
    pods.draw(home, (5, 5, 5), by=None, seed=4711)
    page = client.get(url(home)).content.decode()
    assert "from the seed 4711" in page
    name = str(home.entries.order_by("id")[0].player)
    assert name in page[page.index('class="oval"') :]
    printed = client.get(url(home, "pods_sheet", home.pk)).content
    said = " ".join(one.extract_text() for one in PdfReader(BytesIO(printed)).pages)
    assert "Seats drawn by lot from the seed 4711." in said
    assert said.count(name) == 3


def test_pods_of_a_draft_are_drawn_anew_on_its_page(client: Client, home: Division) -> None:
    draft(home)
    page = client.get(url(home)).content.decode()
    assert "These pods are the seats of a draft." in page
    assert url(home, "pods_draw", home.pk) not in page
    assert url(home, "pods_clear", home.pk) not in page
