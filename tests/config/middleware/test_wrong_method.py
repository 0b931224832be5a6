"""A URL that only accepts forms, opened as a page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import build
from tests.html import markup

pytestmark = pytest.mark.django_db


def publish() -> tuple[str, str]:
    """Return the URL of a button of the desk, and the page of its event."""
    slug = build.event(by=build.user("ana"), published=True).slug
    return reverse("tournaments:publish", args=[slug]), reverse("tournaments:event", args=[slug])


def test_it_says_what_to_do_and_leads_to_the_event(client: Client) -> None:
    address, event = publish()
    answer = client.get(address)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert f'href="{event}"' in markup(answer)
    assert "Open the page with that button and press it again." in " ".join(markup(answer).split())


def test_one_of_no_event_leads_to_all_events(client: Client) -> None:
    client.force_login(build.user())
    answer = client.get(reverse("sessions_end"))
    assert answer.status_code == 405
    assert "Open the event" not in markup(answer)


@pytest.mark.parametrize("method", ["head", "put", "delete"])
def test_a_program_gets_no_page(client: Client, method: str) -> None:
    answer = getattr(client, method)(publish()[0])
    assert (answer.status_code, answer.content) == (405, b"")


def test_whoever_was_signed_out_comes_back_to_the_page_of_the_button(client: Client) -> None:
    address, event = publish()
    page = f"http://testserver{event}"
    sent = client.post(address, HTTP_REFERER=page)
    assert sent.status_code == 302
    signed_in = client.post(sent["Location"], {"login": "ana", "password": "secret"})
    assert signed_in["Location"] == page


@pytest.mark.parametrize("came_from", ["", "https://elsewhere.example/e/cup"])
def test_a_page_of_others_is_no_way_back(client: Client, came_from: str) -> None:
    address, _event = publish()
    assert client.post(address, HTTP_REFERER=came_from)["Location"] == f"/account/login/?next={address}"
