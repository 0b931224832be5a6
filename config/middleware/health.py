"""The health addresses answer before anything that a wrong Host, a session or a lost Redis could stop."""

from collections.abc import Callable, Mapping

from django.http import HttpRequest, HttpResponse

from config.doctor import health

ANSWERS: Mapping[str, Callable[[HttpRequest], HttpResponse]] = {
    "/health": health.health,
    "/health/live": health.live,
    "/health/ready": health.ready,
}


class HealthMiddleware:
    """Balancers and supervisors ask a process by its own address, which need not be among ALLOWED_HOSTS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = ANSWERS.get(request.path_info)
        return self.get_response(request) if answer is None else answer(request)
