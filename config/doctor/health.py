"""Addresses for machines that watch: /health/live answers while the process does, /health asks the parts.

They name the parts and whether each is well. Why it is not stands in the log and on the doctor's page.
"""

from dataclasses import dataclass
from typing import Any

import psutil
from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from health_check.base import HealthCheck
from health_check.checks import Cache, Database
from health_check.exceptions import ServiceUnavailable
from health_check.views import HealthCheckView
from redis import Redis, RedisError

from config.doctor.machine import TOO_LITTLE
from config.doctor.services import PATIENCE


@dataclass
class Disk(HealthCheck):
    """Room for results."""

    def run(self) -> None:
        if psutil.disk_usage(str(settings.VAR_DIR)).free < TOO_LITTLE:
            raise ServiceUnavailable("full")


@dataclass
class Broker(HealthCheck):
    """Where jobs go; nothing to ask where they run in the server."""

    def run(self) -> None:
        if settings.REDIS_URL:
            given = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
            try:
                with Redis.from_url(settings.REDIS_URL, **given) as one:
                    one.ping()
            except RedisError as problem:
                raise ServiceUnavailable("does not answer") from problem


class Health(HealthCheckView):
    """{"Database": "ok", "Cache": "ok", "Disk": "ok", "Broker": "ill"}, with 503 where one is ill."""

    http_method_names = ["get", "head"]
    checks = (Database, Cache, Disk, Broker)

    async def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = [await check.get_result() for check in self.get_checks()]
        parts = {type(one.check).__name__: "ill" if one.error else "ok" for one in found}
        return JsonResponse(parts, status=503 if "ill" in parts.values() else 200)


@require_safe
def live(_request: HttpRequest) -> HttpResponse:
    """Whether this process answers at all."""
    return HttpResponse("ok", content_type="text/plain", headers={"Cache-Control": "no-store"})
