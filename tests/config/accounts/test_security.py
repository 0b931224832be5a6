"""Users see where their account is signed in and who tried to sign in, and can sign out other sessions."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.models import SignIn
from core.tasks import upkeep
from pairings.queries.tom import event_conversion as tom_values
from tests import build
from tests.html import markup
from tournaments.models import User

pytestmark = pytest.mark.django_db

PHONE = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
LAPTOP = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0"
)
PAGE = "/account/security"


@pytest.fixture(autouse=True)
def nothing_counted(settings) -> Iterator[None]:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    cache.clear()
    yield
    cache.clear()


def user(name: str = "marta", **more: object) -> User:
    return build.user(name, password=make_password("secret"), **more)


def sign_in(agent: str, name: str = "marta", password: str = "secret", address: str = "192.0.2.7") -> Client:
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    client.post("/account/login/", {"login": name, "password": password})
    return client


def test_each_session_is_shown_with_its_device() -> None:
    user()
    sign_in(PHONE)
    page = markup(sign_in(LAPTOP, address="198.51.100.9").get(PAGE))
    assert "Firefox on Android" in page
    assert "Edge on Windows" in page
    assert "192.0.2.7" in page
    assert "This device" in page


def test_one_session_is_ended_and_no_other() -> None:
    user()
    phone, tablet, laptop = sign_in(PHONE), sign_in(PHONE), sign_in(LAPTOP)
    lost = next(one for one in laptop.get(PAGE).context["sessions"][::-1] if not one["here"])
    laptop.post(reverse("session_end", args=[lost["pk"]]))
    assert phone.get(PAGE).status_code == 302
    assert (tablet.get(PAGE).status_code, laptop.get(PAGE).status_code) == (200, 200)
    laptop.post(reverse("sessions_end"))
    assert (tablet.get(PAGE).status_code, laptop.get(PAGE).status_code) == (302, 200)


def test_nobody_ends_a_session_of_others() -> None:
    user()
    user("luis")
    marta, luis = sign_in(PHONE), sign_in(LAPTOP, "luis")
    key = marta.get(PAGE).context["sessions"][0]["pk"]
    assert luis.post(reverse("session_end", args=[key])).status_code == 404
    luis.post(reverse("sessions_end"))
    assert marta.get(PAGE).status_code == 200


def test_a_new_password_ends_all_other_sessions() -> None:
    user()
    phone, laptop = sign_in(PHONE), sign_in(LAPTOP)
    new = {"oldpassword": "secret", "password1": "Long-and-new-1", "password2": "Long-and-new-1"}
    laptop.post(reverse("account_change_password"), new)
    assert (phone.get(PAGE).status_code, laptop.get(PAGE).status_code) == (302, 200)


def test_wrong_passwords_are_seen_by_the_owner() -> None:
    user()
    sign_in(PHONE, password="guess", address="203.0.113.66")
    sign_in(PHONE, name="nobody", password="guess")
    page = markup(sign_in(LAPTOP).get(PAGE))
    assert "Wrong password" in page
    assert "203.0.113.66" in page
    assert sorted(SignIn.objects.values_list("outcome", flat=True)) == ["ok", "wrong_password"]


def test_administrators_see_all_and_nobody_else_does() -> None:
    user()
    user("root", is_superuser=True, is_staff=True)
    sign_in(PHONE, password="guess")
    url = reverse("sign_ins")
    assert sign_in(PHONE).get(url).status_code == 403
    assert Client().get(url).status_code == 302
    root = sign_in(LAPTOP, "root")
    assert "marta" in markup(root.get(url))
    assert "marta" not in markup(root.get(url, {"name": "ro"}))
    page = markup(root.get(url, {"failed": "1", "name": "ma", "page": "x\0"}))
    assert "Wrong password" in page
    assert "Edge on Windows" not in page


@pytest.mark.parametrize("name", ["security", "sign_ins"])
def test_strangers_sign_in_first(client: Client, name: str) -> None:
    assert client.get(reverse(name))["Location"].startswith("/account/login/")


def test_sign_ins_are_forgotten_after_half_a_year() -> None:
    user()
    sign_in(PHONE)
    sign_in(LAPTOP)
    old = SignIn.objects.order_by("pk").first()
    SignIn.objects.filter(pk=old.pk).update(at=timezone.now() - timedelta(days=181))
    assert upkeep.forget_old_sign_ins() == 1
    assert SignIn.objects.count() == 1


class TestName:
    """The name that others see is not the one for signing in."""

    def test_the_owner_sets_it_and_may_remove_it(self, client: Client) -> None:
        hana = user("hana77")
        client.force_login(hana)
        assert "You sign in as hana77." in markup(client.get(PAGE))
        for name, seen in (
            ("  Hana \u200b Parkova Diaz ", "Hana Parkova Diaz"),
            ("Cher", "Cher"),
            ("", "hana77"),
        ):
            page = markup(client.post(reverse("display_name"), {"name": name}, follow=True))
            assert "Others now see this name." in page
            assert str(User.objects.get(pk=hana.pk)) == seen
        assert User.objects.get(pk=hana.pk).username == "hana77"

    @pytest.mark.parametrize("name", ["\u3164", "x" * 101])
    def test_what_is_no_name_is_refused_beside_the_field(self, client: Client, name: str) -> None:
        hana = user("hana77", first_name="Hana")
        client.force_login(hana)
        answer = client.post(reverse("display_name"), {"name": name})
        assert answer.status_code == 400
        assert 'aria-invalid="true"' in markup(answer)
        assert str(User.objects.get(pk=hana.pk)) == "Hana"

    def test_a_stranger_signs_in_first(self, client: Client) -> None:
        assert (
            client.post(reverse("display_name"), {"name": "Ana"})
            .headers["Location"]
            .startswith("/account/login/")
        )

    def test_new_lines_of_the_journal_and_the_file_of_tom_have_it(self, client: Client) -> None:
        event = build.event(by=user("hana77"))
        client.force_login(event.staff.get().user)
        client.post(reverse("display_name"), {"name": "Hana P."})
        client.post(f"/e/{event.slug}/settings/publish")
        assert event.journal.first().by_name == "Hana P."
        assert tom_values.tom_details_of(event).organizer_name == "Hana P."
