"""Hall screens, for tests that open every page."""

from django.urls import reverse

from floor.engine.hall_screens import ScreenSettings
from floor.services import screens
from tests.browser.hall import Hall
from tests.browser.hall import address as at
from tournaments.models import Tournament, User


def add(cup: Tournament, table: int, by: User) -> None:
    """Add one at the door, which is automatic, and one at the stage with a feature match and a message."""
    screens.add_screen(cup, name="Main door", by=by)
    stage = screens.add_screen(cup, name="Stage", by=by)
    screens.set_screen_content(stage, ScreenSettings(("feature",), table=table), by=by)
    screens.set_screens_message(cup, "Lunch until one", by=by, screen_keys=[stage.pk])


def addresses(hall: Hall) -> dict[str, list[str]]:
    """Return the desk's page, each screen, and what a screen without a name shows."""
    cup, rows = hall.cup, list(hall.cup.screens.all())
    return {
        "floor:screens": [at("floor:screens", cup), at("floor:screens", hall.over)],
        "floor:hall_screen": [
            at("floor:hall_screen", cup),
            *(at("floor:hall_screen", cup, f"?show={part}") for part in ("names", "open", "clock", "qr")),
            *(at("floor:hall_screen", hall.over, f"?show={part}") for part in ("standings", "bracket")),
        ],
        "floor:screen": [at("floor:screen", cup, code=one.code) for one in rows],
        "floor:overlay": [at("floor:overlay", cup, code=one.code) for one in rows],
        "floor:screen_short": [reverse("floor:screen_short", args=[rows[0].code])],
    }
