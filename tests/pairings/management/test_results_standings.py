"""`standings --results`: standings from a table of results of another program."""

import csv
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

HALF_A_DIGIT = 5e-5
"""Half of the last printed digit, which is a hundredth of a percent."""

CUP = """round,table,player,opponent,result
1,1,ana,ben,W
1,1,ben,ana,L
1,2,cai,dov,T
1,2,dov,cai,T
1,,eva,BYE,W
2,1,ana,eva,W
2,1,eva,ana,L
2,2,dov,cai,
2,,ben,LATE,L
3,1,ana,cai,L
3,1,cai,ana,L
"""


def standings(file: Path, *args: str) -> tuple[dict[str, dict[str, object]], str]:
    """Return the rows by player, and the messages besides."""
    out, err = StringIO(), StringIO()
    call_command("standings", "--results", str(file), "--format", "json", *args, stdout=out, stderr=err)
    return {row["player_id"]: row for row in json.loads(out.getvalue())["all"]}, err.getvalue()


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    file = tmp_path / "cup.csv"
    file.write_text(CUP, encoding="utf-8")
    return file


def test_points_and_drops_are_seen_from_the_rows(cup: Path) -> None:
    rows, output = standings(cup, "--swiss-rounds", "3")
    assert {name: (row["points"], row["drop_round"]) for name, row in rows.items()} == {
        "ana": (6, -1),
        "ben": (0, 2),
        "cai": (1, -1),
        "dov": (1, 2),
        "eva": (3, 2),
    }
    assert [row["place"] for row in rows.values()] == [1, 2, 3, 4, 5]
    assert "1 match has no result" in output


def test_later_rounds_are_left_out(cup: Path) -> None:
    rows, _ = standings(cup, "--swiss-rounds", "2")
    assert (rows["cai"]["losses"], rows["cai"]["drop_round"]) == (0, -1)


def test_other_formats(cup: Path) -> None:
    for format_, first in (("csv", "place,player_id,name,points"), ("table", "   1  ana    6  2-1-0")):
        out = StringIO()
        call_command(
            "standings",
            "--results",
            str(cup),
            "--swiss-rounds",
            "3",
            "--format",
            format_,
            stdout=out,
            stderr=StringIO(),
        )
        assert out.getvalue().startswith(first)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("round,player,result\n", "no column “opponent”"),
        ("round,player,opponent,result\n0,a,b,W\n", "Line 2 cannot be read: “0” as round"),
        ("round,player,opponent,result\n1,a,b,X\n", "“X” as result"),
        ("round,player,opponent,result\n1,a,a,W\n", "“a” as opponent"),
        ("round,player,opponent,result\n9,a,b,W\n", "no result of rounds 1 to 3"),
        ("", "no column"),
        ('{"id":1,"points":3}\n', "Line 1 is not a line of a CSV file"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / "bad.csv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=words) as error:
        call_command("standings", "--results", str(file), "--swiss-rounds", "3")
    assert error.value.returncode == 2


def test_a_file_that_is_not_there_is_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.csv cannot be read: No such file") as error:
        call_command("standings", "--results", str(tmp_path / "none.csv"), "--swiss-rounds", "3")
    assert error.value.returncode == 2


def test_an_event_or_a_file_not_both_and_how_many_rounds(cup: Path) -> None:
    for args in ([], ["cup", "--results", str(cup)]):
        with pytest.raises(CommandError, match="Give an event"):
            call_command("standings", *args)
    with pytest.raises(CommandError, match="number of Swiss rounds"):
        call_command("standings", "--results", str(cup))


@pytest.mark.parametrize(
    ("name", "args", "right", "otherwise"),
    [
        ("regional_318", ("--swiss-rounds", "10"), 297, 11),
        ("cup_338", ("--swiss-rounds", "9"), 330, 0),
        ("regional_1170", ("--first-round", "10", "--swiss-rounds", "15"), 125, 2),
    ],
)
def test_published_percentages(
    shared: Path, name: str, args: tuple[str, ...], right: int, otherwise: int
) -> None:
    """Exceptions: two players of regional_318 who stopped playing but were never dropped keep their OWP here, which
    affects the OOWP of nine others; two players of regional_1170 share a name.
    """
    rows, _ = standings(shared / "events" / f"{name}_matches.csv", *args)
    counts = [0, 0]
    with (shared / "events" / f"{name}_standings.csv").open(encoding="utf-8", newline="") as file:
        for published in csv.DictReader(file):
            figures = ("win_pct", "owp", "oowp")
            if published["player"] in rows and {published[key] for key in figures} != {"0.25"}:
                row = rows[published["player"]]
                fits = all(abs(row[key] - float(published[key])) <= HALF_A_DIGIT for key in figures)
                counts[not fits] += 1
    assert counts == [right, otherwise]
