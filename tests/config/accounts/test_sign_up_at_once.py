"""Several people sign up with the same name at the same moment: one gets it, the others see why they did not."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import cache
from django.db import connections
from django.test import Client
from django.urls import reverse

from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("same_case", [True, False])
def test_six_at_once(same_case: bool) -> None:
    cache.clear()
    begin = Barrier(6)
    names = (
        ["ash", "ash", "ash", "ash", "ash", "ash"]
        if same_case
        else ["ash", "Ash", "ASH", "aSh", "asH", "AsH"]
    )

    def sign_up(name: str) -> tuple[int, str]:
        client = Client(raise_request_exception=False)
        begin.wait(30)
        fields = {"username": name, "password1": "Gym-Leader-7", "password2": "Gym-Leader-7"}
        try:
            page = client.post(reverse("account_signup"), fields)
            return page.status_code, markup(page) if page.status_code == 200 else ""
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(sign_up, names))
    assert sorted(status for status, _page in answers) == [200, 200, 200, 200, 200, 302]
    assert all(
        "already exists" in page or "already taken" in page for status, page in answers if status == 200
    )
    assert User.objects.filter(username__iexact="ash").count() == 1
