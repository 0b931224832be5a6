"""URLs by name alone, whichever room they belong to."""

from functools import cache

from django.urls import URLPattern, get_resolver


@cache
def full_name(name: str) -> str:
    """Return the name with its room: "checks:check_tap" for "check_tap"."""
    for resolver in reversed(get_resolver().url_patterns):
        for one in getattr(resolver, "url_patterns", ()):
            if isinstance(one, URLPattern) and one.name == name and resolver.app_name != "admin":
                return f"{resolver.app_name}:{name}"
    raise LookupError(name)
