"""Load everything before a server's first response.

Gunicorn forks its workers afterwards (`preload_app`). Loading during the first request could exceed the worker timeout,
and gunicorn would kill the worker and start over.
"""

import logging
from importlib import import_module
from pathlib import Path

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth import get_backends
from django.contrib.auth.hashers import get_hashers
from django.db import DatabaseError, connection
from django.forms.renderers import get_default_renderer
from django.template import Engine
from django.template.loader import get_template
from django.urls import URLResolver, get_resolver
from django.utils import formats, translation

from cards.queries import catalogue

LATE = (
    "checks.documents.deck_checks",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "decks.documents.deck_sheet",
    "floor.documents.calendar",
    "floor.documents.penalties",
    "openpyxl",
    "pairings.documents.event_copies",
    "PIL.Image",
    "psutil",
    "rapidfuzz.fuzz",
    "requests.certs",
)
"""Modules imported inside functions, so that commands start sooner."""


def warm_up_server() -> None:
    """Load slow libraries, URLs with their views, sign-in, translations, templates, and the card catalogue.

    A missing database does not prevent startup.
    """
    for name in LATE:
        import_module(name)
    _load_patterns(get_resolver())
    get_adapter()
    get_backends()
    get_hashers()
    # Each language has its own catalog, formats and reverse URLs.
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("Stadium")
            formats.get_format("DATE_FORMAT")
            _ = get_resolver().reverse_dict
    # Getting a template compiles it; the engine loads the context processors once.
    _ = get_default_renderer()
    _ = Engine.get_default().template_context_processors
    for folder in Engine.get_default().dirs:
        for path in sorted(Path(folder).rglob("*.html")):
            get_template(path.relative_to(folder).as_posix())
    try:
        catalogue.current_catalogue()
    except DatabaseError:
        logging.getLogger(__name__).warning("The card catalogue could not be loaded yet.")
    finally:
        connection.close()


def _load_patterns(resolver: URLResolver) -> None:
    """Import every view and compile every URL pattern."""
    for pattern in resolver.url_patterns:
        # Reading the property compiles the pattern.
        _ = pattern.pattern.regex
        if isinstance(pattern, URLResolver):
            _load_patterns(pattern)
