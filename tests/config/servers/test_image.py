"""The image of deploy/Containerfile, built and started: each process of the compose file runs from it, in order, and
a page is opened over TLS.

No registry is used: buildah builds in a chroot, which needs no container engine, on a Debian made by debootstrap in
place of the base image of the Containerfile. Differences of the base image (another Python), and the images of
PostgreSQL, Redis and Caddy, are not tested.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from tests.config.servers.test_deploy import DEPLOY, ROOT, compose, example
from tests.config.servers.test_deploy_trial import Server, until
from tests.own_postgres import OwnPostgres
from tests.own_redis import OwnRedis

pytestmark = [pytest.mark.slow]

TOOLS = ("buildah", "debootstrap", "caddy", "redis-server")
OFFLINE = re.compile("NewConnectionError|Temporary failure|Could not resolve|Failed to fetch")


class Images:
    """A store of images in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def buildah(self, *words: str) -> list[str]:
        store = ("--root", str(self.folder / "store"), "--runroot", str(self.folder / "running"))
        return ["buildah", *store, "--storage-driver", "vfs", *words]

    def ask(self, *words: str) -> str:
        """Run a command and fail with its output, or skip if it could not reach a package index."""
        done = subprocess.run(self.buildah(*words), cwd=ROOT, capture_output=True, text=True, check=False)
        said = done.stdout + done.stderr
        if done.returncode and OFFLINE.search(said):
            pytest.skip(f"no package index can be reached: {said[-200:]}")
        assert done.returncode == 0, said[-3000:]
        return done.stdout.strip()

    def make_base(self) -> None:
        """Create a Debian with Python under the name of the base image of the Containerfile."""
        found = re.search(r"^FROM (\S+)$", (DEPLOY / "Containerfile").read_text("utf-8"), re.MULTILINE)
        assert found
        debian = self.folder / "debian"
        packages = "--include=ca-certificates,python3,python3-venv,python3-pip"
        release = found[1].rpartition("-")[2]
        command = ["debootstrap", "--variant=minbase", packages, release, str(debian)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no Debian can be made here: {(done.stdout + done.stderr)[-200:]}")
        for refusal in debian.glob("usr/lib/python3*/EXTERNALLY-MANAGED"):
            refusal.unlink()
        (debian / "usr/bin/python").symlink_to("python3")
        empty = self.ask("from", "scratch")
        self.ask("add", "--quiet", empty, str(debian), "/")
        self.ask("commit", "--quiet", empty, found[1])
        shutil.rmtree(debian)

    def build(self) -> str:
        """Build a container of the image from the committed source; return its name."""
        source = self.folder / "source"
        source.mkdir()
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (ROOT / name).is_file():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, source / name)
        file, ignored = (str(source / name) for name in ("deploy/Containerfile", ".containerignore"))
        # The certificates of this machine, which may reach the package index through a proxy with a certificate of its
        # own.
        given = ("--volume", "/etc/ssl/certs:/etc/ssl/certs:ro", "--pull-never", "--ignorefile", ignored)
        self.ask("bud", "--isolation", "chroot", *given, "--tag", "stadium", "--file", file, str(source))
        return self.ask("from", "--pull-never", "localhost/stadium")


class Contained(Server):
    """The server of the trial, with each process from the image."""

    def __init__(self, folder: Path, postgres: OwnPostgres, redis: OwnRedis) -> None:
        super().__init__(folder, postgres, redis)
        self.images = Images(folder)
        self.images.make_base()
        self.container = self.images.build()
        (folder / "var").mkdir()
        (folder / "var").chmod(0o777)

    def within(self, *words: str) -> list[str]:
        told = {
            **example(),
            **{name: self.env[name] for name in ("DATABASE_URL", "REDIS_URL", "ALLOWED_HOSTS")},
            **{name: self.env[name] for name in ("CSRF_TRUSTED_ORIGINS", "GUNICORN_CMD_ARGS")},
        }
        environment = [word for name, value in told.items() for word in ("--env", f"{name}={value}")]
        volume = ("--volume", f"{self.folder / 'var'}:/var/lib/stadium")
        run = self.images.buildah("run", "--isolation", "chroot", *volume, *environment)
        return [*run, self.container, "--", *words]

    def command(self, name: str) -> list[str]:
        words = super().command(name)
        if "--schedule" in words:
            words[words.index("--schedule") + 1] = "/tmp/beat"
        return self.within(*words)

    def release(self) -> None:
        done = subprocess.run(self.command("release"), capture_output=True, text=True, check=False)
        assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]

    @contextmanager
    def runs(self, name: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run the process with everything that buildah starts for it, which ends with it."""
        with (
            (self.folder / f"{name}.log").open("wb") as log,
            subprocess.Popen(self.command(name), stdout=log, stderr=log, start_new_session=True) as process,
        ):
            self.running[name] = process
            try:
                yield process
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)

    def said(self, *words: str) -> str:
        return subprocess.run(self.within(*words), capture_output=True, text=True, check=False).stdout


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contained]:
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing or os.geteuid() != 0:
        pytest.skip(f"an image is built as root with {', '.join(TOOLS)}; missing: {missing or 'root'}")
    postgres, redis = OwnPostgres(), OwnRedis()
    redis.start()
    try:
        one = Contained(tmp_path_factory.mktemp("image"), postgres, redis)
        one.release()
        with ExitStack() as stack:
            for name in ("web", "readers", "news", "worker", "beat"):
                stack.enter_context(one.runs(name))
            stack.enter_context(one.proxy())
            until(lambda: one.get("/health").status == 200, one.logs)
            yield one
        shutil.rmtree(one.folder / "store", ignore_errors=True)
    finally:
        redis.stop()
        postgres.remove()


def test_a_page_over_tls(server: Contained) -> None:
    page = server.get("/")
    assert page.status == 200
    assert b"/static/css/stadium." in page.read()
    assert server.get("/guide/organizer").status == 200


def test_the_doctor_in_the_image_finds_everything(server: Contained) -> None:
    def report() -> str:
        return server.said("python", "manage.py", "doctor")

    until(lambda: "OK      Job scheduler: Running" in report(), lambda: report() + server.logs())
    text = report()
    assert "ERROR" not in text, text
    assert "OK      Database: PostgreSQL" in text
    assert "OK      Workers: 1 responds" in text


def test_no_process_is_root_and_all_write_the_volume(server: Contained) -> None:
    assert server.said("id", "-un").strip() == "stadium"
    names = {path.name for path in (server.folder / "var").iterdir()}
    assert {"static", "vapid_key"} <= names
    assert server.said("sh", "-c", "touch /srv/stadium/manage.py 2>&1 || echo refused").endswith("refused\n")


def test_the_image_has_what_backups_need_and_nothing_else(server: Contained) -> None:
    assert "pg_dump" in server.said("pg_dump", "--version")
    held = set(server.said("ls", "-A", "/srv/stadium").split())
    assert {"manage.py", "docs", "locale", "templates"} <= held
    assert not held & {".git", ".venv", "var", "node_modules", "tests"}
    assert set(compose()) >= set(server.running)
