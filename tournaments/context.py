"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest

NOBODY = {"view": False, "report": False, "run": False, "organize": False}


def stadium(request: HttpRequest) -> dict[str, object]:
    """`event` and `can` (view, report, run, organize) of the page's event; `contact`: whom to ask about accounts."""
    can = getattr(request, "can", NOBODY)
    return {"event": getattr(request, "event", None), "can": can, "contact": settings.CONTACT}
