"""Middleware for choices remembered by a browser, and for refusals that no view handles."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from core.engine.refused import Refused
from core.forms import last_choices
from core.requests import StadiumRequest
from core.return_urls import referring_page
from core.sentences import refusal_text


class ChoicesMiddleware:
    """Sets the cookie of choices for the next page (`forms/last_choices.py`)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: StadiumRequest) -> HttpResponse:
        return last_choices.set_choices_cookie(request, self.get_response(request))


class RefusedMiddleware:
    """Shows the sentence of a refusal that no view handled. Nothing has been changed.

    A submitted form leads back to the page it was sent from; any other request gets a page with status 409.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        sentence = refusal_text(exception)
        previous_page = referring_page(request)
        if request.method == "POST" and previous_page:
            messages.error(request, sentence)
            return redirect(previous_page)
        return render(
            request, "refused.html", {"sentence": sentence, "back": previous_page or "/"}, status=409
        )
