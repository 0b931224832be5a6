"""Pairing requests: honored in the next round, reported if they cannot be, withdrawn one by one."""

import pytest

from core import sentences
from core.sentences import undo_text
from core.services import undo
from pairings.models import EntryWish, KeptApart, Round
from pairings.queries.rounds import options, round_review
from pairings.services.bracket import cuts
from pairings.services.rounds import options as wishing
from pairings.services.rounds import rounds
from tests import build
from tests.build import refusal
from tests.pairings import build as pairings_build
from tournaments.models import Division, Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def home() -> Division:
    return pairings_build.division(8)


def players(home: Division) -> list[Entry]:
    return list(home.entries.select_related("player", "division").order_by("pk"))


def pairs(round_: Round) -> set[frozenset[int]]:
    rows = round_.matches.filter(right__isnull=False).values_list("left_id", "right_id")
    return {frozenset(pair) for pair in rows}


def drawn(home: Division, seed: int = 1) -> Round:
    return rounds.pair_next_round(home, by=None, seed=seed)


def undo_last(home: Division) -> None:
    step = undo.last_undoable_step(home)
    assert undo_text(step.kind, step.facts)
    undo.undo_step(step, by=None)


@pytest.mark.parametrize("seed", range(6))
def test_teams_rather_do_not_meet(home: Division, seed: int) -> None:
    team = players(home)[:4]
    for entry in team:
        wishing.set_pairing_wish(entry, by=None, group="Silva")
    together = {entry.pk for entry in team}
    assert not any(pair <= together for pair in pairs(drawn(home, seed)))


@pytest.mark.parametrize("seed", range(4))
def test_the_journal_names_the_seed_of_the_draw(home: Division, seed: int) -> None:
    for entry in players(home)[:4]:
        wishing.set_pairing_wish(entry, by=None, group="Silva")
    round_ = drawn(home, seed)
    assert home.journal.get(kind="RoundPaired").facts["seed"] == round_.seed == round_.draw["seed"]
    again = rounds.pair_unposted_round_again(round_, by=None, seed=seed + 10)
    assert home.journal.get(kind="RoundPairedAgain").facts["seed"] == again.draw["seed"]
    undo_last(home)
    assert Round.objects.get(pk=round_.pk).seed == round_.seed


def test_a_wish_in_vain_is_told(home: Division) -> None:
    for entry in players(home):
        wishing.set_pairing_wish(entry, by=None, group="silva" if entry.pk % 2 else "Silva ")
    assert len(round_review.unmet_requests(drawn(home)).together) == 4


@pytest.mark.parametrize("seed", range(6))
def test_players_kept_apart_never_meet(home: Division, seed: int) -> None:
    one, *others = players(home)
    for other in others[:-1]:
        wishing.forbid_meeting_of_players(one, other, by=None)
    assert frozenset((one.pk, others[-1].pk)) in pairs(drawn(home, seed))


def test_nothing_is_drawn_when_it_cannot_be_kept(home: Division) -> None:
    one, *others = players(home)
    for other in others:
        wishing.forbid_meeting_of_players(other, one, by=None)
    assert refusal(drawn, home).code == "FORBIDDEN_PAIRS_UNAVOIDABLE"
    assert not home.rounds.exists()


def test_fixed_and_blocked_tables(home: Division) -> None:
    one, two = players(home)[:2]
    wishing.set_pairing_wish(one, by=None, table=40, reason="ramp")
    wishing.change_pairing_options(home, by=None, blocked_tables=[1, 3])
    round_ = drawn(home)
    tables = sorted(round_.matches.values_list("table", flat=True))
    assert tables == [2, 4, 5, 40]
    assert round_.seats.get(entry=one).match.table == 40
    assert list(round_.matches.values_list("table", flat=True)) == tables
    assert refusal(wishing.set_pairing_wish, two, by=None, table=40).facts["name"] == str(one)


def test_blocked_tables_count_for_every_division() -> None:
    event = build.event(divisions=("senior", "masters"))
    seniors, masters = event.divisions.order_by("position")
    build.add_players(event, 4, division=masters)
    wishing.change_pairing_options(seniors, by=None, blocked_tables=[1])
    assert sorted(drawn(masters).matches.values_list("table", flat=True)) == [2, 3]
    assert options.tables_blocked_elsewhere(masters) == [1]


def test_a_fixed_table_where_others_sit_is_told() -> None:
    event = build.event(divisions=("senior", "masters"))
    seniors, masters = event.divisions.order_by("position")
    build.add_players(event, 4, division=masters)
    build.add_players(event, 4, division=seniors)
    drawn(masters)
    entry = players(seniors)[0]
    wishing.set_pairing_wish(entry, by=None, table=3)
    round_ = drawn(seniors)
    assert sorted(round_.matches.values_list("table", flat=True)) == [1, 2]
    assert round_review.unmet_requests(round_).tables == [(str(entry), 3)]


def test_the_last_round_goes_by_standings(home: Division) -> None:
    wishing.change_pairing_options(home, by=None, last_by_standing=True)
    pairings_build.play(home, 2)
    last = drawn(home)
    assert last.number == last.stage.rounds_planned == 3
    assert last.draw["inputs"]["options"]["by_standing"]
    first = home.rounds.get(number=2).standings.order_by("place").values_list("entry_id", flat=True)[:2]
    assert last.draw["inputs"]["options"]["by_standing"][:2] == tuple(first)
    assert home.rounds.get(number=2).draw["inputs"]["options"]["by_standing"] is None


def test_tables_in_random_order(home: Division) -> None:
    wishing.change_pairing_options(home, by=None, random_tables=True)
    pairings_build.play(home)
    in_order = [
        [list(pair) for pair in drawn_.matches.values_list("left_id", "right_id")] == drawn_.draw["pairs"]
        for drawn_ in [rounds.pair_unposted_round_again(drawn(home), by=None, seed=seed) for seed in (1,)]
    ]
    again = home.rounds.get(number=2)
    for seed in range(2, 8):
        again = rounds.pair_unposted_round_again(again, by=None, seed=seed)
        order = [list(pair) for pair in again.matches.values_list("left_id", "right_id")]
        assert sorted(order) == sorted(map(list, again.draw["pairs"]))
        in_order.append(order == list(map(list, again.draw["pairs"])))
    assert not all(in_order)


def test_the_fewest_outside_their_group(home: Division) -> None:
    wishing.change_pairing_options(home, by=None, fewest_pair_downs=True)
    assert drawn(home).draw["inputs"]["options"]["fewest_pair_downs"] is True


def test_every_wish_is_undone(home: Division) -> None:
    one, two = players(home)[:2]
    wishing.change_pairing_options(home, by=None, random_tables=True, blocked_tables=[4])
    wishing.set_pairing_wish(one, by=None, group="Silva", table=3, reason="ramp")
    wishing.set_pairing_wish(one, by=None)
    wishing.forbid_meeting_of_players(two, one, by=None, reason="asked for it")
    wishing.allow_meeting_of_players(KeptApart.objects.get(), by=None)
    assert len([sentences.journal_text(line.kind, line.facts) for line in home.journal.all()]) == 5
    undo_last(home)
    assert KeptApart.objects.get().reason == "asked for it"
    undo_last(home)
    assert not KeptApart.objects.exists()
    undo_last(home)
    assert EntryWish.objects.get().table == 3
    undo_last(home)
    assert not EntryWish.objects.exists()
    undo_last(home)
    assert options.options_of_division(home).blocked_tables == []


def test_an_undo_does_not_overwrite_what_came_later(home: Division) -> None:
    one = players(home)[0]
    wishing.set_pairing_wish(one, by=None, group="Silva")
    first = home.journal.get()
    wishing.set_pairing_wish(one, by=None, group="Smith")
    assert refusal(undo.undo_step, first, by=None).code == "UNDO_OVERTAKEN"


def test_saying_the_same_again_is_no_change(home: Division) -> None:
    wishing.change_pairing_options(home, by=None, groups_apart=True)
    wishing.set_pairing_wish(players(home)[0], by=None)
    assert not home.journal.exists()


@pytest.mark.parametrize("which", ["twice", "same", "elsewhere"])
def test_who_cannot_be_kept_apart(home: Division, which: str) -> None:
    one, two = players(home)[:2]
    elsewhere = players(pairings_build.division(1))[0]
    wishing.forbid_meeting_of_players(one, two, by=None)
    other = {"twice": two, "same": one, "elsewhere": elsewhere}[which]
    code = {"twice": "APART_ALREADY", "same": "APART_NEEDS_TWO", "elsewhere": "APART_IN_OTHER_DIVISIONS"}
    assert refusal(wishing.forbid_meeting_of_players, other, one, by=None).code == code[which]


def test_the_cut_keeps_fixed_tables(home: Division) -> None:
    for entry in players(home)[:2]:
        wishing.set_pairing_wish(entry, by=None, table=40 + entry.pk % 2)
    pairings_build.play(home, 3)
    cuts.start_cut(home, by=None, sizes={"all": 8}, anyway=True)
    tables = set(drawn(home).matches.values_list("table", flat=True))
    assert tables & {40, 41}
