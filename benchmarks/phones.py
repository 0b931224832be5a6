"""Measure the cost of idle phones in a hall: compare a poll with a static file from the same workers.

    python -m benchmarks.phones                                    without Redis: changes are in a file
    python -m benchmarks.phones --redis redis://127.0.0.1:6379/9   with Redis
    python -m benchmarks.phones --quick                            a tenth of the requests
    python -m benchmarks.phones --storm --redis redis://127.0.0.1:6379/9 --database postgres://postgres@127.0.0.1/storm

With --storm, 4,096 phones poll in the same way as their pages while staff post a round and 1,024 results are reported
within a minute (`benchmarks/storm.py`). The PostgreSQL database must be empty. The phones run on the same machine as
the server. `--players` and `--reports` simulate a smaller storm. Required: no error, a poll within 500 ms (p99), the
round on all phones within 10 s, every report saved, each click at the desk within a second.

Without --storm, gunicorn is started with two workers on this machine, as in docs/deployment.md. A script of the pages
and an unchanged `/live` are requested in turn over open connections. Only the CPU time of the workers is measured, not
that of the requesting process. A poll may cost at most 3 times as much as the file. Exits with 1 if it costs more, or
after an unexpected response.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

import psutil

MAX_RATIO = 3.0
WORKERS, THREADS, TURNS = 2, 8, 7
HERE = Path(__file__).resolve().parents[1]
FILE = "/static/js/live.js"
PLAYER = "/live?every=10&on=e1.n1.m1"
NO_HEADERS: Mapping[str, str] = {}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def send_requests(port: int, path: str, times: int, headers: Mapping[str, str] = NO_HEADERS) -> set[int]:
    """Send requests over one connection. Return the statuses of the responses."""
    connection, statuses = HTTPConnection("127.0.0.1", port, timeout=30), set()
    for _ in range(times):
        connection.request("GET", path, headers=dict(headers))
        response = connection.getresponse()
        response.read()
        statuses.add(response.status)
    connection.close()
    return statuses


def stamp_position_of_server(port: int) -> str:
    """Return the current position of the stamps as sent to a page."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", PLAYER)
    seen: str = json.loads(connection.getresponse().read())["seen"]
    return seen


def cpu_seconds(server: psutil.Process) -> float:
    """Return the CPU time of all workers in seconds."""
    times = [worker.cpu_times() for worker in server.children()]
    return sum(worker_times.user + worker_times.system for worker_times in times)


def response_cost(
    server: psutil.Process,
    port: int,
    path: str,
    requests: int,
    status: int,
    headers: Mapping[str, str] = NO_HEADERS,
) -> float:
    """Return the CPU time of the workers per response in microseconds.

    `requests` is the total number of requests. Exits unless every response has the status `status`.
    """
    before = cpu_seconds(server)
    with ThreadPoolExecutor(THREADS) as pool:
        answers = list(
            pool.map(lambda _: send_requests(port, path, requests // THREADS, headers), range(THREADS))
        )
    if answers != [{status}] * THREADS:
        sys.exit(f"{path} answered {answers}")
    return (cpu_seconds(server) - before) / requests * 1e6


@contextmanager
def run_server(port: int) -> Iterator[psutil.Process]:
    """Run the server as in docs/deployment.md, with the settings of the environment."""
    serve = ["-m", "gunicorn", "config.wsgi", "--workers", str(WORKERS), "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen([sys.executable, *serve], cwd=HERE, stderr=subprocess.DEVNULL)
    try:
        wait_until_ready(port)
        yield psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def warm_up_workers(port: int, path: str, headers: Mapping[str, str] = NO_HEADERS) -> None:
    """Send enough requests for all workers to start and load the page."""
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda _: send_requests(port, path, 20, headers), range(THREADS)))


def wait_until_ready(port: int) -> None:
    """Wait until the server responds. Exits after two minutes."""
    for _ in range(1_200):
        try:
            send_requests(port, FILE, 1)
        except OSError:
            time.sleep(0.1)
        else:
            return
    sys.exit("the server did not start")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--redis", default="", help="the address of a Redis; its database is written to")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--storm", action="store_true", help="4,096 phones while a round is posted")
    parser.add_argument("--database", default="", help="an empty PostgreSQL database for the storm")
    parser.add_argument("--players", type=int, default=4_096)
    parser.add_argument("--reports", type=int, default=1_024)
    options = parser.parse_args()
    if options.storm:
        from benchmarks.storm import run_storm

        holds = run_storm(options.players, options.reports, database=options.database, redis=options.redis)
        sys.exit(not holds)
    requests = 400 if options.quick else 4_000
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{Path(folder) / 'phones.sqlite3'}",
            "STADIUM_VAR": folder,
            "STATIC_ROOT": str(Path(folder) / "static"),
            "STATIC_MANIFEST": "true",
            "REDIS_URL": options.redis,
        }
        for command in (["migrate", "-v0"], ["collectstatic", "--noinput", "-v0"]):
            subprocess.run([sys.executable, "manage.py", *command], cwd=HERE, check=True)
        with run_server(port) as server:
            warm_up_workers(port, FILE)
            warm_up_workers(port, PLAYER)
            unchanged = f"{PLAYER}&seen={stamp_position_of_server(port)}"
            turns = [
                (
                    response_cost(server, port, FILE, requests, 200),
                    response_cost(server, port, unchanged, requests, 204),
                )
                for _ in range(TURNS)
            ]
    file, poll = (median(side) for side in zip(*turns, strict=True))
    ratio = median(poll_cost / file_cost for file_cost, poll_cost in turns)
    holds = ratio <= MAX_RATIO
    storage = "Redis" if options.redis else "a file"
    print(
        f"file {file:7.0f} µs   unchanged poll, {storage} {poll:7.0f} µs   {ratio:4.2f} times, of {MAX_RATIO:.0f}"
    )
    print("holds" if holds else "FAILS")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
