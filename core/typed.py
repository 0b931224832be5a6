"""Words typed into a page that needs no form of its own."""

from django.http import HttpRequest


def typed(request: HttpRequest, name: str, *, longest: int = 300) -> str:
    """What was posted as `name`, without the signs no database keeps and at most `longest` letters."""
    return request.POST.get(name, "").replace("\x00", "").strip()[:longest]
