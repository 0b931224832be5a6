"""Pages that a phone may store and show without a connection (`static/js/offline_worker.js`).

Only pages with the header `Offline-Copy` are stored. On the pages of a personal link, its value is "mine" and a digest
of the link; on public pages, it is "all" and a digest of the links opened on this phone. Pages of staff and of sign-in
do not have it. It is independent of HTTP caching, which is off for the pages of a link.
"""

import hashlib
from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse

HEADER = "Offline-Copy"
NOBODY = "-"
"""The owners of a public page on a phone that has opened no personal link."""


def _owner_digest(*parts: object) -> str:
    """Return a digest of the owners of a page, which does not reveal their links."""
    return hashlib.sha256(".".join(map(str, parts)).encode()).hexdigest()[:16]


def _is_complete_page(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether this is a whole HTML page that was rendered without an error."""
    is_whole = "HX-Request" not in request.headers
    is_html = response.get("Content-Type", "").startswith("text/html")
    return request.method == "GET" and response.status_code == 200 and is_whole and is_html


def allow_offline_copy_for_person(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """Allow the phone that has a person's link to store a page of that person."""
    if _is_complete_page(request, response):
        response[HEADER] = f"mine {_owner_digest(token)}"


def allow_public_offline_copy(request: HttpRequest, response: HttpResponse, links: Iterable[str]) -> None:
    """Allow phones to store a public page, unless the page sets Cache-Control.

    `links` are the personal links opened on this phone, which affect what the page shows.
    """
    if _is_complete_page(request, response) and not response.has_header("Cache-Control"):
        owners = (*links, request.user.pk or "")
        response[HEADER] = f"all {_owner_digest(*owners) if any(owners) else NOBODY}"
