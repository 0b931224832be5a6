"""What a command loads before it does anything; a server loads the rest before its first response."""

import os
import re
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

from django.core.management import get_commands, load_command_class

from config.servers.warming import LATE as AT_A_SERVER
from core.management.base import StadiumCommand
from tests import ROOMS

ROOT = Path(__file__).resolve().parents[2]

LATE = (
    "PIL",
    "cryptography",
    "markdown_it",
    "ninja",
    "openpyxl",
    "psutil",
    "pydantic",
    "pypdf",
    "redis",
    "reportlab",
    "requests",
)
"""Libraries that take long to load, and that few commands need."""

LOADED = "import sys, gc, django; django.setup(); print(gc.isenabled(), *sys.modules)"
RUN = """
import sys
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "pair_states", "/dev/null"])
print(*sys.modules)
"""
SERVED = "import sys; from config.wsgi import application; print(*sys.modules)"


def test_a_command_loads_no_library_that_takes_long():
    enabled, *modules = _modules(LOADED)

    assert set(LATE) & set(modules) == set()
    assert enabled == "True", "the collector of garbage works again"


def test_a_command_of_stadium_loads_no_pages():
    modules = set(_modules(RUN))

    assert (set(LATE) | {"config.urls", "tournaments.views.home"}) & modules == set()


def test_every_command_but_the_server_begins_at_once():
    rooms = {name: app for name, app in get_commands().items() if (ROOT / app).is_dir()}
    assert len(rooms) > 20
    found = {name: load_command_class(app, name) for name, app in rooms.items()}
    assert [name for name, one in found.items() if not isinstance(one, StadiumCommand)] == [
        "migrate",
        "serve",
    ]


def test_a_server_has_loaded_all_of_them_before_its_first_answer():
    modules = set(_modules(SERVED))

    assert modules >= {*AT_A_SERVER, "pydantic", "reportlab", "rustworkx"}


def test_a_server_loads_nothing_that_is_for_the_tests_alone():
    """It would not start where only Stadium is installed."""
    lines = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8").splitlines()
    for_tests = {line.partition("==")[0] for line in lines if "==" in line}
    assert "pypdf" in for_tests
    owners = packages_distributions()
    loaded = {owner for name in AT_A_SERVER for owner in owners.get(name.partition(".")[0], ())}
    assert loaded & for_tests == set()


def _modules(program: str) -> list[str]:
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "REDIS_URL": ""}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


def test_no_module_imports_what_a_package_calls_its_own() -> None:
    """`allauth.core.internal` may change with any release; what it would do for us is in `core/limits.py`."""
    inside = re.compile(r"^\s*(?:from|import) (?!config|core|tournaments)[\w.]*\.internal\b", re.MULTILINE)
    rooms = ("config", *ROOMS)
    files = [file for room in rooms for file in (ROOT / room).rglob("*.py")]
    assert [str(file) for file in files if inside.search(file.read_text("utf-8"))] == []
