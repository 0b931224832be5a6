"""The commands, for scripts and rehearsals."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from floor.services import rehearsal
from pairings.models import Match, Round, Stage
from pairings.services.rounds import rounds
from tests import build
from tests.pairings import tom_files as tf
from tests.pairings.build import division, play
from tournaments.models import Player, Tournament
from tournaments.services import entries

pytestmark = pytest.mark.django_db

COMMANDS = ["import_tdf", "standings", "pair_round", "pair_states", "simulate_event", "demo"]


def run(name: str, *args: object, **options: object) -> str:
    out = StringIO()
    call_command(name, *map(str, args), stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.fixture
def challenge(tmp_path) -> str:
    """Return the slug of an imported League Challenge of two age divisions after one round."""
    born = [1990, 1991, 2013, 2013]
    everybody = [tf.player(n, born=year) for n, year in enumerate(born, 1)]
    file = tmp_path / "autumn.tdf"
    file.write_bytes(
        tf.file(everybody, [tf.pod([1, 2, 3, 4], [tf.round_(1, [(1, 1, 3), (3, 2, 4)])], category=10)])
    )
    return run("import_tdf", file).splitlines()[-1]


@pytest.mark.parametrize("name", COMMANDS)
def test_help(name, capsys):
    with pytest.raises(SystemExit) as done:
        call_command(name, "--help")
    assert done.value.code == 0
    output = capsys.readouterr().out
    assert f"{name} [-h]" in output
    assert "--" in output


def test_import_ends_with_the_slug(challenge):
    event = Tournament.objects.get(slug=challenge)
    assert event.entries.count() == 4


def test_import_tells_what_it_found(tmp_path):
    """Names stay as they are in the organizer's earlier events."""
    olga = build.user("olga")
    earlier = build.event(by=olga)
    entries.add_entry(
        earlier, by=olga, first_name="Ana", last_name="Silva", player_id=tf.user_id(1), age_division="masters"
    )
    file = tmp_path / "begun.tdf"
    file.write_bytes(tf.swiss(4, [tf.round_(1, [(0, 1, 2), (0, 3, 4)], stage=2)]))
    summary = ["Masters: 4 players, 1 round, round 1 is posted", "winter-cup"]
    command = ("import_tdf", file, "--name", "Winter Cup", "--organizer", "olga")
    lines = run(*command, "--same", tf.user_id(1)).splitlines()
    assert lines == ["7000001 is known as Ana Silva; the file says Zoë 1 Núñez.", *summary]


def test_import_names_those_it_enters_as_new_players(tmp_path):
    olga = build.user("olga")
    who = {"first_name": "Ana", "last_name": "Silva", "player_id": tf.user_id(1)}
    entries.add_entry(build.event(by=olga), by=olga, age_division="masters", **who)
    file = tmp_path / "begun.tdf"
    file.write_bytes(tf.swiss(4, [tf.round_(1, [(0, 1, 2), (0, 3, 4)], stage=2)]))
    first = run("import_tdf", file, "--organizer", "olga").splitlines()[0]
    assert first.startswith("7000001 is known as Ana Silva; the file says Zoë 1 Núñez")
    assert first.endswith("Entered as a new player; import with --same 7000001 if they are the same.")


def test_import_for_an_organizer(tmp_path):
    marta = build.user("marta")
    file = tmp_path / "begun.tdf"
    file.write_bytes(tf.swiss(4))
    run("import_tdf", file, "--organizer", "marta")
    assert Tournament.objects.get().staff.get().user == marta
    with pytest.raises(CommandError, match="No account is called “nemo”"):
        run("import_tdf", file, "--organizer", "nemo")


def test_import_names_the_line(tmp_path):
    file = tmp_path / "bad.tdf"
    file.write_bytes(tf.swiss(4).replace(b">30<", b">half an hour<"))
    with pytest.raises(CommandError, match=r"Line 9: “half an hour” in “roundtime” is not a number."):
        run("import_tdf", file)
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("import_tdf", tmp_path / "none.tdf")
    assert not Tournament.objects.exists()


def test_standings_as_json(challenge):
    output = run("standings", challenge, "--format", "json")
    lists = json.loads(output)
    assert list(lists) == ["senior", "masters"]
    assert lists["masters"][0] == {
        "place": 1,
        "player_id": tf.user_id(1),
        "name": "Zoë 1 Núñez",
        "points": 3,
        "wins": 1,
        "losses": 0,
        "ties": 0,
        "owp": 0.25,
        "oowp": 1.0,
    }
    assert '"owp": 0.250000, "oowp": 1.000000}' in output


def test_standings_as_csv_and_table(challenge):
    lines = run("standings", challenge, "--format", "csv", "--division", "all").splitlines()
    assert lines[0] == "division,place,player_id,name,points,wins,losses,ties,owp,oowp"
    assert lines[3] == f"masters,1,{tf.user_id(1)},Zoë 1 Núñez,3,1,0,0,0.250000,1.000000"
    table = run("standings", challenge)
    assert "Masters\n   1  Zoë 1 Núñez    3  1-0-0     25.00%  100.00%\n" in table


def test_standings_of_an_earlier_round():
    of = division(4)
    play(of, 2)
    slug = of.tournament.slug
    after = {number: json.loads(run("standings", slug, "--format", "json", "--after", number))["all"]
             for number in (1, 2)}  # fmt: skip
    assert [sum(line["wins"] for line in after[number]) for number in (1, 2)] == [2, 4]
    assert json.loads(run("standings", slug, "--format", "json"))["all"] == after[2]


def test_no_standings_yet():
    of = division(4)
    out = StringIO()
    call_command("standings", of.tournament.slug, "--format", "json", stdout=out, stderr=StringIO())
    assert json.loads(out.getvalue()) == {}


@pytest.mark.parametrize("name", ["standings", "pair_round"])
def test_an_event_nobody_knows(name):
    with pytest.raises(CommandError, match=r"There is no event “nowhere”."):
        run(name, "nowhere")


def test_pair_round_prints_a_draft_and_replays_its_seed():
    first, second = division(7), division(7)
    outputs = [run("pair_round", of.tournament.slug, "--seed", 5).splitlines() for of in (first, second)]
    assert outputs[0] == outputs[1]
    assert outputs[0][0] == "All ages, round 1 (Not posted), random seed 5"
    assert outputs[0][-1].endswith("bye")
    assert len(outputs[0]) == 5


def test_pair_round_posts():
    of = division(4)
    run("pair_round", of.tournament.slug, "--post")
    assert of.rounds.get().state == Round.State.POSTED


def test_pair_round_says_why_not():
    of = division(4)
    rounds.post(rounds.pair_next_round(of, by=None), by=None)
    with pytest.raises(CommandError, match=r"All ages: Round 1 still has open results: 2.*Tables: 1, 2."):
        run("pair_round", of.tournament.slug)
    with pytest.raises(CommandError, match=r"This event has no players to pair."):
        run("pair_round", build.event().slug)


def test_pair_round_pairs_the_divisions_that_can_go_on():
    event = build.event(divisions=("senior", "masters"))
    build.add_players(event, 8, birth_years=(1990, 2013))
    run("pair_round", event.slug, "--division", "senior")
    output = run("pair_round", event.slug)
    assert "Masters, round 1 (Not posted)" in output
    assert "Seniors: Round 1 is already paired" in output


def played(slug: str) -> list[tuple[object, ...]]:
    """Return every match by its players."""
    rows = Match.objects.filter(round__division__tournament__slug=slug).order_by("round__number", "position")
    return list(
        rows.values_list(
            "round__number", "left__player__player_id", "right__player__player_id", "outcome", "table"
        )
    )


def simulated(*more: object) -> str:
    return run("simulate_event", "--players", 13, "--rounds", 4, *more).splitlines()[-1]


@pytest.mark.sqlite
def test_a_simulated_event_replays_from_its_seed():
    odds = ("--drops", 0.1, "--ties", 0.2, "--late", 0.2, "--cut", 4, "--best-of", 3)
    first, second, other = (simulated("--seed", seed, *odds) for seed in (3, 3, 4))
    assert played(first) == played(second) != played(other)
    event = Tournament.objects.get(slug=first)
    assert (event.entries.count(), event.published, event.official) == (13, False, False)
    assert event.divisions.get().rounds.filter(state=Round.State.CLOSED).count() == 6


@pytest.mark.sqlite
def test_a_simulated_event_of_two_days_and_a_cut():
    event = simulated("--seed", 3, "--cut", 2, "--day-two-rounds", 2, "--day-two-size", 6, "--drops", "0.05")
    stages = Stage.objects.filter(division__tournament__slug=event).order_by("position")
    assert [(stage.kind, stage.rounds_planned) for stage in stages] == [
        ("swiss", 4),
        ("swiss", 6),
        ("elimination", 1),
    ]
    assert stages[1].qualifiers.count() == 6
    with pytest.raises(CommandError):
        run("simulate_event", "--players", 8, "--rounds", 2, "--day-two-rounds", 1)


def test_a_simulated_event_is_deleted_with_its_people():
    person = build.players(1)
    output = run("simulate_event", "--players", 6, "--rounds", 2, "--delete")
    assert output.splitlines()[-1] == "The event is deleted."
    assert not Tournament.objects.exists()
    assert list(Player.objects.all()) == person


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--players", "1", "--rounds", "3"], "at least 2"),
        (["--players", "8", "--rounds", "3", "--ties", "7"], "between 0 and 1"),
    ],
)
def test_a_simulation_that_cannot_be(args, message):
    with pytest.raises(CommandError, match=message):
        call_command("simulate_event", *args)


def test_a_rehearsal_waits_for_its_first_round():
    marta = build.user()
    event = rehearsal.create_rehearsal(by=marta, players=64, published=False)
    assert event.entries.exclude(checked_in_at=None).count() == 64
    assert event.staff.get().user == marta
    again = rehearsal.create_rehearsal(by=marta, players=64)
    assert Player.objects.count() == 64
    assert rounds.pair_next_round(again.divisions.get(), by=marta).matches.count() == 32
