"""Every fault that is caused on purpose: what was done, what held, and the tests that check it."""

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Suite:
    """One fault.

    `tests`: files or folders. `held`: what was true afterwards. `on_servers`: some of them need a worker or several
    connections, and also run on PostgreSQL and Redis.
    """

    fault: str
    held: str
    tests: tuple[str, ...]
    on_servers: bool = False


@dataclass(frozen=True)
class Value:
    """The extent of a test, as set in the environment."""

    name: str
    usual: int
    meaning: str


VALUES = (
    Value("KILLS", 6, "times the program is killed, on each database"),
    Value("PLAYERS", 20, "players of the event that is played meanwhile"),
    Value("ROUNDS", 3, "its rounds"),
    Value("NONSENSE", 0, "requests without sense; with 0 two to each page"),
)
LONG = "KILLS=1000 PLAYERS=1112 ROUNDS=18 NONSENSE=100000"


def value(name: str) -> int:
    """Return the value in the environment, or the default."""
    return int(os.environ.get(name) or next(one.usual for one in VALUES if one.name == name))


SUITES = (
    Suite(
        "Killed at a random instant while a round is paired, posted, reported or closed, on SQLite and PostgreSQL",
        "each acknowledged result stands, each is entered once, no one sits twice, the journal agrees with its seals",
        ("tests/faults/test_kills.py",),
    ),
    Suite(
        "Killed while snapshots are made",
        "a snapshot is what was acknowledged when it was made",
        ("tests/floor/services/snapshots/test_killed.py",),
    ),
    Suite(
        "Killed in mid-import of card data",
        "the same file completes it",
        ("tests/cards/services/test_import_pieces.py", "tests/cards/views/test_import_aside.py"),
        on_servers=True,
    ),
    Suite(
        "A worker killed in the middle of a print, a snapshot, a deadline or a notice",
        "the next one does it, and it is done once",
        ("tests/config/servers/test_killed_workers.py", "tests/tournaments/services/test_durable_jobs.py"),
        on_servers=True,
    ),
    Suite(
        "A job that fails, takes too long or is rolled back, and a broker that is stopped or loses everything",
        "retried with longer pauses, then shown as failed; not tried again; never begun; done once it is back",
        ("tests/core/services/jobs/test_workers.py",),
        on_servers=True,
    ),
    Suite(
        "PostgreSQL restarted, gone, or cut off before and after a commit",
        "pages say so, reading waits, a result is entered once or not at all, and the page says which",
        ("tests/config/servers/test_database_gone.py",),
    ),
    Suite(
        "SQLite locked by someone else for long",
        "a page that sends again; a report sent three times counts once",
        ("tests/config/servers/test_busy.py",),
    ),
    Suite(
        "Redis gone, full, and back",
        "jobs wait in the database and begin by themselves, in order and once; the database is the cache until then",
        ("tests/config/servers/test_without_redis.py", "tests/config/test_caches.py"),
    ),
    Suite(
        "The disk is full",
        "everything can be read, and pages say what they cannot do",
        ("tests/config/servers/test_full_disk.py", "tests/floor/services/snapshots/test_shelf.py"),
    ),
    Suite(
        "The clock of the server jumps, backwards and by a day",
        "rounds go on, no result is lost, the journal keeps its order and agrees with its seals",
        ("tests/faults/test_clock_jumps.py",),
    ),
    Suite(
        "Stale desks and double submits: twenty people at once on one button",
        "one round is drawn, posted and closed; two results for one table are both shown",
        (
            "tests/pairings/services/reports/test_concurrency.py",
            "tests/decks/services/lists/test_concurrency.py",
        ),
        on_servers=True,
    ),
    Suite(
        "300 players leave at once and come back",
        "who is back is paired, who is not is not, and no one's results change",
        ("tests/faults/test_many_leave.py",),
    ),
    Suite(
        "What fails after a commit",
        "it is logged; the step stands, and whatever else waited is done",
        ("tests/tournaments/services/test_after_commit.py",),
    ),
    Suite(
        "Connections that break while a phone or a desk is used",
        "what was entered waits, is sent once and in order",
        ("tests/browser/phone/test_slow_phone.py", "tests/browser/phone/test_report_while_down.py"),
    ),
    Suite(
        "Nonsense in every field of every address, as everyone",
        "a page, a refusal or a sign-in, never an error of the server",
        ("tests/config/addresses/test_urls.py",),
    ),
)
