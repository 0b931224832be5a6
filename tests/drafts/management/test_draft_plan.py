"""manage.py draft_plan: its output and its exit codes."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

UNREADABLE = 2
PODS = {"id": "A", "kind": "pods", "input": {"style": "booster", "players": 16}}


def run(folder: Path, given: object) -> tuple[int, Any, str]:
    """Run the command; return its exit code, its output, and what it wrote to stderr."""
    path = folder / "given.json"
    path.write_text(given if isinstance(given, str) else json.dumps(given), encoding="utf-8")
    out = io.StringIO()
    try:
        call_command("draft_plan", str(path), stdout=out)
    except CommandError as refused:
        return refused.returncode, out.getvalue(), str(refused)
    return 0, json.loads(out.getvalue()), ""


def test_one_object(tmp_path: Path) -> None:
    code, answers, _ = run(tmp_path, PODS)
    assert code == 0
    assert answers["id"] == "A"
    assert answers["best"] == {"pod_size": 8, "pods": 2}


def test_several(tmp_path: Path) -> None:
    for given in ([PODS, PODS], {"format": "draft cases v1", "cases": [PODS, PODS]}):
        assert [one["id"] for one in run(tmp_path, given)[1]] == ["A", "A"]


@pytest.mark.django_db
def test_the_whole_file_agrees(shared: Path) -> None:
    out = io.StringIO()
    call_command("draft_plan", str(shared / "cases" / "draft_cases.json"), stdout=out)
    answers = json.loads(out.getvalue())
    assert [one["id"] for one in answers if not one["agrees"]] == []


def test_a_refusal_says_rule_and_nearest_choice(tmp_path: Path) -> None:
    _, answers, _ = run(tmp_path, {"kind": "pods", "input": {"style": "booster", "players": 11}})
    assert answers["error"] == "PODS_NOT_EQUAL"
    assert answers["rule"] == "R-091"
    assert "If 1 player sits out, the others fill 2 pods of 5." in answers["message"]


def test_a_pod_that_is_too_big_is_told_with_the_nearest_choice(tmp_path: Path) -> None:
    given = {"subtype": "booster", "players": 18, "pods": [9, 9]}
    _, answers, _ = run(tmp_path, {"kind": "setup", "input": given})
    assert (answers["error"], answers["rule"]) == ("POD_TOO_BIG", "R-091")
    assert answers["message"].startswith("A pod has at most 8 players; this one has 9. Nearest: 3 pods of 6.")


@pytest.mark.parametrize("kind", ["setup", "plan"])
@pytest.mark.parametrize(
    ("given", "error", "rule"),
    [
        ({"players": 7}, "ODD_PLAYERS", "R-094"),
        ({"players": 1}, "TOO_FEW_TO_DRAFT", "R-094"),
        ({"players": 8, "boosters": ["EVO", "GRI"]}, "POOL_MIXED_EXPANSIONS", "R-054"),
        ({"players": 8, "basic_energy_announced_before": False}, "ENERGY_ANNOUNCEMENT_MISSING", "R-053"),
        (
            {"players": 8, "redraft_round": 3, "announced_before_event": False},
            "REDRAFT_NOT_ANNOUNCED",
            "R-095",
        ),
        (
            {"players": 8, "cooperative": True, "announced_before_draft": False},
            "COOPERATION_NOT_ANNOUNCED",
            "R-096",
        ),
    ],
)
def test_the_rule_is_that_of_the_refusal_and_not_of_a_warning_before_it(
    tmp_path: Path, kind: str, given: dict[str, Any], error: str, rule: str
) -> None:
    """The rules of Unlimited omit Solomon, which is a warning by R-089."""
    event = {"subtype": "solomon", "format": "unlimited", "packs_each": 2, "pack_size": 10, **given}
    _, answers, _ = run(tmp_path, {"kind": kind, "input": event})
    assert (answers["error"], answers["rule"]) == (error, rule)


def test_a_warning_alone_says_its_own_rule(tmp_path: Path) -> None:
    event = {"subtype": "solomon", "format": "unlimited"}
    _, answers, _ = run(tmp_path, {"kind": "setup", "input": event})
    assert (answers["valid"], answers["rule"]) == (True, "R-089")


def test_a_plan(tmp_path: Path) -> None:
    event = {
        "subtype": "rochester",
        "players": 8,
        "packs_each": 2,
        "pack_size": 10,
        "boosters": ["EVO", "EVO"],
    }
    _, answers, _ = run(tmp_path, {"kind": "plan", "input": event})
    assert answers["pods"] == [8]
    assert [opening["opener"] for opening in answers["tables"][0]["openings"]] == list(range(1, 9))
    assert answers["tables"][0]["cards"] == {str(seat): 20 for seat in range(1, 9)}
    assert "ENERGY_SUPPLIED" in [notice["code"] for notice in answers["announcements"]]


@pytest.mark.parametrize(
    "given", ["{", "[]", "3", '{"cases": [1]}', '{"kind": "pods"}', '{"kind": "tarot", "input": {}}']
)
def test_what_cannot_be_read(tmp_path: Path, given: str) -> None:
    code, answers, errors = run(tmp_path, given)
    assert code == UNREADABLE
    assert answers == ""
    assert errors.endswith(".")


def test_the_readable_cases_of_a_file_are_answered(tmp_path: Path) -> None:
    code, answers, errors = run(tmp_path, [PODS, {"id": "B", "kind": "tarot", "input": {}}])
    assert code == UNREADABLE
    assert [one["id"] for one in json.loads(answers)] == ["A", "B"]
    assert errors == "Case B has no kind that can be read."


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("draft_plan", str(tmp_path / "nowhere.json"))
    assert refused.value.returncode == UNREADABLE


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("of_expansion", "allowed"), [("identical", True), ("another", False), ("unknown", True)]
)
def test_a_damaged_card_and_the_catalogue(tmp_path: Path, of_expansion: str, allowed: bool) -> None:
    """A Pokémon of the same name may be another card (R-009); cards missing from the catalogue are compared by name."""
    numbers = {"identical": ("FCO", "105", "NVI", "92"), "unknown": ("FCO", "105", "NVI", "9999")}
    one, first, other, second = numbers.get(of_expansion, ("DRX", "54", "BKP", "57"))
    name = "Garbodor" if of_expansion == "another" else "N"
    damaged = {"name": name, "set": one, "number": first}
    by_card = {"name": name, "set": other, "number": second}
    given = {"action": "replace_damaged_card", "damaged": damaged, "by_card": by_card}
    assert run(tmp_path, {"kind": "action", "input": given})[1]["allowed"] is allowed
