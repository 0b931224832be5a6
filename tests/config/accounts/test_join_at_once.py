"""Helpers join at the same moment with the same username: one gets it, the others choose another."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests import build
from tests.html import markup
from tournaments.models import StaffInvitation, User
from tournaments.services import staff_invitations

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    "names", [["kai"] * 6, ["kai", "Kai", "KAI", "kAi", "kaI", "KaI"]], ids=["one", "cases"]
)
def test_six_invitations_and_one_username(names: list[str]) -> None:
    event = build.event()
    tokens = [
        staff_invitations.create_staff_invitation(event, by=None, role="judge", hours=12).token
        for _name in names
    ]
    begin = Barrier(len(names))

    def join(token: str, name: str) -> tuple[int, str]:
        client = Client(raise_request_exception=False)
        begin.wait(30)
        fields = {"username": name, "password1": "cinder-owl-47", "password2": "cinder-owl-47"}
        try:
            page = client.post(reverse("tournaments:join", args=[token]), fields)
            return page.status_code, markup(page) if page.status_code == 200 else ""
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(names)) as threads:
        answers = list(threads.map(join, tokens, names))
    assert sorted(status for status, _page in answers) == [200] * 5 + [302]
    assert all("already" in page for status, page in answers if status == 200)
    assert User.objects.filter(username__iexact="kai").count() == 1
    assert StaffInvitation.objects.count() == 5
