"""The conditions for advancing, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pairings.queries.standings.advancing import Seed
from tournaments.engine.advance import BOTH, EITHER, PLACE, POINTS, Gate


def rule(gate: Gate) -> str:
    """The whole condition as one sentence."""
    place = ngettext("the first %(n)d player", "the first %(n)d players", gate.place) % {"n": gate.place}
    points = ngettext("%(n)d match point", "%(n)d match points", gate.points) % {"n": gate.points}
    facts = {"place": place, "points": points}
    return {
        PLACE: _("Advances: %(place)s."),
        POINTS: _("Advances: everyone with at least %(points)s."),
        EITHER: _("Advances: %(place)s, and everyone with at least %(points)s."),
        BOTH: _("Advances: %(place)s with at least %(points)s."),
    }[gate.way] % facts


def why(seed: Seed, gate: Gate) -> str:
    """Why a player is in; empty where the reason is the same for all."""
    if gate.way in (PLACE, POINTS) and seed.reasons:
        return ""
    both = PLACE in seed.reasons and POINTS in seed.reasons
    if both:
        return _("by place and points")
    if PLACE in seed.reasons:
        return _("by place")
    return _("by points") if POINTS in seed.reasons else _("added by hand")


def byes(number: int) -> str:
    """The seeds who skip the first round of a cut; empty without any."""
    if not number:
        return ""
    sentence = ngettext(
        "The first seed skips the first round.", "The first %(n)d seeds skip the first round.", number
    )
    return sentence % {"n": number}
