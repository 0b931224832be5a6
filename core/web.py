"""Request and response helpers: return addresses, posted text, caching."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme


def sign_in_first(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in and then back to this address; after a form, back to the page the form was on."""
    # What was posted is not sent again after sign-in, so a form returns to its page.
    came_from = referrer(request) if request.method == "POST" else ""
    return redirect_to_login(came_from or request.get_full_path())


def uncached(response: HttpResponse) -> HttpResponse:
    """Mark a response as not cacheable, unless it has a Cache-Control header."""
    if not response.has_header("Cache-Control"):
        add_never_cache_headers(response)
    return response


def posted_next(request: HttpRequest) -> str:
    """The page of this site that a form returns to, from its field `next`; "" without one."""
    return _of_this_site(request, request.POST.get("next", ""))


def referrer(request: HttpRequest) -> str:
    """The page of this site the person came from; "" without one."""
    return _of_this_site(request, request.META.get("HTTP_REFERER", ""))


def back(request: HttpRequest, otherwise: str) -> str:
    """The page a form returns to, else the one the person came from, or `otherwise`."""
    return posted_next(request) or referrer(request) or otherwise


def _of_this_site(request: HttpRequest, url: str) -> str:
    # `redirect` takes the name of a view for an address.
    whole = url.startswith(("/", "http://", "https://"))
    allowed = whole and url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    )
    return url if allowed else ""


def typed(request: HttpRequest, name: str, *, longest: int = 300) -> str:
    """The posted field `name`, stripped, without NUL (databases refuse it), at most `longest` characters."""
    return request.POST.get(name, "").replace("\x00", "").strip()[:longest]


def private(response: HttpResponse) -> HttpResponse:
    """Forbid caching and indexing; other sites and logs only see this site's name."""
    add_never_cache_headers(response)
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "strict-origin"
    return response


def private_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view so that all its responses are `private`."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return private(view(request, *args, **kwargs))

    return page
