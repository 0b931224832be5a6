"""Requests and answers: where somebody came from, what was typed, what may be cached."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """To the form of sign-in and on from there: to this address, or after a form that came too late to the page it
    stood on, since what was sent is not sent again.
    """
    came_from = request.META.get("HTTP_REFERER", "")
    is_form = request.method == "POST" and is_ours(request, came_from)
    return redirect_to_login(came_from if is_form else request.get_full_path())


def uncached(response: HttpResponse) -> HttpResponse:
    """The page, for no browser and no proxy to keep; one that says how long it may be kept stays as it is."""
    if not response.has_header("Cache-Control"):
        add_never_cache_headers(response)
    return response


def is_ours(request: HttpRequest, url: str) -> bool:
    """Whether an address that came with a request is a page of this site, and no name of a view either."""
    whole = url.startswith(("/", "http://", "https://"))
    return whole and url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    )


def back(request: HttpRequest, otherwise: str) -> str:
    """Where the person came from, as long as it is a page of this site."""
    for url in (request.POST.get("next", ""), request.META.get("HTTP_REFERER", "")):
        if is_ours(request, url):
            return url
    return otherwise


def typed(request: HttpRequest, name: str, *, longest: int = 300) -> str:
    """What was posted as `name`, without the signs no database keeps and at most `longest` letters."""
    return request.POST.get(name, "").replace("\x00", "").strip()[:longest]
