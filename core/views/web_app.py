"""Stadium as an app on a phone: manifest and service worker."""

import json
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.urls import Resolver404, get_script_prefix, resolve
from django.views.decorators.http import require_safe

from core import hooks

BOARD, PAPER = "#0c2019", "#f2f4ef"
"""The color of the scoreboard, the same in both themes, and the color of the page in the light theme."""

ICONS = (
    {"src": "icons/favicon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "icons/app-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "icons/app-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "icons/app-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
)

WORKER_PARTS = ("service_worker.js", "push_worker.js", "offline_worker.js")
"""Files of `static/js`, one for each task, in the order of concatenation."""

WORKER_ADDRESSES = {"icon": "icons/app-192.png", "badge": "icons/badge-96.png"}
"""Static files that the worker uses, by its names for them."""


@require_safe
def web_app_manifest(request: HttpRequest) -> JsonResponse:
    """Return the manifest of an app that opens at the page `start`, or at the front page.

    Only `hooks.start_pages` may be start pages. Each is a separate app, so that two personal links can be installed
    on one phone.
    """
    requested = request.GET.get("start", "")
    try:
        view = resolve(requested).view_name
    except Resolver404:
        view = ""
    start = requested if view in hooks.start_pages else get_script_prefix()
    fields = {
        "id": start,
        "name": "Stadium",
        "short_name": "Stadium",
        "start_url": start,
        "scope": "/",
        "display": "standalone",
        "theme_color": BOARD,
        "background_color": PAPER,
        "icons": [icon | {"src": static(icon["src"])} for icon in ICONS],
    }
    return JsonResponse(fields, content_type="application/manifest+json")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the site's only service worker.

    It is concatenated from its parts, so that browsers notice a change in any part.
    """
    folder = Path(settings.BASE_DIR) / "static" / "js"
    addresses = json.dumps({name: static(path) for name, path in WORKER_ADDRESSES.items()})
    parts = [(folder / name).read_text(encoding="utf-8") for name in WORKER_PARTS]
    response = HttpResponse(
        "\n".join([f"self.ADDRESSES = {addresses};", *parts]), content_type="text/javascript; charset=utf-8"
    )
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    return response
