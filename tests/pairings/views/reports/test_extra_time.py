"""Time extensions on the page of a table, as a judge enters them (R-113)."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.utils import timezone
from pypdf import PdfReader

from pairings.models import Extension, Match
from pairings.services.reports import time_extensions
from pairings.services.rounds import rounds
from tests import build as units
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.services import personal_links

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    home = build.division(4, round_minutes=50, published=True)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, seed=1), by=None)
    return build.open_matches(round_)[0]


@pytest.fixture
def judge(client: Client, match: Match) -> Client:
    client.force_login(units.staff(match.round.division.tournament, "judge"))
    return client


def tap(judge: Client, match: Match, do: str, **more: object):  # type: ignore[no-untyped-def]
    url = pages.match(match)
    return judge.post(f"{url}/extra", {"do": do} | more, follow=True, HTTP_REFERER=f"http://testserver{url}")


def test_the_stopwatch_proposes_the_minutes_rounded_up(judge, match):
    answer = tap(judge, match, "begin")
    assert pages.messages(answer) == [f"Table {match.table}’s stopwatch is running."]
    Extension.objects.update(began_at=timezone.now() - timedelta(seconds=130))
    page = pages.text(judge.get(pages.match(match)))
    assert 'name="minutes" type="number" inputmode="numeric" min="0" max="120" value="3"' in page
    answer = tap(judge, match, "done", extension=Extension.objects.get().pk)
    assert "gets 3 minutes more. Its time ends at " in pages.messages(answer)[0]
    assert Extension.objects.get().seconds == 180
    assert "/floor/undo/" in pages.text(answer)


def test_the_minutes_can_be_others_and_none(judge, match):
    tap(judge, match, "begin")
    tap(judge, match, "done", extension=Extension.objects.get().pk, minutes="7", why="Long ruling")
    assert list(Extension.objects.values_list("seconds", "why")) == [(420, "Long ruling")]
    tap(judge, match, "begin")
    tap(judge, match, "nothing", extension=Extension.objects.latest("pk").pk, minutes="7")
    assert Extension.objects.latest("pk").seconds == 0


def test_a_judge_undoes_what_a_judge_did(judge, match):
    tap(judge, match, "give", minutes="4", why="Wrong table")
    answer = judge.get(pages.match(match))
    assert "+4 minutes" in pages.text(answer)
    tap(judge, match, "away", extension=Extension.objects.get().pk)
    answer = judge.get(pages.match(match))
    line = match.round.division.journal.latest("pk")
    undone = judge.post(pages.event(match.round.division, "floor_undo", line.pk), follow=True)
    assert pages.messages(undone) == [
        f"Undone: Round 1, table {match.table}: time extension removed (Wrong table)."
    ]
    assert Extension.objects.get().withdrawn_at is None


def test_a_judge_undoes_nothing_else(judge, match):
    line = match.round.division.journal.get(kind="RoundPosted")
    undone = judge.post(pages.event(match.round.division, "floor_undo", line.pk), follow=True)
    assert pages.messages(undone) == ["This step cannot be undone."]


@pytest.mark.parametrize("typed", ["x", "-3", "999", "1e3", "0"])
def test_minutes_that_are_none(judge, match, typed):
    assert pages.messages(tap(judge, match, "give", minutes=typed))
    assert not Extension.objects.exists()


def test_an_extension_of_another_table_is_not_touched(judge, match):
    other = build.open_matches(match.round)[1]
    row = time_extensions.grant_extra_time(other, seconds=60, by=None)
    assert pages.messages(tap(judge, match, "away", extension=row.pk)) == [
        "This time extension was already removed."
    ]
    row.refresh_from_db()
    assert row.withdrawn_at is None


def test_the_player_reads_it_on_the_phone(client, match):
    link = personal_links.ensure_link(match.left)
    url = f"/my/{link.token}"
    seen = client.get(url).context["stamp"]
    row = time_extensions.start_stopwatch(match, by=None)
    assert "A judge is at your table." in pages.text(client.get(url))
    time_extensions.grant_stopwatch_time(row, seconds=240, by=None)
    live = client.get(f"{url}/live", {"seen": seen, "match": match.pk})
    assert live.status_code == 200
    assert "+4 min</span>for your table only" in pages.text(live)


def test_slips_still_open_tell_the_extra_time(client, match):
    time_extensions.grant_extra_time(match, seconds=240, by=None)
    home = match.round.division
    client.force_login(build.organizer(home))
    answer = client.get(pages.event(home, "sheet", "open"), {"division": home.pk, "round": 1})
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(answer.getvalue())).pages)
    assert text.count("+4 min, until") == 1
