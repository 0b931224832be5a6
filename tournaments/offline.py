"""Pages a phone may keep a copy of, to be read without a connection (`static/js/offline_worker.js`).

The header `Offline-Copy` allows it, and only pages that carry it are ever kept: a player's own behind a personal
link, "mine" with a mark of the link, and those of an event that everybody may see, "all" with a mark of whom this phone
shows as "you" there. Pages of staff and the sign-in carry none. What caches of browsers and proxies may keep is another
matter: there a player's page is never kept.
"""

import hashlib

from django.http import HttpRequest, HttpResponse

from tournaments import phones

HEADER = "Offline-Copy"
NOBODY = "-"


def _mark(*parts: object) -> str:
    """Of whom: a link cannot be found from it."""
    return hashlib.sha256(".".join(map(str, parts)).encode()).hexdigest()[:16]


def _is_page(request: HttpRequest, response: HttpResponse) -> bool:
    whole = "HX-Request" not in request.headers
    html = response.get("Content-Type", "").startswith("text/html")
    return request.method == "GET" and response.status_code == 200 and whole and html


def allow_own(request: HttpRequest, response: HttpResponse, token: str) -> None:
    """The page of a player, for the phone that holds the link."""
    if _is_page(request, response):
        response[HEADER] = f"mine {_mark(token)}"


def allow_public(request: HttpRequest, response: HttpResponse) -> None:
    """A page for everybody, on which players find themselves; none that says how long it may be kept."""
    if _is_page(request, response) and not response.has_header("Cache-Control"):
        known = (*phones.remembered(request), request.user.pk or "")
        response[HEADER] = f"all {_mark(*known) if any(known) else NOBODY}"
