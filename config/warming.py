"""What a server loads before its first answer, so that nobody waits for it.

Workers of gunicorn fork with all of it (`preload_app`). What a first request had to load could take longer than the
time a worker has, which was then killed and began again.
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
    "floor.documents.penalties",
    "openpyxl",
    "pairings.documents.event_copies",
    "PIL.Image",
    "psutil",
    "rapidfuzz.fuzz",
    "requests.certs",
)
"""What functions import where they need it, so that a command starts sooner."""


def warm() -> None:
    """Libraries that take long to load, addresses with their views, signing in, words of each language, templates, and
    the card catalogue. A database that is not there yet keeps no server from starting.
    """
    for name in LATE:
        import_module(name)
    _load_addresses(get_resolver())
    _load_sign_in()
    _load_words()
    _load_templates()
    try:
        catalogue.current()
    except DatabaseError:
        logging.getLogger(__name__).warning("The card catalogue could not be loaded yet.")
    finally:
        connection.close()


def _load_addresses(resolver: URLResolver) -> None:
    """Import every view and compile every pattern."""
    for one in resolver.url_patterns:
        _ = one.pattern.regex
        if isinstance(one, URLResolver):
            _load_addresses(one)


def _load_sign_in() -> None:
    """What the settings name and the first form would load."""
    get_adapter()
    get_backends()
    get_hashers()


def _load_words() -> None:
    """The catalog and the formats of each language, and the addresses to be written on pages in it."""
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            translation.gettext("Stadium")
            formats.get_format("DATE_FORMAT")
            _ = get_resolver().reverse_dict


def _load_templates() -> None:
    """Every page of the project, compiled, and what is put into it."""
    _ = get_default_renderer()
    _ = Engine.get_default().template_context_processors
    for folder in Engine.get_default().dirs:
        for path in sorted(Path(folder).rglob("*.html")):
            get_template(path.relative_to(folder).as_posix())
