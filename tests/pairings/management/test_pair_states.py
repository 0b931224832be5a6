"""`pair_states`: each line of input is a state, each line of output a round."""

import io
import json
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from pairings.engine.swiss import pair_field
from tests.pairings.engine.swiss_reference import Habits, Reference, field_of, play


def player(one: int | str, points: int = 0, *opponents: int | str, **more: object) -> dict[str, object]:
    return {"id": one, "points": points, "opponents": list(opponents)} | more


def answers(tmp_path: Path, *lines: object) -> list[dict[str, object]]:
    """Return the answers to these lines; texts are passed unchanged."""
    file = tmp_path / "states.jsonl"
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    file.write_text(text, encoding="utf-8")
    return run_states(str(file))


def run_states(*args: str) -> list[dict[str, object]]:
    out = io.StringIO()
    with suppress(CommandError):
        call_command("pair_states", *args, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_each_line_is_answered_by_a_round(tmp_path: Path) -> None:
    ana, ben, cai = player(1, 3, 2), player(2, 0, 1), player(3, 3, had_bye=True)
    one, two = answers(
        tmp_path,
        {"players": [ana, ben, cai], "seed": 7},
        "",
        {"players": [ana, ben, player(9, 3, dropped=True), player(4, 0)], "seed": 8},
    )
    assert ({*one["pairs"][0]}, one["bye"]) == ({1, 3}, 2)
    assert (two["pairs"], two["bye"]) == ([[1, 4]], 2)
    assert 0 <= one["engine_s"] < 5


def test_the_same_seed_gives_what_the_engine_gives_here(tmp_path: Path) -> None:
    field = field_of({n: 3 * (n % 4) for n in range(33)}, met=[(1, 5), (2, 6)], had_bye=[3])
    state = {
        "players": [
            player(n, points, *[b for a, b in ((1, 5), (2, 6)) if a == n], had_bye=n == 3)
            for n, points in zip(field.ids.tolist(), field.points.tolist(), strict=True)
        ],
        "seed": 2**61,
    }
    (answer,) = answers(tmp_path, state)
    draw = pair_field(field, seed=2**61)
    assert (answer["pairs"], answer["bye"]) == ([list(match) for match in draw.pairs], draw.bye)


def test_whole_events_are_paired_at_the_least_cost(tmp_path: Path) -> None:
    states, references = [], []
    for seed in range(12):
        for field, draw in play(5 + 4 * seed, 6, seed=seed, habits=Habits(ties=0.2)):
            met = field.met.tolist()
            columns = zip(field.ids.tolist(), field.points.tolist(), field.byes.tolist(), strict=True)
            rows = [
                player(n, points, *[b if a == n else a for a, b in met if n in (a, b)], byes=had)
                for n, points, had in columns
            ]
            states.append({"players": rows, "seed": draw.seed})
            references.append((Reference(field), draw))
    for answer, (reference, draw) in zip(answers(tmp_path, *states), references, strict=True):
        assert (answer["pairs"], answer["bye"]) == ([list(match) for match in draw.pairs], draw.bye)
        assert reference.of(draw) == reference.best_by_matching()


def test_ids_may_be_texts(tmp_path: Path) -> None:
    (answer,) = answers(tmp_path, {"players": [player("ana", 0, "ben"), player("ben"), player("cai")]})
    assert {frozenset(match) for match in answer["pairs"]} in (
        {frozenset(("ana", "cai"))},
        {frozenset(("ben", "cai"))},
    )


def test_a_single_player_has_the_bye(tmp_path: Path) -> None:
    (answer,) = answers(tmp_path, {"players": [player(4, 3), player(5, 0, dropped=True)]})
    assert (answer["pairs"], answer["bye"]) == ([], 4)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("{", "STATE_NOT_JSON", "not json"),
        ("[" * 100_000, "STATE_NOT_JSON", "not json"),
        ("[]", "STATE_NOT_OBJECT", "object"),
        ('{"seed": 1}', "STATE_MISSING", "players"),
        ('{"players": 3}', "STATE_WRONG", "players"),
        ('{"players": [1]}', "STATE_WRONG", "players"),
        ('{"players": [{"id": 1}]}', "STATE_MISSING", "points"),
        ('{"players": [{"id": 1.5, "points": 0}]}', "STATE_WRONG", "1.5"),
        ('{"players": [{"id": 1, "points": NaN}]}', "STATE_WRONG", "points"),
        ('{"players": [{"id": 1, "points": 0, "opponents": [null]}]}', "STATE_WRONG", "opponents"),
        ('{"players": [{"id": 1, "points": 0, "had_bye": "no"}]}', "STATE_WRONG", "had_bye"),
        ('{"players": [{"id": 1, "points": 0}, {"id": 1, "points": 0}]}', "STATE_ID_TWICE", "two players"),
        ('{"players": [{"id": 1, "points": 0}], "seed": "x"}', "STATE_WRONG", "seed"),
        ('{"players": []}', "TOO_FEW_PLAYERS", "two checked-in players"),
    ],
)
def test_a_line_that_cannot_be_paired_is_told_and_the_next_goes_on(
    tmp_path: Path, line: str, code: str, words: str
) -> None:
    refused, answered = answers(tmp_path, line, {"players": [player(1), player(2)], "seed": 1})
    assert (refused["code"], refused["line"]) == (code, 1)
    assert words in str(refused["error"])
    assert {*answered["pairs"][0]} == {1, 2}


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.dumps({"players": [player(1), player(2)], "seed": 1}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line + b"\n\xff\n")))
    answered, refused = run_states()
    assert answered["bye"] is None
    assert refused["code"] == "STATE_NOT_JSON"


def test_the_exit_code_tells_of_refused_lines(tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text("{\n", encoding="utf-8")
    with pytest.raises(CommandError, match="1 line could not") as error:
        call_command("pair_states", str(file), stdout=io.StringIO())
    assert error.value.returncode == 1


def test_a_missing_file_is_told() -> None:
    with pytest.raises(CommandError, match="No such file") as error:
        call_command("pair_states", "nowhere.jsonl")
    assert error.value.returncode == 2
