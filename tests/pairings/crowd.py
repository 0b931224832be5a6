"""One process of a crowd that reports at once: `python -m tests.pairings.crowd JOBS THREADS`, outcomes as JSON.

JOBS is a file with a list of [who, match, entry, outcome]; who is "player" or "staff".
"""

import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main(jobs: Path, threads: int) -> None:
    import django

    django.setup()
    from django.db import connection

    work = json.loads(jobs.read_text("utf-8"))
    shares = [work[number::threads] for number in range(threads)]
    began = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        outcomes = [line for share in pool.map(_share, shares) for line in share]
    connection.close()
    sys.stdout.write(json.dumps({"outcomes": outcomes, "seconds": time.monotonic() - began}))


def _share(jobs: list) -> list:
    """Return the outcome of each job: "done", the code of a refusal, or the name of an error."""
    from django.db import connection

    from core.engine.refused import Refused

    found = []
    for job in jobs:
        began = time.monotonic()
        try:
            _do(*job)
            outcome = "done"
        except Refused as refused:
            outcome = refused.code
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        found.append([*job, outcome, time.monotonic() - began])
    connection.close()
    return found


def _do(who: str, match: int, entry: int, outcome: str) -> None:
    from pairings.engine.outcomes import Outcome
    from pairings.models import Match
    from pairings.services.reports import result_reports, results
    from pairings.services.reports.results import MatchResult
    from tournaments.models import Entry

    found = Match.objects.select_related("round__division").get(pk=match)
    if who == "staff":
        results.enter_result(found, MatchResult(Outcome(outcome)), by=None)
    else:
        report = result_reports.ResultReport(MatchResult(Outcome(outcome)))
        result_reports.submit_report(found, Entry.objects.get(pk=entry), report)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
