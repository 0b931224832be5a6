"""The doctor finds each broken part, says what to do, and reports to scripts and administrators."""

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from pathlib import Path

import psutil
import pytest
from django.conf import settings as current
from django.core.cache import cache
from django.core.management import call_command, get_commands, load_command_class
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from config.doctor import checks, services, this_machine
from config.doctor.answers import Answer, doctor_check_of
from core.models import Job, JournalEvent
from core.services import jobs
from core.services.jobs import sending
from core.tasks.upkeep import send_waiting_jobs
from tests import build
from tests.html import markup
from tests.own_redis import OwnRedis, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def redis(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OwnRedis]:
    for own in running(monkeypatch, settings):
        settings.REDIS_URL = own.url
        settings.CELERY_TASK_ALWAYS_EAGER = False
        yield own


def says(check) -> str:
    answer = check()
    assert bool(answer.advice) == (answer.state != "good")
    return f"{answer.state}: {answer.says}"


@pytest.mark.redis
def test_redis_workers_and_their_clock(redis: OwnRedis) -> None:
    cache.delete(sending.LAST_TICK)
    assert says(services.check_redis) == "good: Responds"
    assert says(services.check_workers) == "error: No worker responds"
    assert says(services.check_job_scheduler).startswith("error")
    send_waiting_jobs()
    assert says(services.check_job_scheduler) == "good: Running"
    jobs.record_job_clock_tick(timezone.now() - timedelta(minutes=4))
    assert says(services.check_job_scheduler).startswith("error")
    redis.stop()
    assert says(services.check_redis).startswith("error")
    assert says(services.check_workers).startswith("error")


def test_the_database_is_one_that_keeps_its_statistics() -> None:
    """PostgreSQL plans badly without statistics, and test servers often run without them."""
    kept = True
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SHOW autovacuum")
            kept = cursor.fetchone() == ("on",)
    assert says(services.check_database).startswith("good: " if kept else "warning: autovacuum is off")


def test_jobs_that_wait_for_minutes() -> None:
    Job.objects.create(task="decks.tasks.close_lists")
    assert says(services.check_jobs) == "good: None pending"
    Job.objects.update(at=timezone.now() - timedelta(minutes=6))
    assert says(services.check_jobs) == "warning: 1 has been waiting for minutes"
    Job.objects.update(due_at=timezone.now() + timedelta(minutes=5))
    assert says(services.check_jobs) == "good: None pending"
    Job.objects.update(state="failed")
    assert says(services.check_jobs) == "warning: 1 has failed"


def test_a_clock_that_went_back() -> None:
    assert says(services.check_clock).startswith("good")
    event = build.event()
    late = JournalEvent(tournament=event, kind="EventCreated", at=timezone.now() + timedelta(hours=1))
    JournalEvent.objects.bulk_create([late])
    assert says(services.check_clock) == "error: Behind the last line of the journal"


def test_a_disk_that_fills(monkeypatch: pytest.MonkeyPatch) -> None:
    real = psutil.disk_usage("/")
    for free, state in (
        (3 * this_machine.GIGABYTE, "good"),
        (this_machine.GIGABYTE, "warning"),
        (1024, "error"),
    ):
        monkeypatch.setattr(psutil, "disk_usage", lambda _path, free=free: real._replace(free=free))
        assert this_machine.check_disk().state == state


def test_folders_fonts_and_styles(settings, tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert says(this_machine.check_folders).startswith("good")
    assert says(this_machine.check_fonts) == "good: All installed"
    (tmp_path / "file").touch()
    settings.MEDIA_ROOT = tmp_path / "file" / "media"
    assert "cannot be written" in says(this_machine.check_folders)
    monkeypatch.setattr(this_machine.sheet_fonts, "FOLDER", tmp_path)
    assert "NotoSans-Regular.ttf" in says(this_machine.check_fonts)
    settings.WHITENOISE_USE_FINDERS, settings.STATIC_ROOT = False, tmp_path
    assert says(this_machine.check_static_files) == "error: Not collected"
    (tmp_path / "staticfiles.json").touch()
    assert says(this_machine.check_static_files) == "good: All installed"


def test_mail_that_nobody_takes(settings) -> None:
    assert says(services.check_mail).startswith("warning")
    settings.EMAIL_URL, settings.EMAIL_BACKEND = "smtp://x", "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert says(services.check_mail).startswith("error")


def test_what_the_environment_says(settings, tmp_path) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    assert says(this_machine.check_public_address).startswith("warning")
    settings.ALLOWED_HOSTS = ["stadium.example"]
    assert says(this_machine.check_public_address) == "good: stadium.example"
    settings.HTTPS = True
    assert says(this_machine.check_notifications).startswith("good")
    settings.DEBUG = True
    assert says(this_machine.check_debug_mode).startswith("error")
    settings.VAR_DIR = tmp_path
    assert says(this_machine.check_backups) == "warning: No backup was made here"
    (tmp_path / "last_backup").touch()
    assert says(this_machine.check_backups).startswith("good")


def test_a_check_that_breaks_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    @doctor_check_of("Stamps")
    def broken() -> Answer:
        raise ValueError("worn out")

    monkeypatch.setattr(checks, "CHECKS", (broken, this_machine.check_time_zone))
    first, second = checks.run_doctor_checks()
    assert (first.state, second.state) == ("error", "good")
    assert first.part == "Stamps"
    assert "worn out" in first.says
    assert first.advice


def test_what_the_database_cannot_say_names_its_part_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """As before the first `migrate`, when the tables do not exist."""

    def no_table(*_given: object, **_named: object) -> None:
        raise OperationalError("no such table: tournaments_job")

    monkeypatch.setattr(Job.objects, "filter", no_table)
    found = {one.part: one for one in checks.run_doctor_checks()}
    assert found["Jobs"].state == "error"
    assert "no such table" not in found["Jobs"].says
    assert found["Jobs"].advice == "Fix the database first, then check again."
    assert found["Migrations"].state == "good"


def test_the_backup_it_asks_for_is_a_command_that_there_is(settings, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    given = re.search(r"python3 manage\.py (\w+) ([^,]+),", this_machine.check_backups().advice)
    assert given
    parser = load_command_class(get_commands()[given[1]], given[1]).create_parser("manage.py", given[1])
    assert parser.parse_args(given[2].split()).output == "FILE"


def test_the_command_ends_as_it_finds(settings) -> None:
    out, settings.WHITENOISE_USE_FINDERS = StringIO(), True
    with suppress(SystemExit):
        call_command("doctor", stdout=out)
    assert "ERROR" not in out.getvalue()
    assert "OK      Migrations" in out.getvalue()
    assert "WARNING Mail" in out.getvalue()
    settings.DEBUG = True
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out)


def test_the_page_is_for_administrators(client: Client) -> None:
    url = reverse("doctor")
    assert client.get(url).status_code == 302
    client.force_login(build.user("marta"))
    assert client.get(url).status_code == 403
    client.force_login(build.user("root", is_superuser=True))
    page = markup(client.get(url))
    assert "Set EMAIL_URL to send them." in page
    assert "The same as: python3 manage.py doctor" in page
    assert page.count('class="line member"') == len(checks.CHECKS)


class TestHealth:
    def test_it_names_each_part(self, client: Client) -> None:
        answer = client.get("/health")
        assert answer.status_code == 200
        parts = dict.fromkeys(("Status", "Database", "Cache", "Disk", "Broker", "Backup"), "ok")
        assert answer.json() == parts
        for path in ("/health", "/health/live", "/health/ready"):
            answer = client.get(path)
            assert "no-store" in answer.headers["Cache-Control"]
            assert client.post(path).status_code == 405
        assert client.get("/health/live").content == client.get("/health/ready").content == b"ok"

    @pytest.mark.redis
    def test_without_redis_it_is_degraded_and_goes_on(self, client: Client, redis: OwnRedis) -> None:
        assert client.get("/health").json()["Broker"] == "ok"
        redis.stop()
        for kind in ("", "?format=text", "?format=openmetrics"):
            answer = client.get(f"/health{kind}")
            assert answer.status_code == 200
            assert answer.json()["Status"] == "degraded"
            assert answer.json()["Broker"] == "ill"
            assert answer.json()["Database"] == "ok"
            assert str(redis.port) not in answer.content.decode()
        assert client.get("/health/ready").status_code == 200

    def test_a_full_disk_and_a_failed_backup_are_degraded(
        self, client: Client, settings, tmp_path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.VAR_DIR = tmp_path
        (tmp_path / "last_backup_failed").write_text("no room")
        full = psutil.disk_usage("/")._replace(free=1024)
        monkeypatch.setattr(psutil, "disk_usage", lambda _path: full)
        answer = client.get("/health")
        assert answer.status_code == 200
        assert [name for name, state in answer.json().items() if state == "ill"] == ["Disk", "Backup"]
        assert client.get("/health/ready").status_code == 200

    def test_it_answers_by_any_host(self, client: Client, settings) -> None:
        settings.ALLOWED_HOSTS = ["stadium.example"]
        for host in ("10.0.0.7:8000", "pod-3", "", "host:port", "[::1"):
            for path in ("/health", "/health/live", "/health/ready"):
                assert client.get(path, headers={"host": host}).status_code == 200, (host, path)
        assert client.get("/", headers={"host": "10.0.0.7"}).status_code == 400

    def test_machines_beside_the_server_need_no_tls(self, client: Client, settings) -> None:
        settings.SECURE_SSL_REDIRECT = True
        assert client.get("/health").status_code == 200
        assert client.get("/health/live").status_code == 200
        assert client.get("/").status_code == 301
        assert current.SECURE_REDIRECT_EXEMPT == ["^health"]
