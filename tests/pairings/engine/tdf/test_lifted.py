"""`pairings/engine/tdf` is independent: copied into another program, it reads, writes and patches TOM files."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pairings.engine.tdf
from pairings.engine.outcomes import OUTCOMES, Outcome
from pairings.engine.tdf import ALONE, DIVISION_OF
from tests.pairings import tom_files as tf
from tournaments.engine.divisions import OF_TOM

FOLDER = Path(pairings.engine.tdf.__file__).parent
MAY_IMPORT = sys.stdlib_module_names | {"defusedxml"}

ELSEWHERE = """
import sys
import lifted

data = sys.stdin.buffer.read()
read = lifted.read_tdf_file(data)
before = lifted.write_tdf(read)
assert lifted.patch_tdf_text(data, before, before) == data
try:
    lifted.read_tdf_file(b"<event/>")
except lifted.TdfError as bad:
    print(read.name, len(read.players), bad.code, bad.facts["line"], bad.facts["element"])
print(sorted({name.split(".")[0] for name in sys.modules} & {"pairings", "tournaments", "django"}))
"""


def outside(source: str) -> list[str]:
    """Return what a module imports from outside of its folder."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level != 1:
            found.append("." * node.level + (node.module or ""))
    return [name for name in found if name.split(".")[0] not in MAY_IMPORT]


def test_it_imports_nothing_of_this_program() -> None:
    modules = sorted(FOLDER.glob("*.py"))
    assert len(modules) > 5
    assert {path.name: found for path in modules if (found := outside(path.read_text("utf-8")))} == {}


def test_a_planted_import_is_found() -> None:
    assert outside("from pairings.engine import outcomes") == ["pairings.engine"]
    assert outside("from ..outcomes import Outcome") == ["..outcomes"]
    assert outside("def f():\n    import django") == ["django"]


def test_a_copy_under_another_name_works_in_a_program_without_ours(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "lifted", ignore=shutil.ignore_patterns("__pycache__"))
    finished = subprocess.run(
        [sys.executable, "-c", ELSEWHERE],
        input=tf.swiss(4, [tf.round_(1, [(1, 1, 2), (3, 3, 4)])]),
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert finished.stdout.decode().splitlines() == [
        "Autumn Challenge 4 TDF_NOT_A_TOURNAMENT 1 event",
        "[]",
    ]


def test_its_words_are_those_of_the_rooms() -> None:
    assert DIVISION_OF == OF_TOM
    assert {outcome for outcome, spec in OUTCOMES.items() if spec.right is None} == ALONE
    assert set(OUTCOMES) == set(Outcome)
