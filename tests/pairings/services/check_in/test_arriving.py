"""Arriving by a scanned code and by the code of the hall."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone, translation
from django.utils.formats import date_format

from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import refusal_text
from pairings.services.check_in.arriving import check_in_scanned, check_in_self
from pairings.services.rounds import attendance
from tests import build
from tests.pairings.build import play
from tests.registration import signing_up
from tournaments.engine.check_in import check_in_pass_text
from tournaments.models import Entry
from tournaments.services import personal_links
from tournaments.services.self_check_in import change_self_check_in, renew_hall_code

pytestmark = pytest.mark.django_db
SITE = "https://cup.example.org"


def entry(**fields: Any) -> Entry:
    division = build.division(3, checked_in=False, **fields)
    return division.tournament.entries.select_related("tournament", "division").first()


def code_of(player: Entry) -> str:
    return f"{SITE}/my/{personal_links.ensure_link(player).token}"


def refusal(event: Any, text: str) -> Refused:
    with pytest.raises(Refused) as caught:
        check_in_scanned(event, text, by=None)
    return caught.value


def test_link_and_pass_check_in_and_a_repetition_is_the_same_arrival() -> None:
    player = entry()
    arrived = check_in_scanned(player.tournament, code_of(player), by=None, now=build.NOON)
    assert (arrived.before, arrived.late, arrived.unpaid) == (None, False, None)
    own_pass = check_in_pass_text(player.pk, personal_links.ensure_link(player).token)
    again = check_in_scanned(player.tournament, own_pass, by=None)
    assert again.before == build.NOON
    assert JournalEvent.objects.filter(kind="EntryCheckedIn").count() == 1


def test_a_player_id_checks_in() -> None:
    player = entry()
    assert check_in_scanned(player.tournament, player.player_number or "", by=None).entry == player
    assert refusal(player.tournament, "99").code == "SCAN_PLAYER_ID_UNKNOWN"


def test_codes_that_check_nobody_in_say_why() -> None:
    player, other = entry(), entry()
    old_link, old_pass = (
        code_of(player),
        check_in_pass_text(player.pk, personal_links.ensure_link(player).token),
    )
    personal_links.renew_personal_link(player, by=None)
    for text, code in (
        ("https://example.org", "SCAN_UNREADABLE"),
        (old_link, "SCAN_LINK_UNKNOWN"),
        (old_pass, "SCAN_LINK_UNKNOWN"),
        (code_of(other), "SCAN_OTHER_EVENT"),
    ):
        assert refusal(player.tournament, text).code == code
    text = code_of(player)
    attendance.drop_player(player, by=None)
    assert refusal(player.tournament, text).facts == {"name": str(player), "entry": player.pk}
    player.delete()
    assert refusal(player.tournament, text).code == "SCAN_LINK_UNKNOWN"


def test_a_registration_without_a_seat_is_named_with_its_place() -> None:
    event = signing_up.event(places=1, fee="5 €")
    first, second = signing_up.registered(event, 2)
    arrived = check_in_scanned(event, f"{SITE}/r/{first.token}", by=None)
    assert arrived.unpaid == first
    refused = refusal(event, f"{SITE}/r/{second.token}")
    assert refused.code == "SCAN_WAITING"
    assert refused.facts == {"name": str(second), "registration": second.pk, "place": 1}
    other = signing_up.event()
    assert refusal(other, f"{SITE}/r/{second.token}").code == "SCAN_OTHER_EVENT"


def test_after_round_1_the_arrival_is_late() -> None:
    division = build.division(4)
    late = build.add_players(division.tournament, 1, checked_in=False)[0]
    play(division)
    arrived = check_in_scanned(division.tournament, code_of(late), by=None)
    assert arrived.late
    assert Entry.objects.get(pk=late.pk).joined_round == 2


@pytest.mark.parametrize("players", [3, 60])
def test_the_queries_of_a_scan_do_not_grow(players: int, django_assert_max_num_queries: Any) -> None:
    division = build.division(players, checked_in=False)
    text = code_of(division.tournament.entries.first())
    with django_assert_max_num_queries(24):
        check_in_scanned(division.tournament, text, by=None)


def test_self_check_in_needs_the_code_and_its_hour() -> None:
    player = entry()
    event, hour = player.tournament, timedelta(hours=1)

    def self_refusal(code: str, now: Any = build.NOON) -> str:
        with pytest.raises(Refused) as caught:
            check_in_self(player, code, by=None, now=now)
        return str(caught.value.code)

    assert self_refusal("AAAAA") == "SELF_CHECK_IN_OFF"
    row = change_self_check_in(
        event, by=None, is_on=True, opens_at=build.NOON, closes_at=build.NOON + hour, seed=7
    )
    assert self_refusal(row.code, build.NOON - hour) == "SELF_CHECK_IN_NOT_YET"
    with pytest.raises(Refused) as early:
        check_in_self(player, row.code, by=None, now=build.NOON - hour)
    with timezone.override(event.timezone), translation.override("en"):
        opens = date_format(timezone.localtime(build.NOON), "l j F, H:i")
        assert refusal_text(early.value) == f"Check-in opens on {opens}. Come back then."
    assert self_refusal(row.code, build.NOON + hour) == "SELF_CHECK_IN_OVER"
    assert self_refusal("AAAAA") == "HALL_CODE_WRONG"
    old = row.code
    row = renew_hall_code(event, by=None, seed=8)
    assert self_refusal(old) == "HALL_CODE_WRONG"
    assert check_in_self(player, row.code.lower(), by=None, now=build.NOON).checked_in_at == build.NOON
    assert check_in_self(player, row.code, by=None, now=build.NOON + hour / 2).checked_in_at == build.NOON


def test_self_check_in_ends_when_round_1_is_posted() -> None:
    division = build.division(4)
    late = build.add_players(division.tournament, 1, checked_in=False)[0]
    row = change_self_check_in(division.tournament, by=None, is_on=True, opens_at=None, closes_at=None)
    play(division)
    late = Entry.objects.select_related("tournament", "division").get(pk=late.pk)
    with pytest.raises(Refused) as caught:
        check_in_self(late, row.code, by=None)
    assert caught.value.code == "SELF_CHECK_IN_TOO_LATE"


def test_times_in_the_wrong_order_are_refused() -> None:
    event = build.event()
    with pytest.raises(Refused) as caught:
        change_self_check_in(event, by=None, is_on=True, opens_at=build.NOON, closes_at=build.NOON)
    assert caught.value.code == "SELF_CHECK_IN_ENDS_FIRST"
