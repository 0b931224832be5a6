"""Codes that no phone could open: pages that print one warn first, and pages that show one say so beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.test import Client, override_settings

from core.services import public_address
from pairings.services import event_copies
from tests.browser import visits
from tests.browser.hall import Hall, fresh_hall
from tests.papers import pages
from tournaments.models import User

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DEAD = "10.255.255.254"
"""A local network address that does not belong to this machine."""

WARNING = f"Codes would lead to http://{DEAD}:8000, which is not an address of this machine."
SHOW_IT = {"core:phones"}
"""Pages where the address itself is chosen and tested."""

FEEDS = {"floor:calendar", "tournaments:seals_feed"}
"""Files for programs, which reached them at a working address."""


def everything(hall: Hall) -> Iterator[str]:
    """Return each URL of the product that is requested with GET, in its states."""
    for name, some in visits.addresses(hall).items():
        if name not in SHOW_IT | FEEDS:
            yield from some


def organizer() -> Client:
    client = Client()
    client.force_login(User.objects.get(username="organizer"))
    return client


def carries_an_address(answer) -> bool:
    """Return whether the address for phones is on a page or a sheet, as a code or as text."""
    return hasattr(answer.wsgi_request, "_site")


@pytest.mark.slow
def test_whatever_carries_the_address_warns_first():
    hall = fresh_hall(visits.hall)
    public_address.save_public_address(
        by=User.objects.get(username="organizer"), address=f"http://{DEAD}:8000"
    )
    desk, carriers, unseen = organizer(), [], []
    for address in everything(hall):
        answer = desk.get(address)
        if carries_an_address(answer):
            carriers.append(address)
        elif answer["Content-Type"] == "application/pdf" and DEAD in "".join(pages(answer.content)):
            unseen.append(address)
    assert unseen == [], "an address on paper that tournaments.public_address did not give"
    assert len(carriers) > 12
    with override_settings(SERVED_ON="0.0.0.0"):
        silent = [one for one in carriers if WARNING not in words(organizer().get(one))]
    assert silent == []


def words(answer) -> str:
    """Return the text of a page on one line, "" for a file."""
    if not answer["Content-Type"].startswith("text/html"):
        return ""
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("name", ["pairings:links", "floor:pocket_book_pdf", "checks:check_papers"])
def test_a_sheet_is_printed_once_the_warning_was_read(name):
    hall = fresh_hall(visits.hall)
    public_address.save_public_address(
        by=User.objects.get(username="organizer"), address=f"http://{DEAD}:8000"
    )
    (address,) = visits.addresses(hall)[name]
    desk = organizer()
    with override_settings(SERVED_ON="0.0.0.0"):
        assert WARNING in words(desk.get(address))
        assert desk.post("/phones/anyway", {"next": address}).headers["Location"] == address
        assert desk.get(address)["Content-Type"] == "application/pdf"


def test_copies_on_a_stick_say_where_their_codes_lead(tmp_path: Path):
    hall = fresh_hall(visits.hall)
    marta = User.objects.get(username="organizer")
    User.objects.filter(pk=marta.pk).update(is_superuser=True)
    marta.refresh_from_db()
    with override_settings(SERVED_ON="0.0.0.0", OWN_MACHINE=True):
        event_copies.choose_copy_folder(
            hall.cup, str(tmp_path), by=marta, language="en", site=f"http://{DEAD}:8000"
        )
        page = organizer().get(visits.addresses(hall)["pairings:copies"][0])
    assert WARNING in words(page)
