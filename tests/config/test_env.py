"""Settings from the environment are typed, and invalid ones raise an error."""

import os
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


@pytest.fixture
def given(monkeypatch):
    def set_(name: str, value: str) -> None:
        monkeypatch.setenv(name, value)

    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY"):
        monkeypatch.delenv(name, raising=False)
    return set_


def test_sqlite_is_the_default_and_waits_for_its_writers(given, tmp_path):
    config = env.database_settings(tmp_path / "stadium.sqlite3")
    assert config["ENGINE"] == "config.sqlite"
    assert config["NAME"] == str(tmp_path / "stadium.sqlite3")
    assert config["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in config["OPTIONS"]["init_command"]


def test_postgresql_by_its_address(given, tmp_path):
    given("DATABASE_URL", "postgres://ana:secret@db.example.org:5433/stadium")
    config = env.database_settings(tmp_path / "unused")
    assert (config["ENGINE"], config["HOST"], config["PORT"], config["NAME"]) == (
        "django.db.backends.postgresql",
        "db.example.org",
        5433,
        "stadium",
    )


def test_postgresql_compiles_no_queries_unless_told(given, tmp_path):
    given("DATABASE_URL", "postgres://db.example.org/stadium")
    assert env.database_settings(tmp_path / "unused")["OPTIONS"] == {"options": "-c jit=off"}
    given("DATABASE_URL", "postgres://db.example.org/stadium?options=-c%20jit%3Don&sslmode=require")
    assert env.database_settings(tmp_path / "unused")["OPTIONS"] == {
        "options": "-c jit=on",
        "sslmode": "require",
    }


def test_another_database_is_refused_with_a_sentence(given, tmp_path):
    given("DATABASE_URL", "mysql://ana@db/stadium")
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL takes"):
        env.database_settings(tmp_path / "unused")


def test_a_redis_address_is_checked(given):
    assert env.redis_url() == ""
    given("REDIS_URL", "redis://127.0.0.1:6379/1")
    assert env.redis_url() == "redis://127.0.0.1:6379/1"
    given("REDIS_URL", "localhost")
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL takes"):
        env.redis_url()


def test_mail_goes_to_the_server_of_the_host(given):
    given("EMAIL_URL", "")
    assert env.email_settings() == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    given("EMAIL_URL", "submission://ana:secret@mail.example.org?_default_from_email=cup@example.org")
    config = env.email_settings()
    assert (config["EMAIL_HOST"], config["EMAIL_PORT"], config["EMAIL_USE_TLS"]) == (
        "mail.example.org",
        587,
        True,
    )
    assert (config["EMAIL_HOST_USER"], config["EMAIL_HOST_PASSWORD"]) == ("ana", "secret")
    assert config["DEFAULT_FROM_EMAIL"] == "cup@example.org"


@pytest.mark.parametrize("wrong", ["mail.example.org", "foo", "https://mail.example.org", "smtp://"])
def test_an_address_of_mail_that_leads_to_no_server_is_refused(given, wrong):
    """The doctor would connect to a server without a name, and report that it responds."""
    given("EMAIL_URL", wrong)
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL takes submission://"):
        env.email_settings()


@pytest.mark.parametrize(
    ("name", "read", "good", "wrong"),
    [
        ("EMAIL_VERIFICATION", env.email_verification_setting, "mandatory", "yes"),
        ("TIME_ZONE", env.time_zone, "America/Sao_Paulo", "Berlin"),
        ("TIME_ZONE", env.time_zone, "UTC", "../zone"),
        ("LOG_LEVEL", env.log_level, "INFO", "loud"),
    ],
)
def test_what_is_chosen_from_a_few_is_checked(given, name, read, good, wrong):
    given(name, good)
    assert read() == good
    given(name, wrong)
    with pytest.raises(ImproperlyConfigured, match=f"{name} takes"):
        read()


@pytest.mark.parametrize("wrong", ["TIME_ZONE=Berlin", "HTTPS=maybe", "BEHIND_PROXY=maybe"])
def test_a_command_says_the_sentence_and_no_more(tmp_path, wrong):
    name, _, value = wrong.partition("=")
    own = os.environ | {name: value, "STADIUM_VAR": str(tmp_path)}
    command = [sys.executable, "manage.py", "doctor"]
    done = subprocess.run(command, cwd=env.ROOT, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert name in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_key_is_made_once_and_kept(given, tmp_path):
    made = env.secret_key(tmp_path)
    assert len(made) > 50
    assert env.secret_key(tmp_path) == made
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0


def test_the_key_of_the_host_wins(given, tmp_path):
    given("SECRET_KEY", "the host's own")
    assert env.secret_key(tmp_path) == "the host's own"


@pytest.mark.parametrize(("count", "meant"), [("", 0), ("false", 0), ("TRUE", 1), ("1", 1), ("2", 2)])
def test_proxies_are_counted(given, count, meant):
    given("BEHIND_PROXY", count)
    assert env.proxy_count() == meant


def test_a_proxy_nobody_understands_is_refused(given):
    given("BEHIND_PROXY", "nginx")
    with pytest.raises(ImproperlyConfigured, match="BEHIND_PROXY takes"):
        env.proxy_count()


def test_a_connection_of_before_is_asked_whether_it_still_lives(given, tmp_path):
    given("DATABASE_URL", "postgres://db.example.org/stadium")
    assert env.database_settings(tmp_path / "unused")["CONN_HEALTH_CHECKS"] is True


@pytest.mark.parametrize(("said", "meant"), [("optional", "optional"), ("required", "required")])
def test_a_second_factor_is_required_where_the_host_says_so(given, said, meant):
    assert env.second_factor_setting() == "optional"
    given("SECOND_FACTOR", said)
    assert env.second_factor_setting() == meant


def test_a_second_factor_nobody_understands_is_refused(given):
    given("SECOND_FACTOR", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="SECOND_FACTOR takes"):
        env.second_factor_setting()


def test_days_of_personal_data_are_a_number_or_nothing(given):
    assert env.personal_data_days() == 0
    for text, days in ((" 90 ", 90), ("0", 0), ("", 0)):
        given("PERSONAL_DATA_DAYS", text)
        assert env.personal_data_days() == days
    for text in ("-1", "a month", "1.5", "99999", "²"):
        given("PERSONAL_DATA_DAYS", text)
        with pytest.raises(ImproperlyConfigured, match="whole number of days"):
            env.personal_data_days()
