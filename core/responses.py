"""Helpers for requests and responses: return addresses, posted text, caching."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers

from core import sentences
from core.engine.papers import Paper, paper_of_country
from core.engine.refused import Refused
from core.forms import last_choices
from core.requests import StadiumRequest
from core.return_urls import referring_page

View = TypeVar("View", bound=Callable[..., HttpResponse])


def set_view_attributes(view: View, **marks: object) -> View:
    """Set attributes of a view, which middleware reads. Decorators above this one copy them."""
    vars(view).update(marks)
    return view


def redirect_to_sign_in(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in, and then back to this address."""
    # A posted form is not sent again after sign-in, so the person returns to the page of the form.
    form_page = referring_page(request) if request.method == "POST" else ""
    return redirect_to_login(form_page or request.get_full_path())


def forbid_caching(response: HttpResponse) -> HttpResponse:
    """Mark a response as not cacheable, unless it has a Cache-Control header."""
    if not response.has_header("Cache-Control"):
        add_never_cache_headers(response)
    return response


def posted_text(request: HttpRequest, name: str, *, longest: int = 300) -> str:
    """Return the posted field `name`, stripped and cut to `longest` characters.

    NUL is removed, since databases refuse it.
    """
    return request.POST.get(name, "").replace("\x00", "").strip()[:longest]


def make_response_private(response: HttpResponse) -> HttpResponse:
    """Forbid caching and indexing of a response.

    Other sites, and their logs, receive only the host name of this site as the referrer.
    """
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "strict-origin"
    return response


def as_private_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that its responses are neither cached nor indexed (`make_response_private`)."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return make_response_private(view(request, *args, **kwargs))

    return page


def redirect_with_refusal(request: HttpRequest, refused: Refused, url: str) -> HttpResponse:
    """Redirect to a page that shows a refusal as an error message."""
    return redirect_with_error(request, sentences.refusal_text(refused), url)


def redirect_with_error(request: HttpRequest, sentence: str, url: str) -> HttpResponse:
    """Redirect to a page that shows an error message."""
    messages.error(request, sentence)
    return redirect(url)


def render_page(
    request: HttpRequest, template: str, page: object, *, status: int | None = None
) -> HttpResponse:
    """Render a template with the fields of `page`, a dataclass without slots, as its variables."""
    return render(request, template, vars(page), status=status)


def chosen_paper(request: StadiumRequest, country: object) -> Paper:
    """Return the requested paper and remember it for the next document.

    If the URL requests none, return the paper of the last document, or else that of the `country`, an ISO
    code.
    """
    requested = request.GET.get("paper")
    if requested in ("a4", "letter"):
        last_choices.remember_choice(request, "paper", requested)
    last_paper = last_choices.last_choice(request, "paper")
    return cast(Paper, last_paper) if last_paper in ("a4", "letter") else paper_of_country(str(country))
