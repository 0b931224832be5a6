"""An invitation admits one person in its role, until it expires, is used or is withdrawn."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.models import JournalEvent
from tests import build
from tests.build import refusal
from tournaments.models import StaffInvitation, User
from tournaments.services import staff_invitations

pytestmark = pytest.mark.django_db


@pytest.fixture
def marta():
    return build.user("marta")


@pytest.fixture
def event(marta):
    return build.event(by=marta)


@pytest.fixture
def invitation(event, marta):
    return staff_invitations.create_staff_invitation(event, by=marta, role="judge", hours=12)


def test_one_person_joins_in_the_role(event, invitation):
    jo, kai = build.user("jo"), build.user("kai")
    assert staff_invitations.join_staff(invitation.token, user=jo).role == "judge"
    assert refusal(staff_invitations.join_staff, invitation.token, user=kai).code == "INVITATION_OVER"
    assert set(event.staff.values_list("user__username", "role")) == {("marta", "organizer"), ("jo", "judge")}
    lines = JournalEvent.objects.filter(tournament=event, kind__startswith="Staff").order_by("pk")
    assert [line.kind for line in lines] == ["StaffInvited", "StaffJoined"]
    assert lines[1].by == jo
    assert invitation.token not in str([line.facts for line in lines])


def test_it_expires(event, invitation):
    late = timezone.now() + timedelta(hours=12)
    jo = build.user("jo")
    assert (
        refusal(staff_invitations.join_staff, invitation.token, user=jo, now=late).code == "INVITATION_OVER"
    )
    assert event.staff.count() == 1


def test_it_can_be_withdrawn_once(invitation, marta):
    staff_invitations.withdraw_staff_invitation(invitation, by=marta)
    assert (
        refusal(staff_invitations.withdraw_staff_invitation, invitation, by=marta).code == "INVITATION_OVER"
    )
    assert refusal(staff_invitations.join_staff, invitation.token, user=marta).code == "INVITATION_OVER"


def test_staff_cannot_change_their_role_with_it(invitation, marta):
    assert refusal(staff_invitations.join_staff, invitation.token, user=marta).code == "ALREADY_STAFF"
    assert StaffInvitation.objects.exists()


def test_an_account_is_made_only_with_a_place(event, invitation):
    facts = {"username": "jo", "password": "cinder-owl-47"}
    member = staff_invitations.join_with_new_account(invitation.token, **facts)
    assert member.user.check_password("cinder-owl-47")
    assert (member.user.is_superuser, member.user.is_staff) == (False, False)
    refused = refusal(
        staff_invitations.join_with_new_account, invitation.token, **facts | {"username": "kai"}
    )
    assert refused.code == "INVITATION_OVER"
    assert not User.objects.filter(username="kai").exists()
