"""Two pages never disagree: every page of a day says the same of the same fact, to everyone, at each moment."""

from collections import defaultdict

import pytest
from django.test import Client
from django.urls import reverse

from tests.config.agreement import day as days
from tests.config.agreement.crawl import Page, pages
from tests.config.agreement.day import Day

pytestmark = pytest.mark.django_db

READERS = ("visitor", *days.STAFF, *days.FIELD)


@pytest.mark.timeout(900)
def test_pages_agree_all_day(subtests) -> None:
    day = days.begin()
    for moment in days.moments(day):
        shown: dict[tuple[str, str], dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
        bare: dict[str, list[str]] = defaultdict(list)
        for reader in READERS:
            for address, html in walk(day, reader):
                page = Page(html)
                for fact, whom, value in page.marks:
                    shown[fact, whom][value].append(f"{reader} {address}")
                for number in page.bare:
                    bare[number].append(f"{reader} {address}")
        with subtests.test(f"{moment}: equal facts"):
            wrong = {key: {value: on[:3] for value, on in values.items()} for key, values in shown.items()}
            assert {key: values for key, values in wrong.items() if len(values) > 1} == {}
        with subtests.test(f"{moment}: numbers without a mark"):
            assert {number: on[:3] for number, on in bare.items()} == {}
        with subtests.test(f"{moment}: facts are marked"):
            expected = {"players", "format", "cut"} | ({"clock"} if moment == "at the tables" else set())
            assert expected <= {fact for fact, _ in shown}


def walk(day: Day, reader: str) -> list[tuple[str, str]]:
    """The pages that one reader sees now."""
    client, front = Client(), reverse("tournaments:event", args=[day.event.slug])
    if reader in day.staff:
        client.force_login(day.staff[reader])
    starts = [day.link(reader), front] if reader in days.FIELD else [front]
    starts += [reverse("floor:hall_screen", args=[day.event.slug])]
    return list(pages(client, starts, front))
