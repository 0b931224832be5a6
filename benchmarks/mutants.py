"""Measure how many small changes to the engines make a test fail: `python -m benchmarks.mutants`.

Cosmic Ray changes one operator, constant or keyword at a time in a copy of the project, and the tests of the changed
engine are run. If they all pass, either a test is missing, or the changed code has no effect. See also `python -m
benchmarks.mutants --help`.
"""

import argparse
import contextlib
import shutil
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cosmic_ray.commands.init import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.testing import run_tests
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = (".git", ".venv", ".hypothesis", ".*_cache", "__pycache__", "var")
SAMPLE, MINUTES, SEED = 60, 20, 1
MIN_NOTICED = 0.85
"""Minimum share of changes that the tests must notice; most other changes do not affect the behavior."""

MAX_SLOWDOWN = 4
"""Maximum duration of the tests, relative to a run without a change. A timeout counts as noticed."""

SKIPPED_OPERATORS = ("BitOr", "_Is", "_IsNot", "RemoveDecorator", "ExceptionReplacer")
"""Operators that are not applied: unions of types, identity for equality, caches, and exceptions after `except`.

These changes are not informative. Lines with decorators (`frozen=True`) are not changed either.
"""


@dataclass(frozen=True, slots=True)
class TestedChange:
    """A tested change: whether a test failed, and how many seconds the tests took."""

    spec: MutationSpec
    noticed: bool
    diff: str
    seconds: float


def list_modules(paths: list[str]) -> list[Path]:
    """Return the modules to change, relative to the project. Without `paths`, these are all modules of engines."""
    roots = [ROOT / path for path in paths] or sorted(ROOT.glob("*/engine"))
    files = (file for root in roots for file in ([root] if root.is_file() else sorted(root.rglob("*.py"))))
    return [file.relative_to(ROOT) for file in files if file.name != "__init__.py"]


def choose_changes(paths: list[Path], lines: range | None, rng: Random) -> list[MutationSpec]:
    """Choose one change for each position that can be changed, in random order.

    `lines` are the line numbers to change, or None for all. Lines with decorators are left out, and so are
    SKIPPED_OPERATORS.
    """
    with use_db(":memory:", WorkDB.Mode.create) as db:
        init(paths, db, {})
        specs = [spec for item in db.work_items for spec in item.mutations]
    places: dict[tuple[object, ...], list[MutationSpec]] = defaultdict(list)
    for spec in specs:
        source_line = Path(spec.module_path).read_text(encoding="utf-8").splitlines()[spec.start_pos[0] - 1]
        if source_line.lstrip().startswith("@"):
            continue
        if not any(operator in spec.operator_name for operator in SKIPPED_OPERATORS) and (
            not lines or spec.start_pos[0] in lines
        ):
            places[str(spec.module_path), spec.start_pos, spec.end_pos].append(spec)
    chosen = [rng.choice(places[place]) for place in sorted(places)]
    rng.shuffle(chosen)
    return chosen


def tests_of(module: Path) -> list[str]:
    """Return the module's test file, if it exists, followed by the nearest folder of tests."""
    folder = Path("tests") / module.parent
    while not folder.is_dir():
        folder = folder.parent
    test_file = folder / f"test_{module.stem}.py"
    return [str(path) for path in (test_file, folder) if path.exists()]


def test_command_of(module: Path) -> str:
    return (
        f"{sys.executable} -m pytest -x -q --keep-duplicates -p no:cacheprovider {' '.join(tests_of(module))}"
    )


@contextlib.contextmanager
def temporary_copy() -> Iterator[None]:
    """Work in a temporary copy of the project, so that changes never affect the original."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / "project"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if (shared := ROOT.parent / "shared").exists():
            (copy.parent / "shared").symlink_to(shared)
        with contextlib.chdir(copy):
            yield


def test_changes(specs: list[MutationSpec], *, deadline: float) -> Iterator[TestedChange]:
    """Test each change, and yield the result. Stops at the deadline.

    Raises SystemExit if the tests fail without a change.
    """
    seconds_by_command: dict[str, float] = {}
    for spec in specs:
        if time.monotonic() >= deadline:
            break
        test_command = test_command_of(Path(spec.module_path))
        if test_command not in seconds_by_command:
            started_at = time.monotonic()
            outcome, output = run_tests(test_command, deadline - started_at + 60)
            seconds_by_command[test_command] = time.monotonic() - started_at
            if output == "timeout":
                break
            if outcome is not TestOutcome.SURVIVED:
                raise SystemExit(
                    f"The tests fail without any change. Run them by hand: {test_command}\n{output[-2000:]}"
                )
        started_at = time.monotonic()
        result = mutate_and_test([spec], test_command, 30 + MAX_SLOWDOWN * seconds_by_command[test_command])
        seconds = time.monotonic() - started_at
        yield TestedChange(spec, result.test_outcome is not TestOutcome.SURVIVED, result.diff or "", seconds)


def result_line(result: TestedChange) -> str:
    line_number = result.spec.start_pos[0]
    verdict = "noticed" if result.noticed else "MISSED "
    return f"{verdict} {result.seconds:6.1f} s  {result.spec.module_path}:{line_number}  {result.spec.operator_name}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", help="modules or folders; default: every engine")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"how many changes (default {SAMPLE})")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed is another sample")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"stop after (default {MINUTES})")
    parser.add_argument("--lines", metavar="FROM-TO", help="only changes on these lines, for one module")
    options = parser.parse_args()
    first_line, _dash, last_line = (options.lines or "").partition("-")
    lines = range(int(first_line), int(last_line or first_line) + 1) if first_line else None
    paths = list_modules(options.paths)
    with temporary_copy():
        specs = choose_changes(paths, lines, Random(options.seed))
        print(
            f"{len(specs)} places to change in {len(paths)} modules; {min(options.sample, len(specs))} are tried."
        )
        results = []
        for result in test_changes(specs[: options.sample], deadline=time.monotonic() + 60 * options.minutes):
            results.append(result)
            print(result_line(result), flush=True)
    for result in results:
        if not result.noticed:
            print(f"\n{result.diff}")
    noticed = sum(result.noticed for result in results)
    print(f"\n{noticed} of {len(results)} changes were noticed (seed {options.seed}).")
    if not results or noticed < MIN_NOTICED * len(results):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
