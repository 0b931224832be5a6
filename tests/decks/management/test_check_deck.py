"""manage.py check_deck: its output and its exit codes."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

LEGAL, ILLEGAL, UNREADABLE, UNKNOWN = 0, 1, 2, 3
DECK = "4 Dreepy TWM 128\n56 Basic Psychic Energy SVE 5\n"
pytestmark = pytest.mark.django_db


def run(*args: str, **options: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command(
            "check_deck", *args, *(f"--{name}={value}" for name, value in options.items()), stdout=out
        )
    except SystemExit as left:
        return int(left.code or 0), out.getvalue()
    except CommandError as refused:
        return refused.returncode, str(refused)
    raise AssertionError("the command exits with its verdict")


def listed(folder: Path, text: str, name: str = "deck.txt") -> str:
    (folder / name).write_text(text, encoding="utf-8")
    return str(folder / name)


@pytest.fixture
def cards(tmp_path: Path) -> str:
    rows = [
        "set_id,set_code,release_date,number,name,supertype,subtypes,regulation_mark,is_basic_pokemon",
        "sv6,TWM,2024-05-24,128,Dreepy,Pokémon,Basic,H,1",
        "sve,SVE,2023-03-31,5,Basic Psychic Energy,Energy,Basic,,0",
    ]
    return listed(tmp_path, "\n".join(rows), "cards.csv")


def test_exit_codes(tmp_path: Path, cards: str) -> None:
    given = {"date": "2025-06-01", "cards": cards}
    code, output = run(listed(tmp_path, DECK), **given)
    assert (code, output.strip()) == (LEGAL, "Legal: 60 cards.")
    code, output = run(listed(tmp_path, DECK.replace("56", "55")), **given)
    assert code == ILLEGAL
    assert "One card is missing. A deck here has exactly 60 cards; this one has 59. (R-060)" in output
    assert run(str(tmp_path / "nowhere.txt"), **given)[0] == UNREADABLE
    assert run(listed(tmp_path, "\n"), **given)[0] == UNREADABLE
    assert run()[0] == UNREADABLE


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (DECK.encode(), LEGAL),
        (DECK.encode("utf-16"), LEGAL),
        (DECK.replace("56", "55").encode(), ILLEGAL),
        (b"", UNREADABLE),
        (b"\x89PNG\r\n\x1a\n\x00\x00", UNREADABLE),
        (b"PK\x03\x04 no workbook", UNREADABLE),
    ],
)
def test_standard_input(given: bytes, code: int, cards: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given)))
    assert run("-", date="2025-06-01", cards=cards)[0] == code


@pytest.mark.parametrize(
    ("edition", "early"), [({}, True), ({"edition": "2017"}, True), ({"edition": "2026"}, False)]
)
def test_the_edition_of_the_day_unless_another_is_named(
    edition: dict[str, str], early: bool, tmp_path: Path
) -> None:
    """In Unlimited, R-007 waits for the third Friday after a release; M-048 does not."""
    text = listed(tmp_path, "1 Tapu Lele-GX GRI 60\n")
    _code, output = run(text, "--json", format="unlimited", date="2017-05-20", **edition)
    assert ("CARD_NOT_YET_LEGAL" in json.loads(output)["errors"]) == early


def test_json(tmp_path: Path, cards: str) -> None:
    text = DECK + "1 Dreepy TWM 128\n"
    code, output = run(listed(tmp_path, text), "--json", date="2025-06-01", cards=cards)
    verdict = json.loads(output)
    assert code == ILLEGAL
    assert (verdict["legal"], verdict["total"]) == (False, 61)
    assert verdict["errors"] == ["COPIES_OVER_LIMIT", "DECK_SIZE"]
    assert set(verdict) == {"legal", "verdict", "unknown", "total", "errors", "problems"}
    assert set(verdict["problems"][0]) == {"code", "severity", "rule", "message", "lines"}


@pytest.mark.parametrize(
    "option",
    ["--date=2026-13-01", "--country=ZZ", "--country=Spain", "--home=XX", "--setting=S7=maybe", "--setting=S99=x",
     "--setting=S7", "--event=party", "--format=modern", "--cards=/nowhere.csv"],
)  # fmt: skip
def test_an_option_nobody_can_read_is_no_verdict(option: str, tmp_path: Path) -> None:
    """The exit code is 2, both from argparse and from the command."""
    with pytest.raises(CommandError):
        call_command("check_deck", listed(tmp_path, DECK), option)


def test_a_setting_that_decided_is_said_in_the_message(tmp_path: Path, cards: str) -> None:
    text = listed(tmp_path, "1 Dreepy TWM 128 [fr]\n59 Basic Psychic Energy SVE 5\n")
    given = {"date": "2025-06-01", "cards": cards, "country": "CN"}
    _code, output = run(text, "--json", "--setting=S9=english_only", **given)
    foreign = next(one for one in json.loads(output)["problems"] if one["code"] == "FOREIGN_LANGUAGE")
    assert "The event settings decide " in foreign["message"]


def test_the_home_of_the_player_counts_at_worlds(tmp_path: Path, cards: str) -> None:
    text = listed(tmp_path, "1 Dreepy TWM 128 [fr]\n59 Basic Psychic Energy SVE 5\n")
    given = {"date": "2025-06-01", "cards": cards, "country": "US", "event": "international"}
    assert run(text, home="FR", **given)[0] == LEGAL
    assert run(text, home="MX", **given)[0] == ILLEGAL


@pytest.mark.sqlite
def test_before_there_is_a_database_the_shipped_cards_judge(tmp_path: Path) -> None:
    """This works in any folder, with a database that does not exist yet."""
    manage = Path(__file__).parents[3] / "manage.py"
    url = f"sqlite:///{tmp_path}/none.sqlite3"
    found = subprocess.run(
        [sys.executable, str(manage), "check_deck", listed(tmp_path, DECK), "--date", "2025-06-01", "--json"],
        env={**os.environ, "DATABASE_URL": url, "STADIUM_VAR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert found.returncode == LEGAL, found.stderr
    assert b"cards that come with Stadium" in found.stderr
    assert json.loads(found.stdout)["unknown"] == 0


def test_before_the_import_an_unknown_card_is_no_wall(tmp_path: Path) -> None:
    text = listed(tmp_path, DECK + "1 Card Nobody Shipped XYZ 1\n")
    _code, output = run(text, "--json", date="2025-06-01")
    problems = {problem["code"]: problem["severity"] for problem in json.loads(output)["problems"]}
    assert problems["UNKNOWN_CARD"] == "warning"


def test_one_case_and_a_file_of_cases(tmp_path: Path, cards: str) -> None:
    case = {
        "id": "X-1",
        "ruleset": "TRH-2026",
        "format": "standard",
        "style": "constructed",
        "date": "2025-06-01",
        "deck": [{"qty": 4, "name": "Dreepy", "set": "TWM", "number": "128"}],
        "expected": {"legal": False, "errors": ["DECK_SIZE"]},
    }
    code, output = run(case=listed(tmp_path, json.dumps(case), "case.json"), cards=cards)
    assert code == ILLEGAL
    assert (json.loads(output)["id"], json.loads(output)["agrees"]) == ("X-1", True)
    several = {"cases": [case, {**case, "id": "X-2"}]}
    code, output = run(case=listed(tmp_path, json.dumps(several), "cases.json"), cards=cards)
    assert (code, [one["id"] for one in json.loads(output)]) == (LEGAL, ["X-1", "X-2"])
    assert run(case=listed(tmp_path, "{no json", "bad.json"), cards=cards)[0] == UNREADABLE
    assert (
        run(case=listed(tmp_path, json.dumps({**case, "date": "x"}), "bad.json"), cards=cards)[0]
        == UNREADABLE
    )


def test_hints_are_advice_and_no_verdict(tmp_path: Path, cards: str) -> None:
    given = {"date": "2017-07-26", "cards": cards, "format": "unlimited", "edition": "2017"}
    deck = listed(tmp_path, DECK)
    code, plain = run(deck, **given)
    again, output = run(deck, "--hints", **given)
    assert again == code
    assert "Hint" not in plain
    assert "   Hint: The rulebook suggests 15 to 19 Energy cards; this deck has 56." in output
    _, verdict = run(deck, "--hints", "--json", **given)
    assert len(json.loads(verdict)["hints"]) == 2
    assert "hints" not in json.loads(run(deck, "--json", **given)[1])


def test_one_unreadable_case_leaves_the_others_their_verdicts(tmp_path: Path, cards: str) -> None:
    case = {"id": "X-1", "ruleset": "TRH-2026", "date": "2025-06-01", "deck": []}
    cases = [case, {**case, "id": "X-2", "deck": "4 N"}, 7, {**case, "id": "X-3"}]
    code, output = run(case=listed(tmp_path, json.dumps(cases), "cases.json"), cards=cards)
    assert code == UNREADABLE
    first, second, third, fourth = json.loads(output)
    assert (first["id"], first["legal"], fourth["id"]) == ("X-1", False, "X-3")
    assert (second["id"], second["refused"]) == ("X-2", "CASE_UNREADABLE")
    assert third["refused"] == "CASE_IS_NO_OBJECT"


@pytest.mark.parametrize(
    ("text", "code", "first"),
    [
        ("60 Foo\n", ILLEGAL, "Not legal: 60 cards."),
        (
            "4 Foo\n4 Bar\n4 Baz\n1 Qux\n47 Psychic Energy\n",
            UNKNOWN,
            "Can’t tell: 13 cards are unknown here.",
        ),
        ("1 Foo\n59 Psychic Energy\n", UNKNOWN, "Can’t tell: 1 card is unknown here."),
    ],
)
def test_unknown_is_not_legal(tmp_path: Path, text: str, code: int, first: str) -> None:
    given = listed(tmp_path, text)
    left, output = run(given, date="2025-06-01")
    assert (left, output.splitlines()[0]) == (code, first)
    result = json.loads(run(given, "--json", date="2025-06-01")[1])
    assert (result["legal"], result["verdict"]) == (False, "illegal" if code == ILLEGAL else "unknown")


def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, cards: str) -> None:
    text = DECK.replace("56", "52") + "Dreepy TWM 128 four times 4\n"
    left, output = run(listed(tmp_path, text), date="2025-06-01", cards=cards)
    assert left == ILLEGAL
    assert "Line 3: This line cannot be read: “Dreepy TWM 128 four times 4”." in output


POOL = "20 Rowlet SUM 9\n7 Dartrix SUM 10\n4 Potion SUM 127\n"
THIRTY = "15 Rowlet SUM 9\n{dartrix} Dartrix SUM 10\n2 Potion SUM 127\n{energy} Grass Energy\n"


def test_a_deck_of_30_cards_is_checked_against_its_pool_r101(tmp_path: Path) -> None:
    options = {"style": "thirty_limited", "date": "2017-07-29", "pool": listed(tmp_path, POOL, "pool.txt")}
    legal = listed(tmp_path, THIRTY.format(dartrix=7, energy=6))
    assert run(legal, **options) == (LEGAL, "Legal: 30 cards.\n")
    code, text = run(listed(tmp_path, THIRTY.format(dartrix=8, energy=5)), **options)
    assert (code, "The pool has 7 of Dartrix; the deck has 8." in text) == (ILLEGAL, True)


def test_a_pool_is_refused_where_decks_are_not_built_from_one(tmp_path: Path) -> None:
    code, text = run(listed(tmp_path, DECK), pool=listed(tmp_path, POOL, "pool.txt"))
    assert (code, text) == (UNREADABLE, "--pool is for --style limited or thirty_limited.")
