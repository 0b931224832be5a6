"""The presses of a Regional's staff are as few as `docs/regional.md` says, counted on the pages."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client

from floor.models import Sector
from floor.services import sectors
from pairings.models import Match, Qualifier, Round
from pairings.queries.reports.clocks import clock_of_round
from pairings.services.rounds import day_two, options, rounds
from tests import build
from tests.config.presses.hand import Hand
from tests.pairings.build import play, report_all
from tournaments.models import Division
from tournaments.services import divisions

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ROUND = "Pair, post and close a round of three divisions; the clocks start with the posting"
FEATURE_TABLE = 101


class Staff:
    """The organizer of a Regional with three age divisions of eight players each."""

    def __init__(self, client: Client) -> None:
        self.event = build.event(divisions=("junior", "senior", "masters"), kind="regional")
        build.add_players(self.event, 24, birth_years=(2018, 2012, 1990))
        self.client = client
        client.force_login(self.event.staff.get().user)

    @property
    def masters(self) -> Division:
        return self.event.divisions.select_related("tournament").get(age_division="masters")

    def opens(self, page: str) -> Hand:
        return Hand(self.client, f"/e/{self.event.slug}/{page}")

    def opens_desk_of_masters(self) -> Hand:
        return self.opens(f"round?division={self.masters.pk}")


def plays_a_round(staff: Staff) -> int:
    hand = staff.opens("round")
    hand.press("Pair: Juniors")
    hand.press("Post 3 rounds")
    hand.press("Post")
    posted = Round.objects.filter(state=Round.State.POSTED).select_related("division__tournament", "stage")
    assert [clock is not None and clock.runs for clock in map(clock_of_round, posted)] == [True] * 3
    for round_ in posted:
        report_all(round_)
    desk = staff.opens("round")
    desk.press("Close 3 rounds")
    desk.press("Close and update standings")
    assert set(Round.objects.values_list("state", flat=True)) == {Round.State.CLOSED}
    return hand.presses + desk.presses


def _desk_with_a_feature_table(staff: Staff) -> tuple[Hand, Match]:
    options.change_pairing_options(staff.masters, by=None, feature_tables=[[FEATURE_TABLE, "Stream"]])
    round_ = rounds.post(rounds.pair_next_round(staff.masters, by=None), by=None)
    return staff.opens_desk_of_masters(), round_.matches.get(position=0)


def moves_a_match(staff: Staff) -> int:
    hand, match = _desk_with_a_feature_table(staff)
    hand.press(f"Move to table {FEATURE_TABLE}", **{"from": str(match.table)})
    assert Match.objects.get(table=FEATURE_TABLE) == match
    return hand.presses


def moves_it_back(staff: Staff) -> int:
    hand, match = _desk_with_a_feature_table(staff)
    hand.press(f"Move to table {FEATURE_TABLE}", **{"from": str(match.table)})
    before = hand.presses
    hand.press(f"Back to table {match.table}")
    assert Match.objects.get(pk=match.pk).table == match.table
    return hand.presses - before


def awards_byes(staff: Staff) -> int:
    ids = list(staff.event.entries.order_by("pk").values_list("player__player_id", flat=True)[:5])
    hand = staff.opens("players")
    hand.press("Byes and tables by list")
    pasted = {"tag": "awarded_byes", "text": "\n".join(ids), "usual": "2"}
    hand.press("Preview", **pasted)
    hand.press("Save for 5 players")
    assert staff.event.entries.filter(awarded_byes=2).count() == 5
    return hand.presses


def moves_a_sector(staff: Staff) -> int:
    sectors.save_sector(staff.event, name="North", table_from=1, table_to=4, judges=[], by=None)
    hand = staff.opens("floor")
    hand.press("Sectors")
    hand.press("Change")
    hand.press("Save", table_from="3", table_to="6")
    assert list(Sector.objects.values_list("table_from", "table_to")) == [(3, 6)]
    return hand.presses


def corrects_a_result(staff: Staff) -> int:
    play(staff.masters, 3)
    hand = staff.opens_desk_of_masters()
    hand.press("Round 1")
    match = Match.objects.get(round__number=1, position=0)
    hand.press(f"{match.table} Table")
    hand.press("Correct the result", outcome="right", why="slip misread")
    assert Match.objects.get(pk=match.pk).outcome == "right"
    return hand.presses


def undoes_a_round(staff: Staff) -> int:
    play(staff.masters, 2)
    hand = staff.opens_desk_of_masters()
    hand.press("Undo round 2")
    hand.press("Undo round 2")
    assert Round.objects.count() == 1
    return hand.presses


def _play_day_one(staff: Staff) -> Division:
    changes = {"rounds_planned": 1, "day_two_size": 6, "day_two_rounds": 1}
    divisions.change_division(staff.masters, by=None, day_two_by="place", **changes)
    play(staff.masters)
    return staff.masters


def opens_day_two(staff: Staff) -> int:
    _play_day_one(staff)
    hand = staff.opens_desk_of_masters()
    hand.press("Who plays on day 2")
    hand.press("Open day 2")
    assert Qualifier.objects.count() == 6
    return hand.presses


def checks_in_for_day_two(staff: Staff) -> int:
    day_two.open_day_two(_play_day_one(staff), by=None)
    hand = staff.opens_desk_of_masters()
    hand.press("Who is missing")
    hand.press("Here")
    assert Qualifier.objects.filter(mark=Qualifier.Mark.HERE).count() == 1
    return hand.presses


def drops_the_missing(staff: Staff) -> int:
    day_two.open_day_two(_play_day_one(staff), by=None)
    hand = staff.opens_desk_of_masters()
    hand.press("Who is missing")
    hand.press("Drop 6 missing players")
    hand.press("Drop")
    assert staff.event.entries.exclude(dropped_in=None).count() == 6
    return hand.presses


TASKS: dict[str, Callable[[Staff], int]] = {
    ROUND: plays_a_round,
    "Move a match to a feature table": moves_a_match,
    "Move it back": moves_it_back,
    "Award byes to many players": awards_byes,
    "Move a sector to other tables": moves_a_sector,
    "Correct a result of an earlier round": corrects_a_result,
    "Undo a round with its results": undoes_a_round,
    "Open day 2": opens_day_two,
    "Check a player in for day 2": checks_in_for_day_two,
    "Drop the players who are missing on day 2": drops_the_missing,
}


def documented() -> dict[str, int]:
    """Return the presses of each task by the table of the documentation."""
    text = (settings.DOCS / "regional.md").read_text(encoding="utf-8")
    section = text.partition("\n## Presses\n")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return {row[0]: int(row[-1]) for row in rows[2:]}


@pytest.mark.parametrize("task", TASKS)
def test_as_few_presses_as_documented(task: str, client: Client) -> None:
    assert TASKS[task](Staff(client)) == documented()[task]


def test_a_round_takes_five_presses_and_all_else_at_most_three() -> None:
    presses = documented()
    assert presses.keys() == TASKS.keys()
    assert presses.pop(ROUND) <= 5
    assert max(presses.values()) <= 3
