"""How many small changes of the engines their tests notice: `python -m benchmarks.mutants`.

Cosmic Ray changes one operator, constant or keyword at a time, in a copy of the project; the tests of that engine must
fail. A change nobody notices is a hole in the tests, or code that does nothing. `python -m benchmarks.mutants --help`.
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
LEAST = 0.85
"""The share of changes that must be noticed; the rest are mostly changes that change nothing."""

SLOWER = 4
"""How many times as long as without a change the tests may take; a change that never ends is noticed, too."""

SILENT = ("BitOr", "_Is", "_IsNot", "RemoveDecorator", "ExceptionReplacer")
"""Changes that tell nothing: unions of types, sameness for equality, caches, and what `except` names. What stands in
the line of a decorator (`frozen=True`) is left alone, too.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """One change, and whether a test failed; `seconds` it took."""

    spec: MutationSpec
    noticed: bool
    diff: str
    seconds: float


def modules(wanted: list[str]) -> list[Path]:
    """The modules to change, relative to the project: those under the paths named, else of every engine."""
    roots = [ROOT / one for one in wanted] or sorted(ROOT.glob("*/engine"))
    files = (file for root in roots for file in ([root] if root.is_file() else sorted(root.rglob("*.py"))))
    return [file.relative_to(ROOT) for file in files if file.name != "__init__.py"]


def changes(paths: list[Path], lines: range | None, rng: Random) -> list[MutationSpec]:
    """One change for each place that can be changed, in random order."""
    with use_db(":memory:", WorkDB.Mode.create) as db:
        init(paths, db, {})
        specs = [spec for item in db.work_items for spec in item.mutations]
    places: dict[tuple[object, ...], list[MutationSpec]] = defaultdict(list)
    for spec in specs:
        row = Path(spec.module_path).read_text(encoding="utf-8").splitlines()[spec.start_pos[0] - 1]
        if row.lstrip().startswith("@"):
            continue
        if not any(one in spec.operator_name for one in SILENT) and (not lines or spec.start_pos[0] in lines):
            places[str(spec.module_path), spec.start_pos, spec.end_pos].append(spec)
    chosen = [rng.choice(places[place]) for place in sorted(places)]
    rng.shuffle(chosen)
    return chosen


def tests_of(module: Path) -> list[str]:
    """Its own test file first, then the folder of tests nearest to it."""
    folder = Path("tests") / module.parent
    while not folder.is_dir():
        folder = folder.parent
    own = folder / f"test_{module.stem}.py"
    return [str(one) for one in (own, folder) if one.exists()]


def command(module: Path) -> str:
    return (
        f"{sys.executable} -m pytest -x -q --keep-duplicates -p no:cacheprovider {' '.join(tests_of(module))}"
    )


@contextlib.contextmanager
def copied() -> Iterator[None]:
    """A copy of the project as the working directory, so that no change is ever left in the real one."""
    with tempfile.TemporaryDirectory() as scratch:
        there = Path(scratch) / "project"
        shutil.copytree(ROOT, there, ignore=shutil.ignore_patterns(*LEFT_OUT))
        if (shared := ROOT.parent / "shared").exists():
            (there.parent / "shared").symlink_to(shared)
        with contextlib.chdir(there):
            yield


def tried(specs: list[MutationSpec], *, until: float) -> Iterator[Found]:
    """Each change with what the tests said, until the time is over. Ends where the tests fail without a change."""
    usual: dict[str, float] = {}
    for spec in specs:
        if time.monotonic() >= until:
            break
        run = command(Path(spec.module_path))
        if run not in usual:
            begun = time.monotonic()
            outcome, output = run_tests(run, until - begun + 60)
            usual[run] = time.monotonic() - begun
            if output == "timeout":
                break
            if outcome is not TestOutcome.SURVIVED:
                raise SystemExit(
                    f"The tests fail without any change. Run them by hand: {run}\n{output[-2000:]}"
                )
        begun = time.monotonic()
        result = mutate_and_test([spec], run, 30 + SLOWER * usual[run])
        seconds = time.monotonic() - begun
        yield Found(spec, result.test_outcome is not TestOutcome.SURVIVED, result.diff or "", seconds)


def line_of(found: Found) -> str:
    row = found.spec.start_pos[0]
    verdict = "noticed" if found.noticed else "MISSED "
    return f"{verdict} {found.seconds:6.1f} s  {found.spec.module_path}:{row}  {found.spec.operator_name}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="*", help="modules or folders; default: every engine")
    parser.add_argument("--sample", type=int, default=SAMPLE, help=f"how many changes (default {SAMPLE})")
    parser.add_argument("--seed", type=int, default=SEED, help="another seed is another sample")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"stop after (default {MINUTES})")
    parser.add_argument("--lines", metavar="FROM-TO", help="only changes on these lines, for one module")
    given = parser.parse_args()
    first, _dash, last = (given.lines or "").partition("-")
    lines = range(int(first), int(last or first) + 1) if first else None
    paths = modules(given.paths)
    with copied():
        specs = changes(paths, lines, Random(given.seed))
        print(
            f"{len(specs)} places to change in {len(paths)} modules; {min(given.sample, len(specs))} are tried."
        )
        found = []
        for one in tried(specs[: given.sample], until=time.monotonic() + 60 * given.minutes):
            found.append(one)
            print(line_of(one), flush=True)
    for one in found:
        if not one.noticed:
            print(f"\n{one.diff}")
    noticed = sum(one.noticed for one in found)
    print(f"\n{noticed} of {len(found)} changes were noticed (seed {given.seed}).")
    if not found or noticed < LEAST * len(found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
