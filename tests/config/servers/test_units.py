"""The units of deploy/systemd under a running systemd: started in order as the account `stadium`, restarted when one
is killed, and stopped.

The unit files are those of deploy/, except for the ports. A separate manager of root replaces that of the machine,
in namespaces that contain /srv/stadium, /etc/stadium.env, /var/lib/stadium and the account, so nothing else is
affected. Such a manager cannot show that a machine starts the units at boot (`systemctl enable`).
"""

import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.config.servers.test_deploy import DEPLOY, ROOT, example
from tests.config.servers.test_deploy_trial import until
from tests.own_postgres import OwnPostgres, free_port
from tests.own_redis import OwnRedis

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

STARTING = 300
"""Seconds for a busy machine to migrate and collect everything."""

SYSTEMD = Path("/lib/systemd/systemd")
ACCOUNT = 998877
"""The number of the account `stadium`."""

UNITS = ("web", "readers", "news", "worker", "beat")
PORTS = {"web": "8000", "readers": "8001", "news": "8002"}

BEGIN = """
set -e
mount --bind "$HERE/etc" /etc
mount -t tmpfs none /srv && mkdir /srv/stadium && mount --bind "$ROOT" /srv/stadium
mount --bind "$HERE/bin" /srv/stadium/.venv/bin
mount --bind "$HERE/lib" /var/lib
mount -t tmpfs none /run && mkdir -p /run/systemd/system /run/systemd/inaccessible/dir
if [ "$1" ]; then exec setpriv --reuid stadium --regid stadium --clear-groups "$@"; fi
"$SYSTEMD" --user --log-target=console --log-level=info &  # as the first process it would be that of a machine
wait
"""


class Machine:
    """A systemd in `folder`, and what it starts."""

    def __init__(self, folder: Path, postgres: OwnPostgres, redis: OwnRedis) -> None:
        self.folder = folder
        self.ports = {name: free_port() for name in PORTS}
        self.env = os.environ | {
            "HERE": str(folder),
            "ROOT": str(ROOT),
            "SYSTEMD": str(SYSTEMD),
            "XDG_CONFIG_HOME": "/var/lib",  # where such a manager creates what StateDirectory names
            "XDG_RUNTIME_DIR": str(folder / "run"),
            "SYSTEMD_UNIT_PATH": str(folder / "units"),
        }
        for name in ("run", "units", "lib", "lib/stadium"):
            (folder / name).mkdir()
        (folder / "run").chmod(0o700)
        self._settings(
            example()
            | {
                "DATABASE_URL": postgres.url,
                "REDIS_URL": redis.url,
                "ALLOWED_HOSTS": "localhost",
                "GUNICORN_CMD_ARGS": "--no-control-socket",
            }
        )
        self._programs()
        self._units()

    def _settings(self, env: dict[str, str]) -> None:
        """Copy /etc, and add the environment of the processes and their account."""
        shutil.copytree("/etc", self.folder / "etc", symlinks=True)
        lines = "".join(f"{name}={value}\n" for name, value in env.items())
        (self.folder / "etc/stadium.env").write_text(lines, encoding="utf-8")
        for name, line in (
            ("passwd", "stadium:x:998877:998877::/var/lib/stadium:/bin/false"),
            ("group", "stadium:x:998877:"),
        ):
            with (self.folder / "etc" / name).open("a", encoding="utf-8") as accounts:
                accounts.write(f"{line}\n")
        os.chown(self.folder / "lib/stadium", ACCOUNT, ACCOUNT)

    def _programs(self) -> None:
        """Create scripts like those of pip in /srv/stadium: each names the Python there, as /tmp and /root are
        hidden.
        """
        shutil.copytree(ROOT / ".venv/bin", self.folder / "bin", symlinks=True)
        for path in (self.folder / "bin").iterdir():
            if path.is_file() and not path.is_symlink() and path.read_bytes().startswith(b"#!"):
                _line, _, text = path.read_text("utf-8").partition("\n")
                path.write_text(f"#!/srv/stadium/.venv/bin/python\n{text}", encoding="utf-8")

    def _units(self) -> None:
        for name in UNITS:
            text = (DEPLOY / f"systemd/stadium-{name}.service").read_text("utf-8")
            if name in PORTS:
                assert f"127.0.0.1:{PORTS[name]} " in text
                text = text.replace(PORTS[name], str(self.ports[name]))
            (self.folder / f"units/stadium-{name}.service").write_text(text, encoding="utf-8")
            said = self.folder / f"units/stadium-{name}.service.d"
            said.mkdir()
            log = self.folder / f"{name}.log"
            (said / "log.conf").write_text(
                f"[Service]\nStandardOutput=append:{log}\nStandardError=append:{log}\n"
            )
        for always in ("basic", "shutdown"):
            (self.folder / f"units/{always}.target").write_text("[Unit]\nDefaultDependencies=no\n")
        wanted = "".join(f"Wants=stadium-{name}.service\n" for name in UNITS)
        (self.folder / "units/default.target").write_text(f"[Unit]\n{wanted}", encoding="utf-8")

    def inside(self, *command: str) -> list[str]:
        apart = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "--cgroup"]
        return [*apart, "bash", "-c", BEGIN, "begin", *command]

    @contextmanager
    def runs(self) -> Iterator[None]:
        log = (self.folder / "log").open("wb")
        with log, subprocess.Popen(self.inside(""), env=self.env, stdout=log, stderr=log) as self.process:
            try:
                yield
            finally:
                self.process.kill()

    def systemctl(self, *words: str) -> str:
        """Run it inside, as it responds to no process of another namespace."""
        (first,) = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        command = [
            "nsenter",
            "--target",
            first,
            "--mount",
            "--pid",
            "systemctl",
            "--user",
            "--no-pager",
            *words,
        ]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    def shows(self, name: str, *properties: str) -> dict[str, str]:
        lines = self.systemctl("show", f"stadium-{name}.service", f"--property={','.join(properties)}")
        return dict(line.split("=", 1) for line in lines.splitlines())

    def health(self, name: str) -> dict[str, str]:
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.ports[name]}/health",
            headers={"Host": "localhost", "X-Forwarded-Proto": "https"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            parts: dict[str, str] = json.load(answer)
        return parts

    def said(self) -> str:
        logs = (path.read_text(errors="replace")[-1500:] for path in sorted(self.folder.glob("*log")))
        return "\n".join((*logs, self.systemctl("status", *(f"stadium-{name}.service" for name in UNITS))))


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    missing = [
        name
        for name in ("unshare", "nsenter", "setpriv", "systemctl", "redis-server")
        if shutil.which(name) is None
    ]
    if os.geteuid() or missing or not SYSTEMD.exists():
        pytest.skip(f"needs root and systemd; missing: {', '.join(missing) or SYSTEMD}")
    postgres, redis = OwnPostgres(), OwnRedis()
    redis.start()
    try:
        one = Machine(tmp_path_factory.mktemp("machine"), postgres, redis)
        probe = subprocess.run(
            one.inside("/srv/stadium/.venv/bin/python", "-c", "import django"),
            env=one.env,
            capture_output=True,
            text=True,
            check=False,
        )
        if probe.returncode:
            pytest.skip(f"no namespaces, or a Python that only root may start: {probe.stderr[-300:]}")
        with one.runs():
            until(lambda: set(one.health("web").values()) == {"ok"}, one.said, STARTING)
            yield one
    finally:
        redis.stop()
        postgres.remove()


@pytest.fixture(autouse=True)
def all_run(machine: Machine) -> None:
    """As after a boot, whatever the previous test has killed or stopped: tests run in any order."""
    units = [f"stadium-{name}.service" for name in UNITS]
    machine.systemctl("reset-failed", *units)  # no one has restarted any of them
    machine.systemctl("start", *units)
    until(
        lambda: all(machine.shows(name, "SubState")["SubState"] == "running" for name in UNITS), machine.said
    )
    until(lambda: set(machine.health("web").values()) == {"ok"}, machine.said, STARTING)


def test_all_of_them_run_as_their_account(machine: Machine) -> None:
    for name in ("readers", "news"):
        until(lambda name=name: set(machine.health(name).values()) == {"ok"}, machine.said)
    states = {name: machine.shows(name, "ActiveState", "SubState", "NRestarts") for name in UNITS}
    well = {"ActiveState": "active", "SubState": "running", "NRestarts": "0"}
    assert states == dict.fromkeys(UNITS, well), machine.said()
    made = machine.folder / "lib/stadium"
    assert {path.stat().st_uid for path in made.rglob("*")} == {ACCOUNT}
    assert (made / "static/staticfiles.json").exists(), "collected before the first page"


def test_the_worker_and_the_clock_do_their_work(machine: Machine) -> None:
    settings = "set -a; . /etc/stadium.env; STADIUM_VAR=/var/lib/stadium"
    check = f"{settings}; cd /srv/stadium; .venv/bin/python manage.py doctor"

    def report() -> str:
        done = subprocess.run(
            machine.inside("bash", "-c", check), env=machine.env, capture_output=True, text=True, check=False
        )
        return done.stdout + done.stderr

    until(lambda: "OK      Job scheduler: Running" in report(), report)
    assert "OK      Workers: 1 responds" in report()


@pytest.mark.parametrize("name", UNITS)
def test_one_that_is_killed_starts_again(machine: Machine, name: str) -> None:
    machine.systemctl("kill", "--kill-whom=main", "--signal=KILL", f"stadium-{name}.service")

    def again() -> bool:
        now = machine.shows(name, "NRestarts", "SubState")
        return now["NRestarts"] != "0" and now["SubState"] == "running"

    until(again, machine.said)
    if name in PORTS:
        until(lambda: set(machine.health(name).values()) == {"ok"}, machine.said)


def test_one_may_not_write_beside_its_data(machine: Machine) -> None:
    """ProtectSystem: the processes may change neither the program nor the settings."""
    own = machine.folder / "units/probe.service"
    text = (DEPLOY / "systemd/stadium-beat.service").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("ExecStart="))
    tries = "for at in /srv/stadium /etc /var/lib/stadium; do touch $$at/probe && echo $$at; done"
    text = text.replace(line, f"ExecStart=/bin/sh -c '({tries}) > /var/lib/stadium/wrote; true'").replace(
        "User=stadium\nGroup=stadium\n", ""
    )
    own.write_text(text.replace("Restart=on-failure", "Type=oneshot"), encoding="utf-8")
    machine.systemctl("daemon-reload")
    machine.systemctl("start", "probe.service")
    data = machine.folder / "lib/stadium"
    assert (data / "wrote").read_text() == "/var/lib/stadium\n"
    for left in ("wrote", "probe"):
        (data / left).unlink()  # owned by root, so no unit can change it


def test_they_stop_when_asked(machine: Machine) -> None:
    machine.systemctl("stop", *(f"stadium-{name}.service" for name in UNITS))
    ended = {name: machine.shows(name, "ActiveState", "Result") for name in UNITS}
    well = {"ActiveState": "inactive", "Result": "success"}
    assert ended == dict.fromkeys(UNITS, well), machine.said()
