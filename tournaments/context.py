"""What every template may use."""

from django.http import HttpRequest

NOBODY = {"view": False, "report": False, "run": False, "organize": False}


def stadium(request: HttpRequest) -> dict[str, object]:
    """`event` and `can` (view, report, run, organize) of the page's event."""
    return {"event": getattr(request, "event", None), "can": getattr(request, "can", NOBODY)}
