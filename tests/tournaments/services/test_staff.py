"""Staff: found by username or e-mail address; there is always an organizer."""

import pytest
from allauth.account.models import EmailAddress

from core.services import teams
from tests import build
from tests.build import refusal
from tournaments.services import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def event(marta):
    return build.event(by=marta)


@pytest.mark.parametrize("login", ["jo", "JO", " jo@example.org "])
def test_invite(event, marta, login):
    confirmed(build.user("jo"))
    assert staff.add_staff_member(event, by=marta, login=login, role="judge").user.username == "jo"
    assert refusal(staff.add_staff_member, event, by=marta, login=login, role="judge").code == "ALREADY_STAFF"


@pytest.mark.parametrize("login", ["", "nobody", "same@example.org", "gone"])
def test_invite_needs_one_person(event, marta, login):
    """An address that two people share identifies neither of them."""
    build.user("one", email="same@example.org")
    build.user("two", email="same@example.org")
    build.user("gone", is_active=False)
    code = "ADDRESS_NOT_CONFIRMED" if "@" in login else "NO_SUCH_USER"
    assert refusal(staff.add_staff_member, event, by=marta, login=login, role="judge").code == code


def confirmed(user):
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.mark.parametrize("requested", ["role", "team"])
def test_an_address_finds_its_owner_and_nobody_who_calls_themselves_so(event, marta, requested):
    """Covers accounts from before usernames without @, and accounts that entered another person's address."""
    build.user("paula@example.org", email="stranger@example.org")
    build.user("liar", email="paula@example.org")

    def ask():
        if requested == "role":
            return staff.add_staff_member(event, by=marta, login="paula@example.org", role="head_judge").user
        return teams.invite_member(event.organizer, by=marta, login="paula@example.org").user

    assert refusal(ask).code == "ADDRESS_NOT_CONFIRMED"
    owner = confirmed(build.user("paula", email="paula@example.org"))
    assert ask() == owner


def test_last_organizer_stays(event, marta):
    organizer = event.staff.get()
    assert refusal(staff.remove_staff_member, organizer, by=marta).code == "LAST_ORGANIZER"
    assert refusal(staff.change_staff_role, organizer, by=marta, role="judge").code == "LAST_ORGANIZER"
    build.staff(event, "organizer")
    staff.change_staff_role(organizer, by=marta, role="judge")
    staff.remove_staff_member(organizer, by=marta)
    assert event.staff.count() == 1
    assert refusal(staff.remove_staff_member, organizer, by=marta).code == "CHANGED_MEANWHILE"


def test_unknown_roles_are_a_bug(event, marta):
    build.user("jo")
    with pytest.raises(ValueError, match="king"):
        staff.add_staff_member(event, by=marta, login="jo", role="king")
