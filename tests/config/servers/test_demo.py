"""The demo: what it shows, and who may sign in."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from cards.access import EDIT_CARDS
from decks.models import Draft
from drafts.queries import tracking
from floor.services import rehearsal
from floor.services.rehearsal import demo
from pairings.models import Round
from tests import build
from tournaments.models import Tournament, User

pytestmark = pytest.mark.django_db


def run(name: str, *args: str) -> str:
    out = StringIO()
    call_command(name, *args, stdout=out, stderr=out)
    return out.getvalue()


def _is_in_mid_tournament(output: str) -> None:
    cup, over, coming, night = (Tournament.objects.get(slug=slug) for slug in demo.SLUGS)
    for of in cup.divisions.all():
        newest = of.rounds.get(number=4)
        assert newest.state == Round.State.POSTED
        states = set(newest.matches.values_list("outcome", flat=True))
        assert "pending" in states
        assert states & {"left", "right"}
    assert cup.entries.filter(checked_in_at=None).count() == 3
    assert cup.schedule.get(round_number=4).started_at > cup.schedule.get(round_number=4).planned_start
    assert cup.announcements.count() == 4
    assert sorted(cup.staff.values_list("user__username", flat=True)) == [
        "headjudge",
        "judge",
        "organizer",
        "scorekeeper",
    ]
    assert not Round.objects.filter(division__tournament=over).exclude(state=Round.State.CLOSED).exists()
    assert not Round.objects.filter(division__tournament=coming).exists()
    pod = tracking.tracked_pod(Draft.objects.get(division__tournament=night), 1)
    assert (len(pod.game.to_act), pod.game.state.turn, pod.timer.paused) == (4, 3, True)
    for one in demo.SIGN_INS:
        assert User.objects.get(username=one.username).check_password(demo.PASSWORD)
        assert one.username in output
    assert demo.PASSWORD in output
    editors = [
        one.username for one in demo.SIGN_INS if User.objects.get(username=one.username).has_perm(EDIT_CARDS)
    ]
    assert editors == ["organizer"]


@pytest.mark.sqlite
def test_the_demo_stays_as_it_was_left_until_its_cup_is_deleted_or_it_is_asked_for_fresh():
    """There is only one story, because a demo takes seconds to make."""
    _is_in_mid_tournament(run("demo", "--no-serve"))
    cup = Tournament.objects.get(slug=demo.SLUGS[0])
    mine = build.event(by=build.user("guest"), name="Mine")
    run("demo", "--no-serve")
    assert Tournament.objects.get(slug=demo.SLUGS[0]) == cup
    rehearsal.delete_rehearsal(cup)
    run("demo", "--no-serve")
    second = Tournament.objects.get(slug=demo.SLUGS[0])
    assert sorted(Tournament.objects.values_list("slug", flat=True)) == sorted([*demo.SLUGS, mine.slug])
    run("demo", "--no-serve", "--fresh")
    assert Tournament.objects.get(slug=demo.SLUGS[0]).pk != second.pk
    assert Tournament.objects.filter(pk=mine.pk).exists()
    assert Tournament.objects.count() == 5
    new = {_new_password(run("demo", "--no-serve", "--host", host)) for host in REACHABLE}
    assert len(new) == len(REACHABLE)


REACHABLE = ("0.0.0.0", "::", "192.168.1.20", "10.0.0.5", "fe80::1", "stadium.local", "")
"""Addresses at which other machines can open the demo."""


def _new_password(output: str) -> str:
    """Return the printed password, which all accounts share; the well-known one stops working once others reach the
    demo.
    """
    assert demo.PASSWORD not in output
    printed = set()
    for one in demo.SIGN_INS:
        (password,) = re.findall(rf"  {one.username} +(\S+)", output)
        assert Client().login(username=one.username, password=password)
        assert not Client().login(username=one.username, password=demo.PASSWORD)
        printed.add(password)
    (new,) = printed
    return str(new)


def test_the_demo_keeps_out_of_a_real_installation():
    build.user("somebody")
    with pytest.raises(CommandError, match="belongs to a real installation"):
        run("demo", "--no-serve")
    assert not Tournament.objects.exists()
