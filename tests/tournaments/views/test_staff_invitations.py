"""A helper joins the staff from a phone."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from core.services import public_address
from tests import build
from tests.qr_codes import codes_on
from tournaments.models import StaffInvitation, User

pytestmark = pytest.mark.django_db

KAI = {"username": "kai", "password1": "cinder-owl-47", "password2": "cinder-owl-47"}


@pytest.fixture
def marta():
    return build.user("marta", is_superuser=True)


@pytest.fixture
def event(marta):
    return build.event(by=marta)


@pytest.fixture
def invitation(event, marta, client):
    client.force_login(marta)
    made = client.post(f"/e/{event.slug}/staff/invite", {"role": "judge", "hours": "12"}, follow=True)
    assert made.status_code == 200
    return StaffInvitation.objects.get()


def test_the_code_leads_to_the_address_for_phones(event, invitation, client, marta):
    public_address.save_public_address(by=marta, address="192.168.1.20:8000")
    page = client.get(f"/e/{event.slug}/staff/invitations/{invitation.pk}").content.decode()
    assert f"http://192.168.1.20:8000/join/{invitation.token}" in page
    assert f"/staff/invitations/{invitation.pk}" in client.get(f"/e/{event.slug}/staff").content.decode()


@pytest.mark.parametrize(
    "address", ["http://192.168.1.20:8000", "https://a-store-with-a-long-name.example.org"]
)
@pytest.mark.parametrize("role", ["judge", "scorekeeper"])
def test_a_phone_that_reads_the_code_joins_in_that_role_until_it_expires(event, client, marta, address, role):
    """The camera reads the address for phones with the invitation, and opening it is all that a helper does."""
    public_address.save_public_address(by=marta, address=address)
    client.force_login(marta)
    page = client.post(f"/e/{event.slug}/staff/invite", {"role": role, "hours": "12"}, follow=True)
    (read,) = codes_on(page.content.decode())
    assert read.startswith(f"{address}/join/")
    phone = Client(REMOTE_ADDR="192.168.1.33")
    assert phone.get(urlsplit(read).path).status_code == 200
    phone.post(urlsplit(read).path, KAI)
    assert event.staff.get(user__username="kai").role == role
    assert Client().get(urlsplit(read).path).status_code == 404


def test_a_code_read_too_late_opens_nothing(event, invitation, client):
    page = client.get(f"/e/{event.slug}/staff/invitations/{invitation.pk}").content.decode()
    (read,) = codes_on(page)
    StaffInvitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = Client().get(urlsplit(read).path)
    assert answer.status_code == 404
    assert "This invitation is no longer valid" in answer.content.decode()


def test_somebody_without_an_account_joins(event, invitation):
    phone = Client()
    page = phone.get(f"/join/{invitation.token}").content.decode()
    assert 'name="password1"' in page
    assert "you join as judge." in page
    answer = phone.post(f"/join/{invitation.token}", KAI, follow=True)
    assert "kai joins as judge." in answer.content.decode()
    assert phone.get(f"/e/{event.slug}/floor").status_code == 200
    assert phone.get(f"/e/{event.slug}/staff").status_code == 403
    other = Client().get(f"/join/{invitation.token}")
    assert other.status_code == 404
    assert "This invitation is no longer valid" in other.content.decode()


def test_somebody_signed_in_joins_with_one_tap(event, invitation):
    phone, jo = Client(), build.user("jo")
    phone.force_login(jo)
    assert 'name="password1"' not in phone.get(f"/join/{invitation.token}").content.decode()
    phone.post(f"/join/{invitation.token}")
    assert event.staff.get(user=jo).role == "judge"


def test_the_organizer_who_scans_it_uses_nothing_up(event, invitation, client):
    assert "already on the staff" in client.post(f"/join/{invitation.token}").content.decode()
    assert StaffInvitation.objects.exists()


@pytest.mark.parametrize("typed", [{"username": "marta"}, {"password2": "other"}, {"username": ""}])
def test_a_wrong_form_uses_nothing_up(invitation, typed):
    answer = Client().post(f"/join/{invitation.token}", KAI | typed)
    assert answer.context["form"].errors
    assert StaffInvitation.objects.exists()
    assert not User.objects.filter(username="kai").exists()


def test_withdrawn_is_withdrawn(event, invitation, client):
    withdraw = f"/e/{event.slug}/staff/invitations/{invitation.pk}/withdraw"
    assert "is withdrawn" in client.post(withdraw, follow=True).content.decode()
    assert client.post(withdraw).status_code == 404
    assert Client().get(f"/join/{invitation.token}").status_code == 404


@pytest.mark.parametrize("typed", [{"role": "king", "hours": "12"}, {"role": "judge", "hours": "9999"}, {}])
def test_nonsense_makes_no_invitation(event, client, marta, typed):
    client.force_login(marta)
    answer = client.post(f"/e/{event.slug}/staff/invite", typed, follow=True)
    assert answer.status_code == 200
    assert not StaffInvitation.objects.exists()


def test_the_address_is_in_no_log_and_no_index(invitation):
    answer = Client().get(f"/join/{invitation.token}")
    assert answer.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in answer.headers["Cache-Control"]
