"""Parse a press of a clock's button."""

from django.http import QueryDict

from core.engine.numbers import whole_number
from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from pairings.engine.clock import Kind
from pairings.engine.refusals import PairingRefusal
from pairings.services.reports.clocks import MAX_SECONDS


def parse_clock_press(post: QueryDict) -> tuple[Kind, int, bool]:
    """Return the kind of the press, the seconds it adds to the round, and whether it restarts the clock.

    The seconds are negative if the round is shortened, and 0 for all other buttons.
    Refused: UNDO_NOT_POSSIBLE for an unknown button, CLOCK_CHANGE_ODD (most) for invalid minutes.
    """
    button, _colon, typed = post.get("press", "").partition(":")
    if button == "anew":
        return Kind.STARTED, 0, True
    if button not in list(Kind):
        raise Refused(CoreRefusal.UNDO_NOT_POSSIBLE)
    if button != Kind.ADJUSTED:
        return Kind(button), 0, False
    minutes_text = (typed or post.get("minutes", "")).strip().replace("−", "-").removeprefix("+")
    minutes = whole_number(minutes_text.removeprefix("-"), digits=3)
    if minutes is None:
        raise Refused(PairingRefusal.CLOCK_CHANGE_ODD, most=MAX_SECONDS // 60)
    return Kind.ADJUSTED, minutes * (-60 if minutes_text.startswith("-") else 60), False
