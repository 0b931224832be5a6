"""Permissions: each role and each power, and users without a role."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests import build
from tournaments.rules import POWERS, powers

pytestmark = pytest.mark.django_db

MAY = {
    "organizer": {"view", "report", "run", "rule", "organize"},
    "head_judge": {"view", "report", "run", "rule"},
    "scorekeeper": {"view", "report", "run"},
    "judge": {"view", "report"},
}


@pytest.mark.parametrize("role", MAY)
@pytest.mark.parametrize("power", POWERS)
def test_role_and_power(role, power):
    event = build.event()
    member = build.staff(event, role)
    assert member.has_perm(f"tournaments.{power}", event) == (power in MAY[role])
    assert powers(member, event)[power] == (power in MAY[role])


@pytest.mark.parametrize("power", POWERS)
def test_a_role_holds_in_its_own_event_alone(power):
    event, other = build.event(), build.event()
    organizer = build.staff(event, "organizer")
    assert not organizer.has_perm(f"tournaments.{power}", other)
    assert not organizer.has_perm(f"tournaments.{power}")
    assert not AnonymousUser().has_perm(f"tournaments.{power}", event)
    assert not build.user("stranger").has_perm(f"tournaments.{power}", event)


@pytest.mark.parametrize("is_active", [True, False])
@pytest.mark.parametrize("is_superuser", [True, False])
@pytest.mark.parametrize("role", [*MAY, ""])
def test_powers_are_those_of_the_permission_system(role, is_superuser, is_active):
    event = build.event()
    user = build.staff(event, role) if role else build.user("stranger")
    user.is_superuser, user.is_active = is_superuser, is_active
    assert powers(user, event) == {power: user.has_perm(f"tournaments.{power}", event) for power in POWERS}


def test_roles_are_read_once(django_assert_num_queries):
    event = build.event()
    judge = build.staff(event, "judge")
    with django_assert_num_queries(1):
        powers(judge, event)
        powers(judge, event)
