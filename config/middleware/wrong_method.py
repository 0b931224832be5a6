"""Show a page for GET requests to form-only addresses, for example from the browser's history."""

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse


class WrongMethodMiddleware:
    """Adds a page to empty 405 answers to GET requests. Answers with content do not change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method != "GET" or answer.content:
            return answer
        slug = request.resolver_match.kwargs.get("slug") if request.resolver_match else None
        event_address = reverse("tournaments:event", args=[slug]) if slug else ""
        page = render(request, "405.html", {"event_address": event_address}, status=answer.status_code)
        page.headers["Allow"] = answer.headers["Allow"]
        return page
