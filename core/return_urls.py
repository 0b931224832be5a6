"""The page that a person returns to after a step."""

from django.http import HttpRequest
from django.utils.http import url_has_allowed_host_and_scheme


def posted_return_url(request: HttpRequest) -> str:
    """Return the page of this site that a form returns to, from its field `next`. Return "" if there is none."""
    return _allowed_url(request, request.POST.get("next", ""))


def referring_page(request: HttpRequest) -> str:
    """Return the page of this site that the person came from. Return "" if there is none."""
    return _allowed_url(request, request.META.get("HTTP_REFERER", ""))


def page_to_return_to(request: HttpRequest, otherwise: str) -> str:
    """Return the page that a form returns to, or else the page the person came from, or else `otherwise`."""
    return posted_return_url(request) or referring_page(request) or otherwise


def _allowed_url(request: HttpRequest, url: str) -> str:
    """Return an address of this site unchanged, or "" for any other text."""
    # Only addresses are allowed, since `redirect` would also accept the name of a view.
    is_address = url.startswith(("/", "http://", "https://"))
    is_allowed = is_address and url_has_allowed_host_and_scheme(
        url, {request.get_host()}, require_https=request.is_secure()
    )
    return url if is_allowed else ""
