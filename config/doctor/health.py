"""Health addresses for supervisors and load balancers.

/health/live: whether this process answers; a supervisor restarts a process that does not.
/health/ready: whether this process can render pages; a balancer sends no requests to a process that cannot.
/health: the parts that fail, even while pages still work; for the person on call.

The answers contain only the names of parts; the reasons are in the log and on the doctor page.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

import psutil
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from config.backups import history
from config.doctor.services import PATIENCE
from config.doctor.this_machine import TOO_LITTLE

LOG = logging.getLogger(__name__)


def _database_works() -> bool:
    # A new connection may work if the database has been restarted since the last request.
    for _attempt in range(2):
        with suppress(DatabaseError):
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return True
        connection.close()
    return False


def _cache_works() -> bool:
    cache.set("health", True, PATIENCE)
    return bool(cache.get("health"))


def _broker_works() -> bool:
    """Return whether the broker of jobs responds; True if jobs run in the server."""
    if not settings.REDIS_URL:
        return True
    from redis import Redis, RedisError

    timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    try:
        with Redis.from_url(settings.REDIS_URL, **timeouts) as broker:
            return bool(broker.ping())
    except RedisError as problem:
        LOG.warning("The broker is ill: %s", problem)
        return False


PARTS: Mapping[str, Callable[[], bool]] = {
    "Database": _database_works,
    "Cache": _cache_works,
    "Disk": lambda: psutil.disk_usage(str(settings.VAR_DIR)).free >= TOO_LITTLE,
    "Broker": _broker_works,
    "Backup": lambda: history.last_backup_failure() is None,
}


def _part_works(name: str) -> bool:
    """Return whether the part called `name` works.

    A database or system error in its check is logged, and counts as not working.
    """
    try:
        return PARTS[name]()
    except (DatabaseError, OSError) as problem:
        LOG.warning("%s is ill: %s", name, problem)
        return False


@never_cache
@require_safe
def health_check(_request: HttpRequest) -> HttpResponse:
    """Return the state of each part as JSON, with status 200 while pages can be rendered, 503 without the database.

    {"Status": "degraded", "Database": "ok", "Cache": "ok", "Disk": "ok", "Broker": "ill", "Backup": "ok"};
    "Status" is "down" without the database.
    """
    parts = {name: "ok" if _part_works(name) else "ill" for name in PARTS}
    down, degraded = parts["Database"] == "ill", "ill" in parts.values()
    status = "down" if down else "degraded" if degraded else "ok"
    return JsonResponse({"Status": status, **parts}, status=503 if down else 200)


@never_cache
@require_safe
def readiness_check(_request: HttpRequest) -> HttpResponse:
    """Report whether pages can be rendered, which requires only the database."""
    if _part_works("Database"):
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("no database", content_type="text/plain", status=503)


@never_cache
@require_safe
def liveness_check(_request: HttpRequest) -> HttpResponse:
    """Return "ok" to show that this process responds."""
    return HttpResponse("ok", content_type="text/plain")
