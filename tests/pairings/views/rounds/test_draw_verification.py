"""Anyone can repeat the pairing of a round."""

import json
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
from django.test import Client

from pairings.engine.outcomes import Outcome
from pairings.models import Round
from pairings.services.rounds import attendance, match_seating, options, rounds
from tests.html import markup
from tests.pairings import build
from tests.pairings.views import pages
from tournaments.models import Division

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def home() -> Division:
    division = build.division(11)
    division.tournament.published = True
    division.tournament.save()
    return division


def posted(home: Division, after: int = 3) -> Round:
    build.play(home, after)
    return rounds.post(rounds.pair_next_round(home, by=None, additional=True), by=None)


def run(folder: Path, script: str, given: bytes) -> subprocess.CompletedProcess[str]:
    """Run the script as a reader would: of our code, it imports only the engine."""
    (folder / "replay.py").write_text(script, encoding="utf-8")
    (folder / "inputs.json").write_bytes(given)
    return subprocess.run(
        [sys.executable, str(folder / "replay.py"), str(folder / "inputs.json")],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "none"},
        cwd=folder,
    )


@pytest.mark.parametrize("option", ["", "fewest_pair_downs", "random_tables", "last_by_standing"])
def test_the_script_on_the_page_finds_the_same_pairs(
    client: Client, home: Division, tmp_path: Path, option: str
) -> None:
    if option:
        options.change_pairing_options(home, by=None, **{option: True})
    for entry in home.entries.select_related("player", "division")[:3]:
        options.set_pairing_wish(entry, by=None, group="Silva")
    round_ = posted(home)
    page = client.get(pages.of(round_, "verify"))
    assert page.context["same"] is True
    given = client.get(pages.of(round_, "inputs")).content
    ran = run(tmp_path, page.context["script"], given)
    assert (ran.stdout, ran.returncode) == ("same pairings\n", 0), ran.stderr


def test_another_seed_gives_other_pairs(client: Client, home: Division, tmp_path: Path) -> None:
    round_ = posted(home)
    given = json.loads(client.get(pages.of(round_, "inputs")).content)
    script = client.get(pages.of(round_, "verify")).context["script"]
    outputs = {run(tmp_path, script, json.dumps(given | {"seed": seed}).encode()).stdout for seed in range(4)}
    assert "different pairings\n" in outputs


def test_the_file_holds_no_names(client: Client, home: Division) -> None:
    html = markup(client.get(pages.of(posted(home), "inputs")))
    people = home.entries.select_related("player")
    assert not any(entry.player.last_name in html or entry.player.player_id in html for entry in people)


def test_a_correction_later_leaves_the_inputs(client: Client, home: Division) -> None:
    round_ = posted(home, after=1)
    before = client.get(pages.of(round_, "inputs")).content
    match = home.rounds.get(number=1).matches.filter(outcome="left").first()
    build.results.correct_result(match, build.MatchResult(build.Outcome.RIGHT), by=None, why="slip misread")
    assert client.get(pages.of(round_, "inputs")).content == before


def test_who_must_not_meet_is_kept_apart_and_not_in_the_file(
    client: Client, home: Division, tmp_path: Path
) -> None:
    one, two, three = home.entries.select_related("player", "division")[:3]
    options.forbid_meeting_of_players(one, two, by=None)
    options.set_pairing_wish(two, by=None, group="Silva")
    options.set_pairing_wish(three, by=None, group="Silva")
    round_ = posted(home, after=1)
    page = client.get(pages.of(round_, "verify"))
    given = client.get(pages.of(round_, "inputs")).content
    assert json.loads(given)["options"]["forbidden"] == json.loads(given)["options"]["avoid"] == []
    ran = run(tmp_path, page.context["script"], given)
    assert (ran.stdout, ran.returncode) == ("same pairings\n", 0), ran.stderr
    assert not round_.matches.filter(left__in=[one, two], right__in=[one, two]).exists()


class TestWhenTheWishWentIn:
    """Only two players lead, and they must not meet, which no random pairing ensures."""

    @pytest.fixture
    def private(self, home: Division) -> Round:
        tables = list(build.play(home).matches.exclude(right=None).order_by("table")[:4])
        leaders, losers = [one.left for one in tables[:2]], [one.right for one in tables[2:]]
        for entry in home.entries.exclude(pk__in=[one.pk for one in leaders + losers]):
            attendance.drop_player(entry, by=None)
        options.forbid_meeting_of_players(*leaders, by=None)
        return rounds.post(rounds.pair_next_round(home, by=None, additional=True), by=None)

    def test_the_inputs_are_for_staff_and_the_rest_can_be_checked(
        self, client: Client, home: Division, private: Round
    ) -> None:
        page = client.get(pages.of(private, "verify"))
        assert page.context["same"] is True
        assert "the inputs are for staff" in pages.text(page)
        assert page.context["checked"]
        assert client.get(pages.of(private, "inputs")).status_code == 404
        client.force_login(build.organizer(home))
        given = client.get(pages.of(private, "inputs"))
        assert given.status_code == 200
        assert sha256(given.content).hexdigest() == page.context["fingerprint"].replace(" ", "")


def test_changes_by_hand_are_listed(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None, seed=1)
    one, two = (unposted.matches.get(table=table).left for table in (1, 2))
    rounds.swap_players(unposted, one, two, by=None)
    rounds.post(unposted, by=None)
    page = client.get(pages.of(unposted, "verify"))
    assert [table for table, *_ in page.context["changed"]] == [1, 2]


def test_an_imported_round_cannot_be_replayed(client: Client, home: Division) -> None:
    round_ = posted(home, after=1)
    Round.objects.filter(pk=round_.pk).update(draw={})
    page = pages.text(client.get(pages.of(round_, "verify")))
    assert "This round cannot be replayed." in page
    assert "found no better pairing" in page
    assert client.get(pages.of(round_, "inputs")).status_code == 404


def test_a_worse_pairing_of_somebody_else_is_told(client: Client, home: Division) -> None:
    """An imported round in which everyone meets the opponent of round 1 again."""
    first = build.play(home)
    round_ = rounds.post(rounds.pair_next_round(home, by=None, additional=True), by=None)
    round_.matches.all().delete()
    match_seating.seat_matches(
        round_,
        [
            replace(match_seating.place_of_match(one), outcome=Outcome.PENDING)
            if one.right_id
            else match_seating.place_of_match(one)
            for one in first.matches.all()
        ],
    )
    Round.objects.filter(pk=round_.pk).update(draw={})
    for name in ("verify", "explain"):
        page = pages.text(client.get(pages.of(round_, name)))
        assert "a better pairing of the 11 players was possible" in page
        assert "Rematches: 5; 0 would have been enough." in page
        assert "another bye while others had fewer byes" in page


def test_drafts_are_not_there(client: Client, home: Division) -> None:
    unposted = rounds.pair_next_round(home, by=None)
    client.force_login(build.organizer(home))
    assert client.get(pages.of(unposted, "verify")).status_code == 404
    assert client.get(pages.of(unposted, "inputs")).status_code == 404
