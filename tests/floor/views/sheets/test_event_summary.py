"""The report of an event: its numbers agree with the pages they come from."""

import csv
from datetime import datetime, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from checks.services import deck_checks
from floor.engine.penalties import PenaltyLevel
from floor.models import JudgeCall, Penalty
from floor.queries.event_summary import event_summary
from floor.services import penalties, rehearsal
from floor.services.rehearsal import Odds
from pairings.models import Dispute, Extension, Match, Round, Standing
from tests import build, papers
from tests.asking import queries_of
from tests.build import NOON
from tests.html import markup
from tournaments.models import Entry, Tournament
from tournaments.services import divisions, schedule

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def weekend(players: int = 14, *, seed: int = 7) -> Tournament:
    """Play a Regional over two days: three rounds for Masters and two for Seniors on day 1, one more on day 2.

    Some players do not come, drop or are disqualified; judges give penalties and time, and check decks.
    """
    event = rehearsal.create_rehearsal(
        by=build.user(f"head{seed}-{players}"),
        players={"masters": players, "senior": players // 2},
        absent=2,
        divisions=("senior", "masters"),
        starts_at=NOON,
        checked_in_at=NOON - timedelta(hours=1),
        round_minutes=50,
        seed=seed,
        timezone="Europe/Madrid",
    )
    schedule.plan_day(event, by=None, first_start=NOON, rounds=3, check_in=0, meeting=0)
    chance = Random(seed)
    for division, days in zip(event.divisions.order_by("age_division"), ((3, 1), (2, 1)), strict=True):
        divisions.change_division(division, by=None, rounds_planned=sum(days))
        late = NOON + timedelta(minutes=division.pk % 3)
        for number, start in zip(days, (late, late + timedelta(days=1)), strict=True):
            rehearsal.play_rounds(
                division, number=number, chance=chance, by=None, odds=Odds(drops=0.1), first_at=start
            )
    _judges(event, chance)
    return event


def _judges(event: Tournament, chance: Random) -> None:
    by = event.staff.get().user
    entries = list(event.entries.filter(checked_in_at__isnull=False, dropped_in=None).order_by("pk"))
    given = [
        penalties.give_penalty(
            entry, infraction=infraction, level=level, by=by, confirmed=level == "match_loss"
        )
        for entry, infraction, level in zip(
            entries,
            ("pace", "pace", "procedure", "late", "cheating"),
            (
                PenaltyLevel.CAUTION,
                PenaltyLevel.WARNING,
                PenaltyLevel.WARNING,
                PenaltyLevel.GAME_LOSS,
                PenaltyLevel.DISQUALIFICATION,
            ),
            strict=False,
        )
    ]
    penalties.confirm_penalty(given[-1], by=by)
    penalties.withdraw_penalty(given[0], by=by)
    matches = Match.objects.filter(round__division__tournament=event, right__isnull=False).order_by("pk")
    for number, match in enumerate(matches[:9]):
        at = NOON + number * MINUTE
        waited = (1 + chance.randrange(300)) * timedelta(seconds=1)
        JudgeCall.objects.create(
            tournament=event,
            match=match,
            entry=match.left,
            reason=("question", "slow")[number % 2],
            raised_at=at,
            claimed_at=at + waited,
            closed_at=at + 2 * waited,
            withdrawn=number == 8,
        )
        Extension.objects.create(
            match=match,
            cause=("call", "deck_check")[number % 2],
            began_at=at,
            ended_at=at + waited,
            seconds=int(waited.total_seconds()),
            withdrawn_at=at if number == 7 else None,
        )
        if number < 3:
            Dispute.objects.create(match=match, opened_at=at, settled_at=at + waited if number else None)
    picked = deck_checks.pick_checks_at_random(event, by=by, divisions=list(event.divisions.all()), number=4)
    for check in picked[:3]:
        check.state = "done"
        check.save()


def test_the_numbers_agree_with_the_pages_they_come_from(client: Client) -> None:
    event = weekend()
    client.force_login(event.staff.get().user)
    summary = event_summary(event)

    def page(name: str, query: str = "") -> Any:
        return client.get(reverse(name, args=[event.slug]) + query).context

    for row in summary.divisions:
        counts = page("tournaments:door", f"?division={row.division.age_division}")["counts"]
        assert (row.registered, row.dropped + row.disqualified) == (counts.all, counts.left)
        assert row.finished + row.no_shows == counts.here + counts.missing
        assert sum(row.drops.values()) == row.dropped
        ranked = Standing.objects.filter(round__division=row.division, round__number=1).count()
        assert row.played == ranked
        assert row.no_shows == 2
    counts = page("tournaments:door")["counts"]
    assert sum(row.registered for row in summary.divisions) == counts.all
    listed = page("floor:penalties")
    assert summary.penalties.given + summary.penalties.withdrawn == listed["count"]
    assert summary.penalties.unconfirmed == listed["waiting"] == 1
    assert sum(summary.penalties.by_division.values()) == summary.penalties.given
    queue = page("floor:calls")["figures"]
    assert summary.calls.figures.calls == queue["calls"] == sum(row.count for row in summary.calls.rows) == 8
    text = markup(client.get(reverse("floor:event_summary", args=[event.slug])))
    assert queue["wait"] in text
    assert queue["whole"] in text
    whole = page("checks:checks")["whole"]
    assert [sum(getattr(row, name) for row in summary.checks) for name in ("decks", "target", "done")] == [
        whole["decks"],
        whole["target"],
        whole["done"],
    ]
    disputes = client.get(reverse("pairings:disputes_export", args=[event.slug, "csv"])).content.decode(
        "utf-8-sig"
    )
    decided = list(csv.DictReader(StringIO(disputes)))
    assert summary.disputes.count == len(decided) == 3
    assert summary.disputes.settled == sum(bool(line["Decided"]) for line in decided) == 2
    assert len(summary.staff) == len(page("tournaments:staff")["rows"])


def test_rounds_agree_with_the_schedule(client: Client) -> None:
    """The schedule shows the first division that posts a round; the report shows each."""
    event = weekend()
    client.force_login(event.staff.get().user)
    summary = event_summary(event)
    rounds = Round.objects.filter(division__tournament=event)
    assert len(summary.rounds) == rounds.count() == 7
    for item in event.schedule.exclude(round_number=None):
        of_item = [row for row in summary.rounds if row.number == item.round_number]
        assert {row.planned_start for row in of_item} == {item.planned_start}
        assert {row.planned_minutes for row in of_item} == {item.planned_minutes}
        assert item.started_at in {row.started_at for row in of_item}
    assert [row.late_minutes for row in summary.rounds if row.number == 4] == [None]
    assert sum(row.extensions for row in summary.rounds) == summary.extensions.count == 8
    assert sum(row.extension_seconds for row in summary.rounds) == summary.extensions.seconds
    for row in summary.rounds:
        assert row.actual_minutes == 54


def test_a_day_is_that_of_the_hall() -> None:
    event = weekend()
    days = event_summary(event).days
    seniors, masters = (event.divisions.get(age_division=age) for age in ("senior", "masters"))
    assert [(row.day.day, row.division, row.first_round, row.last_round) for row in days] == [
        (21, seniors, 1, 2),
        (21, masters, 1, 3),
        (22, seniors, 3, 3),
        (22, masters, 4, 4),
    ]
    assert days[0].players == 5
    midnight = datetime.fromisoformat("2026-11-21T23:30:00+00:00")
    Round.objects.filter(division=seniors, number=2).update(posted_at=midnight)
    assert [row.day.day for row in event_summary(event).days if row.division == seniors] == [21, 22]


def test_page_and_paper_show_the_same_and_no_birth_or_player_id(client: Client) -> None:
    event = weekend()
    Entry.objects.filter(tournament=event).update(birth_year=1987, player_number=None)
    for number, entry in enumerate(event.entries.all()):
        Entry.objects.filter(pk=entry.pk).update(player_number=f"98765{number:02}")
    client.force_login(event.staff.get().user)
    page = client.get(reverse("floor:event_summary", args=[event.slug]))
    response = client.get(reverse("floor:hall_sheet", args=[event.slug, "event-report"]))
    paper = "\n".join(papers.pages(response.content))
    for section in page.context["sections"]:
        assert section.title in paper
        assert all(cell in paper for row in section.rows for cell in row if " " not in cell)
    for output in (markup(page), paper):
        assert "1987" not in output
        assert "98765" not in output


def test_only_staff_open_it(client: Client) -> None:
    event = weekend(8)
    for name, args in (("event_summary", ()), ("hall_sheet", ("event-report",))):
        address = reverse(f"floor:{name}", args=[event.slug, *args])
        assert client.get(address).status_code in (302, 403, 404)
        client.force_login(build.staff(event, "judge"))
        assert client.get(address).status_code == 200
        client.logout()


def test_an_event_that_has_not_begun_has_a_report(client: Client) -> None:
    event = build.event()
    build.add_players(event, 3, checked_in=False)
    client.force_login(event.staff.get().user)
    page = client.get(reverse("floor:event_summary", args=[event.slug]))
    assert [section.key for section in page.context["sections"]] == ["attendance", "staff"]
    assert client.get(reverse("floor:hall_sheet", args=[event.slug, "event-report"])).status_code == 200


def test_its_queries_do_not_grow_with_the_event(client: Client) -> None:
    counts = []
    for players in (8, 16):
        event = weekend(players)
        client.force_login(event.staff.get().user)
        address = reverse("floor:event_summary", args=[event.slug])
        client.get(address)
        counts.append(queries_of(client, address))
    assert counts[0] == counts[1]


def test_withdrawn_penalties_do_not_count(client: Client) -> None:
    event = weekend(8)
    before = event_summary(event).penalties
    Penalty.objects.filter(tournament=event).update(withdrawn_at=NOON)
    after = event_summary(event).penalties
    assert (after.given, after.withdrawn) == (0, before.given + before.withdrawn)
