"""Run every fault, one after the other: `python -m tests.faults [--page] [options of pytest]`."""

import argparse
import os
import subprocess
import sys

import pytest

from tests.faults import page, suites
from tests.own_postgres import OwnPostgres
from tests.own_redis import OwnRedis
from tests.own_sqlite import ROOT

COMMAND = ".venv/bin/python -m tests.faults"


def parser() -> argparse.ArgumentParser:
    """Return the parser; unknown options are passed to pytest, such as `-x` or `-k kills`."""
    faults = "\n".join(f"  {one.fault}" for one in suites.SUITES)
    values = "\n".join(f"  {one.name:9}{one.meaning} (usually {one.usual})" for one in suites.VALUES)
    made = argparse.ArgumentParser(
        "tests.faults",
        usage=f"{COMMAND} [--page] [options of pytest]",
        description="Try each of these faults on purpose, first on SQLite, then what needs a worker or several\n"
        f"connections on a PostgreSQL and a Redis of its own:\n{faults}",
        epilog=f"values of the environment:\n{values}\n\nfor example:\n  {suites.LONG} {COMMAND}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--page", action="store_true", help="write docs/faults.md and try nothing")
    return made


def ask(files: list[str], options: list[str], **env: str) -> int:
    """Run these files with the servers of `env`; return the exit code of pytest."""
    print(f"\n== {'PostgreSQL and Redis' if env else 'SQLite'}", flush=True)  # noqa: T201
    command = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:randomly", *files, *options]
    without = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return subprocess.run(command, cwd=ROOT, env=without | env, check=False).returncode


def ask_on_servers(files: list[str], options: list[str]) -> int:
    """Run them with a temporary PostgreSQL and Redis; return 1 if the machine has neither."""
    try:
        postgres, redis = OwnPostgres(), OwnRedis()
        redis.start()
    except (pytest.skip.Exception, FileNotFoundError) as missing:
        print(f"Not asked, {', '.join(files)}: {missing}")  # noqa: T201
        return 1
    try:
        url = f"postgres://postgres@127.0.0.1:{postgres.port}/postgres"
        return ask(files, options, DATABASE_URL=url, REDIS_URL=redis.url)
    finally:
        redis.stop()
        postgres.remove()


def main(arguments: list[str]) -> int:
    """Return 0 if everything held."""
    chosen, options = parser().parse_known_args(arguments)
    if chosen.page:
        page.PAGE.write_text(page.text(), encoding="utf-8")
        return 0
    codes = {
        ask([file for suite in suites.SUITES for file in suite.tests], options),
        ask_on_servers(
            [file for suite in suites.SUITES if suite.on_servers for file in suite.tests], options
        ),
    }
    return max(codes - {pytest.ExitCode.NO_TESTS_COLLECTED}, default=0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
