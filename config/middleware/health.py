"""Answer the health addresses first, so that a wrong Host, a session or a lost Redis cannot interfere."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from config.doctor import health

ANSWERS: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/health": health.health_check,
    "/health/live": health.liveness_check,
    "/health/ready": health.readiness_check,
}


class HealthMiddleware:
    """Answers health checks with any Host.

    Balancers and supervisors use the address of a process, which may be missing from ALLOWED_HOSTS.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = ANSWERS.get(request.path_info)
        return self.get_response(request) if answer is None else answer(request)
