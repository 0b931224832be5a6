"""What webhooks receive about rounds, results, standings and the clock: everything public, and nothing else."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from core import hooks
from core.engine.journal.kinds import KINDS
from core.models import JournalEvent, Webhook, WebhookDelivery
from core.services import undo
from core.services.webhooks.sending import send_next_delivery
from floor.queries import webhooks
from pairings.engine.clock import Kind
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports import clocks, results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, rounds
from tests import build
from tests.pairings import build as play
from tests.webhook_receiver import Receiver
from tests.webhook_receiver import receiver as receiver
from tournaments.engine.webhook_types import TOPICS, TYPES
from tournaments.models import Division, Tournament
from tournaments.services import events

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return play.division(6, published=True)


@pytest.fixture
def hook(receiver: Receiver, division: Division) -> Webhook:
    made = receiver.hook(division.tournament, TOPICS)
    division.tournament.refresh_from_db()
    return made


def deliver(hook: Webhook, receiver: Receiver) -> list[dict[str, Any]]:
    """Return what is sent now."""
    known = len(receiver.received)
    while send_next_delivery(hook.pk, now=timezone.now(), seed=1) is not None:
        pass
    return [one.verified(hook.secret) for one in receiver.received[known:]]


def types(messages: list[dict[str, Any]]) -> list[str]:
    return [one["type"] for one in messages]


def post(division: Division) -> Round:
    return rounds.post(rounds.pair_next_round(division, by=None, seed=5), by=None)


def first(round_: Round) -> Match:
    return play.open_matches(round_)[0]


def test_every_kind_and_every_type_is_known():
    assert set(webhooks.TYPES) | set(webhooks.TYPES_BY_UNDONE_KIND) <= set(KINDS)
    assert set(webhooks.FACTS) | {"journal.sealed"} == {one for types_ in TYPES.values() for one in types_}
    assert {one for types_ in webhooks.TYPES_BY_UNDONE_KIND.values() for one in types_} <= set(webhooks.FACTS)
    assert hooks.webhook_types == webhooks.TYPES


def test_a_round_from_posted_to_closed(receiver: Receiver, division: Division, hook: Webhook, client: Client):
    round_ = post(division)
    (posted,) = deliver(hook, receiver)
    assert (posted["type"], posted["data"]["round"]["number"]) == ("round.posted", 1)
    assert posted["data"]["round"]["state"] == "posted"
    assert len(posted["data"]["matches"]) == 3
    names = {side["name"] for one in posted["data"]["matches"] for side in (one["left"], one["right"])}
    assert names == {str(entry) for entry in division.entries.all()}
    for name in ("pairings_url", "tables_url"):
        url = posted["data"]["round"][name].removeprefix("https://stadium.example")
        assert client.get(url).status_code == 200
    play.report_all(round_)
    assert types(deliver(hook, receiver)) == ["result.entered"] * 3
    rounds.close_round(round_, by=None)
    closed = deliver(hook, receiver)
    assert types(closed) == ["round.closed", "clock.ended", "standings.published", "journal.sealed"]
    table = closed[2]["data"]
    assert [row["place"] for row in table["lists"][0]["players"]] == [1, 2, 3, 4, 5, 6]
    assert (table["after_round"], table["lists"][0]["players"][0]["points"]) == (1, 3)
    url = table["standings_url"].removeprefix("https://stadium.example")
    assert client.get(url).status_code == 200
    numbers = [one.message["sequence"] for one in receiver.received]
    assert numbers == list(range(1, len(numbers) + 1))
    lines = [one.message["line"] for one in receiver.received]
    assert lines == sorted(lines)


def test_a_result_is_told_as_the_line_has_it(receiver: Receiver, division: Division, hook: Webhook):
    """This also holds if another result follows before it is sent."""
    match = first(post(division))
    for seen, outcome in ((Outcome.PENDING, Outcome.LEFT), (Outcome.LEFT, Outcome.TIE)):
        held = Match.objects.select_related("round__division", "round__stage").get(pk=match.pk)
        results.enter_result(held, MatchResult(outcome), by=None, seen=seen)
    line = division.journal.latest("pk")
    undo.undo_step(line, by=None)
    found = deliver(hook, receiver)[1:]
    assert [(one["type"], one["data"]["match"]["outcome"]) for one in found] == [
        ("result.entered", "left"),
        ("result.changed", "tie"),
        ("result.changed", "left"),
    ]


def test_the_clock(receiver: Receiver, division: Division, hook: Webhook):
    round_ = post(division)
    for kind, seconds in (
        (Kind.STARTED, 0),
        (Kind.PAUSED, 0),
        (Kind.RESUMED, 0),
        (Kind.ADJUSTED, 300),
        (Kind.ADJUSTED, -60),
    ):
        clocks.press_clock(round_, kind, by=None, seconds=seconds, why="Fire alarm", restart=True)
    undo.undo_step(division.journal.latest("pk"), by=None)
    found = deliver(hook, receiver)[1:]
    assert types(found) == [
        "clock.started",
        "clock.paused",
        "clock.resumed",
        "clock.extended",
        "clock.shortened",
        "clock.changed",
    ]
    assert all(one["data"]["clock"]["seconds_left"] > 0 for one in found)
    assert "Fire alarm" not in json.dumps(found)


def test_what_is_unposted_meanwhile_is_not_sent(receiver: Receiver, division: Division, hook: Webhook):
    post(division)
    undo.undo_step(division.journal.filter(kind="RoundPosted").get(), by=None)
    (only,) = deliver(hook, receiver)
    assert (only["type"], only["sequence"]) == ("round.unposted", 1)
    assert only["data"] == {
        "event": only["data"]["event"],
        "division": {"id": division.pk, "age_division": "all"},
        "round": {"number": 1},
    }
    assert list(hook.deliveries.order_by("pk").values_list("state", flat=True)) == ["skipped", "delivered"]


def test_a_round_that_is_reopened_and_a_corrected_result(
    receiver: Receiver, division: Division, hook: Webhook
):
    round_ = post(division)
    play.report_all(round_)
    rounds.close_round(round_, by=None)
    undo.undo_step(division.journal.filter(kind="RoundClosed").get(), by=None)
    sent = deliver(hook, receiver)
    assert types(sent)[-1] == "round.reopened"
    assert "standings.published" not in types(sent)  # there were none left


def test_somebody_disqualified_leaves_the_standings(receiver: Receiver, division: Division, hook: Webhook):
    play.play(division)
    deliver(hook, receiver)
    entry = division.entries.earliest("pk")
    attendance.disqualify_player(entry, by=None)
    found = deliver(hook, receiver)
    assert types(found)[-1] == "standings.published"
    players = found[-1]["data"]["lists"][0]["players"]
    assert entry.pk not in {row["id"] for row in players}


def test_nothing_of_a_person_but_a_public_name(receiver: Receiver):
    event = build.event(published=True)
    for entry in build.add_players(event, 8, birth_years=(2017, 1987)):
        attendance.check_in_player(entry, by=None)
    hook = receiver.hook(event, TOPICS)
    division = event.divisions.select_related("tournament").get()
    play.play(division, 2)
    deliver(hook, receiver)
    whole = " ".join(one.body.decode() for one in receiver.received)
    assert "standings.published" in whole
    for entry in event.entries.select_related("player"):
        assert entry.player.player_id not in re.findall(r'"([^"]*)"', whole)
        assert f'"{entry.player.player_id}"' not in whole
        if entry.player.birth_year == 2017:
            assert f"{entry.first_name} {entry.last_name}" not in whole
            assert f"{entry.first_name} {entry.last_name[0]}." in whole
        else:
            assert f"{entry.first_name} {entry.last_name}" in whole
    assert not re.search(r"2017|1987|birth|player_id", whole)


def test_an_event_that_is_not_public_tells_nothing(receiver: Receiver, division: Division, hook: Webhook):
    events.change_event_settings(division.tournament, by=None, published=False)
    play.play(Division.objects.select_related("tournament").get(pk=division.pk))
    assert WebhookDelivery.objects.count() == 0


def test_a_result_costs_no_query_without_webhooks_and_one_with_many(
    receiver: Receiver, division: Division, django_assert_num_queries
):
    round_ = post(division)
    keys = [match.pk for match in play.open_matches(round_)]
    matches = Match.objects.select_related("round__division__tournament", "round__stage")
    first_match, second, third = (matches.get(pk=key) for key in keys)
    results.enter_result(first_match, MatchResult(Outcome.LEFT), by=None)
    with CaptureQueriesContext(connection) as without:
        results.enter_result(second, MatchResult(Outcome.LEFT), by=None)
    assert not [one for one in without if "webhook" in one["sql"].replace("webhook_topics", "")]
    for _one in range(3):
        receiver.hook(division.tournament, ("result",))
    third = matches.get(pk=third.pk)
    with django_assert_num_queries(len(without) + 1):
        results.enter_result(third, MatchResult(Outcome.LEFT), by=None)
    assert WebhookDelivery.objects.filter(type="result.entered").count() == 3
    assert Tournament.objects.get(pk=division.tournament_id).webhook_topics != {}


@pytest.mark.parametrize(
    ("facts", "types_"),
    [
        ({"posted": True}, ["round.changed"]),
        ({"posted": False}, []),
        ({"unposted": True}, []),
        ({"unposted": False}, ["round.changed"]),
        ({}, ["round.changed"]),
    ],
)
def test_changes_of_an_unposted_round_do_not_even_wait(facts: dict[str, bool], types_: list[str]):
    for kind in webhooks.EDIT_KINDS:
        assert list(webhooks.TYPES[kind](JournalEvent(kind=kind, facts=facts))) == types_
