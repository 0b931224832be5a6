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


def url(of: Division, name: str = "drafts", *more: object) -> str:
    return reverse(f"drafts:{name}", args=[of.tournament.slug, *more])


def journal(of: Division) -> str:
    return reverse("tournaments:journal", args=[of.tournament.slug])


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
    assert "No draft is set up yet" in markup(Client().get(url(home)))


def test_eleven_players_all_sit_in_pods_of_6_and_5_with_one_tap_and_the_reason_stays(client: Client) -> None:
    of = build.division(11, play_style="limited")
    client.force_login(build.organizer(of))
    page = markup(client.get(url(of)))
    assert "Pods of 6 + 5 (reason: 11 players)" in page
    assert "sits out" not in page
    assert client.post(url(of, "pods_draw", of.pk), {"size": "11"}).status_code == 400
    client.post(url(of, "pods_draw", of.pk), {"size": "6+5"})
    assert [pod.seats.count() for pod in Pod.objects.order_by("number")] == [6, 5]
    assert "Draft pods of unequal size: 6 + 5. Reason: 11 players" in markup(client.get(journal(of)))


def test_without_the_power_to_rule_pods_stay_equal(client: Client) -> None:
    of = build.division(11, play_style="limited")
    client.force_login(build.staff(of.tournament, "scorekeeper"))
    page = markup(client.get(url(of)))
    assert "11 players cannot be split into equal pods" in page
    assert "If 1 player sits out" in page
    assert client.post(url(of, "pods_draw", of.pk), {"size": "6+5"}).status_code == 400
    assert not Pod.objects.exists()


def test_the_old_address_of_the_pods_leads_to_the_drafts(home: Division) -> None:
    answer = Client().get(url(home, "pods") + f"?division={home.pk}")
    assert (answer.status_code, answer["Location"]) == (302, f"{url(home)}?division={home.pk}")


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
    assert "Around the tables" in page
    assert url(home, "pods_draw", home.pk) not in page
    assert url(home, "pods_clear", home.pk) not in page


def test_a_planned_draft_of_twelve_seats_the_eleven_who_came_with_one_tap(client: Client) -> None:
    of = build.division(12, play_style="limited", published=True)
    row = draft(of, seats=False)
    client.force_login(build.organizer(of))
    absent = of.entries.earliest("pk")
    absent.checked_in_at = None
    absent.save()
    assert "Assign the seats: Pods of 6 + 5 (reason: 11 players)" in markup(client.get(url(of)))
    client.post(url(of, "draft_seats", row.pk), {"seen": "0", "sizes": "6 + 5"})
    row.refresh_from_db()
    assert ([len(pod) for pod in row.seats], row.reason) == ([6, 5], "11 players")
    page = markup(client.get(url(of)))
    assert "Going ahead anyway: 11 players" in page
    assert "This is not possible" not in page
    assert "11 players" in markup(client.get(journal(of)))
    assert "Pod 2" in markup(Client().get(url(of)))


def test_sizes_that_the_page_did_not_offer_are_refused_in_words(client: Client) -> None:
    of = build.division(11, play_style="limited")
    row = draft(of, seats=False, pods=(6, 5), override=True)
    row.setup = {**row.setup, "pods": [], "override": False}
    row.save()
    client.force_login(build.staff(of.tournament, "scorekeeper"))
    answer = client.post(url(of, "draft_seats", row.pk), {"seen": "0", "sizes": "6 + 5"})
    assert answer.status_code == 400
    assert "Pods are of equal size" in markup(answer)
