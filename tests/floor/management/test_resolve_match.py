"""manage.py resolve_match: one match, a file of matches, standard input, and unreadable input."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

MATCH: dict[str, Any] = {
    "id": "T-14",
    "ruleset": "POP-2017-07-26",
    "stage": "elimination",
    "best_of": 1,
    "format": "constructed",
    "games": [{"winner": None, "prizes_left": {"A": 2, "B": 3}, "state": "unresolved_after_last_turn"}],
    "time": {"expired": True, "where": "during_game_1", "turn_counter": 3},
}


def run(file: Path | str) -> Any:
    out = io.StringIO()
    call_command("resolve_match", str(file), stdout=out)
    return json.loads(out.getvalue())


def written(folder: Path, content: object) -> Path:
    file = folder / "match.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return file


def test_one_match(tmp_path: Path) -> None:
    output = run(written(tmp_path, MATCH))
    assert {name: output[name] for name in ("id", "match", "next", "rule", "sentence")} == {
        "id": "T-14",
        "match": "A",
        "next": "The match is over.",
        "rule": "R-132",
        "sentence": "A has fewer Prize cards left than B (2 to 3) and wins. They are compared before anything "
        "between turns is resolved.",
    }


@pytest.mark.parametrize("content", [[MATCH, MATCH], {"notes": "…", "cases": [MATCH, MATCH]}])
def test_several_matches(tmp_path: Path, content: object) -> None:
    assert [output["match"] for output in run(written(tmp_path, content))] == ["A", "A"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(MATCH)))
    assert run("-")["match"] == "A"


def test_what_is_still_needed_is_asked(tmp_path: Path) -> None:
    game = {"winner": None, "state": "unresolved_after_last_turn"}
    output = run(written(tmp_path, {**MATCH, "games": [game]}))
    assert (output["match"], output["ask"]) == ("question", "prizes_a")
    assert output["next"] == "How many Prize cards does A still have to take?"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "This file is not valid JSON"),
        ("[]", "There is no case in this file."),
        ("3", "There is no case in this file."),
        ('{"cases": 3}', "There is no case in this file."),
        ({**MATCH, "stage": "final"}, "Case T-14 has no stage that can be read."),
        ([MATCH, {**MATCH, "id": "T-15", "best_of": 2}], "Case T-15 has no best_of that can be read."),
    ],
)
def test_what_cannot_be_read_ends_with_2(tmp_path: Path, content: object, sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence) as refused:
        run(written(tmp_path, content))
    assert refused.value.returncode == 2


def test_one_unreadable_case_leaves_the_others_their_answers(tmp_path: Path) -> None:
    cases = [MATCH, {**MATCH, "id": "T-15", "best_of": 2}, "T-16", {**MATCH, "id": "T-17"}]
    out = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("resolve_match", str(written(tmp_path, {"cases": cases})), stdout=out)
    assert refused.value.returncode == 2
    first, second, third, fourth = json.loads(out.getvalue())
    assert (first["id"], first["match"], fourth["id"], fourth["match"]) == ("T-14", "A", "T-17", "A")
    assert second == {
        "id": "T-15",
        "refused": "CASE_UNREADABLE",
        "message": "Case T-15 has no best_of that can be read.",
    }
    assert third["refused"] == "CASE_IS_NO_OBJECT"
    assert str(refused.value).splitlines() == [second["message"], third["message"]]


def test_what_the_cases_expect_is_printed_word_by_word(shared: Path) -> None:
    cases = json.loads((shared / "cases" / "match_cases.json").read_text(encoding="utf-8"))["cases"]
    for case, output in zip(cases, run(shared / "cases" / "match_cases.json"), strict=True):
        assert {name: output[name] for name in case["expected"]} == case["expected"], case["id"]
        assert output["instruction"]
        assert all(number.startswith(("R-", "M-")) for number in output["refs"])


def test_a_missing_file_ends_with_2(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.json") as refused:
        run(tmp_path / "none.json")
    assert refused.value.returncode == 2


def test_every_known_case_is_answered(shared: Path) -> None:
    output = run(shared / "cases" / "match_cases.json")
    assert len(output) > 80
    assert all(one["rule"] and one["sentence"] and one["next"] for one in output)
