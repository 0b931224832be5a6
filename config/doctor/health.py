"""Health addresses for supervisors and balancers. They name the parts; the reasons are in the log and on the doctor.

/health/live: this process answers; a supervisor restarts one that does not.
/health/ready: this process can make pages; a balancer sends no requests to one that cannot.
/health: what is degraded while pages still work; for the person on call.
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
from config.doctor.machine import TOO_LITTLE
from config.doctor.services import PATIENCE

LOG = logging.getLogger(__name__)


def _database() -> bool:
    # Retried on a new connection, in case the database was restarted since the last request.
    for _attempt in range(2):
        with suppress(DatabaseError):
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return True
        connection.close()
    return False


def _cache() -> bool:
    cache.set("health", True, PATIENCE)
    return bool(cache.get("health"))


def _broker() -> bool:
    """The broker of jobs; fine if jobs run in the server."""
    if not settings.REDIS_URL:
        return True
    from redis import Redis, RedisError

    waits = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    try:
        with Redis.from_url(settings.REDIS_URL, **waits) as broker:
            return bool(broker.ping())
    except RedisError as problem:
        LOG.warning("The broker is ill: %s", problem)
        return False


PARTS: Mapping[str, Callable[[], bool]] = {
    "Database": _database,
    "Cache": _cache,
    "Disk": lambda: psutil.disk_usage(str(settings.VAR_DIR)).free >= TOO_LITTLE,
    "Broker": _broker,
    "Backup": lambda: history.last_failure() is None,
}


def _is_well(name: str) -> bool:
    try:
        return PARTS[name]()
    except (DatabaseError, OSError) as problem:
        LOG.warning("%s is ill: %s", name, problem)
        return False


@never_cache
@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """{"Status": "degraded", "Database": "ok", "Cache": "ok", "Disk": "ok", "Broker": "ill", "Backup": "ok"}, with 200
    as long as pages are made; "down" and 503 without the database.
    """
    parts = {name: "ok" if _is_well(name) else "ill" for name in PARTS}
    down, degraded = parts["Database"] == "ill", "ill" in parts.values()
    status = "down" if down else "degraded" if degraded else "ok"
    return JsonResponse({"Status": status, **parts}, status=503 if down else 200)


@never_cache
@require_safe
def ready(_request: HttpRequest) -> HttpResponse:
    """Whether pages can be rendered, which needs the database alone."""
    if _is_well("Database"):
        return HttpResponse("ok", content_type="text/plain")
    return HttpResponse("no database", content_type="text/plain", status=503)


@never_cache
@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    """Whether this process answers at all."""
    return HttpResponse("ok", content_type="text/plain")
