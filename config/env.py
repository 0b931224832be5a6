"""Read environment variables, convert and validate them."""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.core.exceptions import ImproperlyConfigured
from environs import Env
from filelock import FileLock
from platformdirs import user_data_path

from core.services import files

env = Env()
ROOT = Path(__file__).resolve().parent.parent

MAX_DAYS = 36_500
"""The maximum of PERSONAL_DATA_DAYS, about a century."""

MAIL_SECONDS = 20
"""Seconds that a mail server may take for an answer, unless EMAIL_URL has `?timeout=…`."""

MAIL_SERVERS = {"smtp", "smtps", "submission", "submit"}
NO_SERVER = {"console", "dummy", "file", "memory"}
"""Schemes of dj-email-url that do not use a mail server."""

P_256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256."""


def data_folder(root: Path = ROOT) -> Path:
    """Return STADIUM_VAR. The default is `var` beside manage.py, or the user's data folder without a source tree."""
    default = root / "var" if (root / "manage.py").exists() else user_data_path("stadium", appauthor=False)
    return Path(env.path("STADIUM_VAR", default)).absolute()


def shared_folder() -> Path | None:
    """Return the folder STADIUM_SHARED, which is created if missing, or None if the variable is not set.

    Raises ImproperlyConfigured if it cannot be created.
    """
    value = str(env.str("STADIUM_SHARED", ""))
    if not value:
        return None
    folder = Path(value).absolute()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(
            f"STADIUM_SHARED takes a folder that can be written: {value}: {problem.strerror}."
        ) from problem
    return folder


def card_pictures_folder() -> Path | None:
    """Return the folder STADIUM_CARD_PICTURES, or None if the variable is not set.

    Raises ImproperlyConfigured if the folder does not exist.
    """
    value = str(env.str("STADIUM_CARD_PICTURES", ""))
    if not value:
        return None
    folder = Path(value).absolute()
    if not folder.is_dir():
        raise ImproperlyConfigured(f"STADIUM_CARD_PICTURES takes a folder: {value} does not exist.")
    return folder


def email_settings() -> dict[str, Any]:
    """Return the settings of the mail server in EMAIL_URL; without it, mail is written to the console.

    Raises ImproperlyConfigured if the address of a mail server is invalid.
    """
    address = str(env.str("EMAIL_URL", ""))
    if not address:
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    url = urlsplit(address)
    if url.scheme not in NO_SERVER and not (url.scheme in MAIL_SERVERS and url.hostname):
        raise ImproperlyConfigured(
            "EMAIL_URL takes submission://NAME:PASSWORD@HOST or smtp://NAME:PASSWORD@HOST."
        )
    mail_settings = dict(env.dj_email_url("EMAIL_URL"))
    mail_settings["EMAIL_TIMEOUT"] = mail_settings["EMAIL_TIMEOUT"] or MAIL_SECONDS
    return mail_settings


def secret_key(folder: Path) -> str:
    """Return SECRET_KEY, or a key generated on the first start and stored in `folder`.

    Several machines at one address must share the key. A single laptop needs no configuration.
    """
    key = env.str("SECRET_KEY", "")
    if key:
        return str(key)
    return _stored_key(folder / "secret_key", secrets.token_urlsafe(50))


def vapid_key(folder: Path) -> str:
    """Return the private key that signs notices: VAPID_PRIVATE_KEY, or a key generated once and stored in `folder`.

    The key is a 32-byte number for the curve P-256, as base64url. Push services accept only the key with which a
    browser subscribed, so several machines at one address must share it.
    """
    key = env.str("VAPID_PRIVATE_KEY", "")
    if key:
        return _checked_vapid_key(str(key))
    number = (1 + secrets.randbelow(P_256_ORDER - 1)).to_bytes(32, "big")
    return _checked_vapid_key(
        _stored_key(folder / "vapid_key", urlsafe_b64encode(number).decode().rstrip("="))
    )


def _stored_key(key_file: Path, key: str) -> str:
    """Return the key in a file; if the file is missing, write `key` to it atomically.

    If several processes start at the same time, the first one writes the key for all.
    """
    if not key_file.exists():
        key_file.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(key_file.with_name("keys.lock")):
            if not key_file.exists():
                files.write_atomically(key_file, key.encode())
    return key_file.read_text(encoding="utf-8").strip()


def _checked_vapid_key(text: str) -> str:
    """Return a VAPID private key without padding.

    Raises ImproperlyConfigured if it is not a private key of the curve P-256 as base64url.
    """
    try:
        number = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        number = b""
    if len(number) != 32 or not 0 < int.from_bytes(number, "big") < P_256_ORDER:
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY takes a private key of the curve P-256, 32 bytes as base64url."
        )
    return text.rstrip("=")


def database_settings(default: Path) -> dict[str, object]:
    """Return DATABASE_URL as Django settings: PostgreSQL, or SQLite in WAL mode.

    Without DATABASE_URL, the database is the SQLite file `default`. On SQLite, each writer locks the database
    when its transaction begins, and other writers wait for their turn. Raises ImproperlyConfigured for any other
    kind.
    """
    config = dict(
        env.dj_db_url(
            "DATABASE_URL", f"sqlite:///{default.as_posix()}", conn_max_age=60, conn_health_checks=True
        )
    )
    engine = str(config["ENGINE"])
    if engine.endswith("sqlite3"):
        # Writers lock at BEGIN, so that a transaction that reads before it writes cannot fail at the write.
        config["ENGINE"] = "config.sqlite"
        config["TEST"] = {"NAME": ":memory:"}
        config["CONN_MAX_AGE"] = 0
        config["OPTIONS"] = {
            "timeout": 20,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        }
    elif engine.endswith("postgresql"):
        # JIT only helps long queries. Ours take milliseconds, and compiling a query takes a second.
        config["OPTIONS"] = {"options": "-c jit=off"} | dict(config.get("OPTIONS") or {})
    else:
        raise ImproperlyConfigured("DATABASE_URL takes sqlite:///FILE or postgres://USER:PASSWORD@HOST/NAME.")
    return config


def event_creation_setting(*, server: bool) -> str:
    """Return EVENT_CREATION: "open" to every account, or "allowed" for selected accounts.

    The default is "allowed" on a server, otherwise "open". Raises ImproperlyConfigured for any other value.
    """
    value = str(env.str("EVENT_CREATION", "") or ("allowed" if server else "open"))
    if value not in {"open", "allowed"}:
        raise ImproperlyConfigured("EVENT_CREATION takes open or allowed.")
    return value


def second_factor_setting() -> str:
    """Return SECOND_FACTOR: "optional", or "required" for event staff and administrators.

    Raises ImproperlyConfigured for any other value.
    """
    value = str(env.str("SECOND_FACTOR", "optional"))
    if value not in {"optional", "required"}:
        raise ImproperlyConfigured("SECOND_FACTOR takes optional or required.")
    return value


def email_verification_setting() -> str:
    """Return EMAIL_VERIFICATION: "none", "optional" or "mandatory" verification of a new account's email.

    Raises ImproperlyConfigured for any other value.
    """
    value = str(env.str("EMAIL_VERIFICATION", "none"))
    if value not in {"none", "optional", "mandatory"}:
        raise ImproperlyConfigured("EMAIL_VERIFICATION takes none, optional or mandatory.")
    return value


def time_zone() -> str:
    """Return TIME_ZONE, the zone of pages outside events.

    Raises ImproperlyConfigured if there is no such zone.
    """
    value = str(env.str("TIME_ZONE", "UTC"))
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise ImproperlyConfigured(
            "TIME_ZONE takes the name of a time zone, such as Europe/Berlin."
        ) from problem
    return value


def log_level() -> str:
    """Return LOG_LEVEL, the lowest level that is logged.

    Raises ImproperlyConfigured if it is not a level from DEBUG to ERROR.
    """
    value = str(env.str("LOG_LEVEL", "WARNING")).upper()
    if value not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise ImproperlyConfigured("LOG_LEVEL takes DEBUG, INFO, WARNING or ERROR.")
    return value


def personal_data_days() -> int:
    """Return PERSONAL_DATA_DAYS, the number of days after an event when its personal data is removed.

    If it is 0, the data is only removed on request. Raises ImproperlyConfigured if it is not a number up to
    MAX_DAYS.
    """
    value = str(env.str("PERSONAL_DATA_DAYS", "")).strip() or "0"
    if not (value.isascii() and value.isdecimal() and int(value) <= MAX_DAYS):
        raise ImproperlyConfigured(f"PERSONAL_DATA_DAYS takes a whole number of days up to {MAX_DAYS}.")
    return int(value)


def redis_url() -> str:
    """Return REDIS_URL. If it is "", jobs run in the request.

    Raises ImproperlyConfigured if it is not the URL of a Redis server.
    """
    url = str(env.str("REDIS_URL", ""))
    if url and urlsplit(url).scheme not in {"redis", "rediss", "unix"}:
        raise ImproperlyConfigured("REDIS_URL takes redis://HOST:PORT/NUMBER.")
    return url


def proxy_count() -> int:
    """Return BEHIND_PROXY: the number of trusted proxies in front of the server.

    If it is 0, `X-Forwarded-For` is ignored. Otherwise the client's address is found by counting that many
    addresses from the end of the header. Raises ImproperlyConfigured if it is neither a number nor a truth value.
    """
    value = str(env.str("BEHIND_PROXY", "false")).strip().lower()
    numbers = {"false": 0, "no": 0, "off": 0, "": 0, "true": 1, "yes": 1, "on": 1}
    if value not in numbers and not value.isdecimal():
        raise ImproperlyConfigured("BEHIND_PROXY takes true, false, or how many proxies stand in a row.")
    return numbers[value] if value in numbers else int(value)
