"""Pages a phone may store for reading without a connection (`static/js/offline_worker.js`).

The header `Offline-Copy` allows it, and only pages with it are stored: "mine" with a digest of a personal link,
for its own pages; "all" with a digest of the links this phone has opened, for public pages. Pages of staff and sign-in
have none. This is independent of HTTP caching, which is off for the pages of a link.
"""

import hashlib
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse

HEADER = "Offline-Copy"
NOBODY = "-"


def _mark(*parts: object) -> str:
    """A digest of a page's owner, from which a link cannot be recovered."""
    return hashlib.sha256(".".join(map(str, parts)).encode()).hexdigest()[:16]


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    whole = "HX-Request" not in request.headers
    html = response.get("Content-Type", "").startswith("text/html")
    return request.method == "GET" and response.status_code == 200 and whole and html


def allow_own(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Allow storing a player's page on the phone that has the link."""
    if _is_page(request, response):
        response[HEADER] = f"mine {_mark(token)}"


def allow_public(request: HttpRequest, response: HttpResponse, links: Iterable[str]) -> None:
    """Allow storing a public page, on which the owners of `links` find themselves, unless it sets Cache-Control."""
    if _is_page(request, response) and not response.has_header("Cache-Control"):
        known = (*links, request.user.pk or "")
        response[HEADER] = f"all {_mark(*known) if any(known) else NOBODY}"
