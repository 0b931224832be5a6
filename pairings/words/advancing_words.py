"""Texts of the conditions for advancing."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.percentages import format_percent
from core.text_parts import joined_with_semicolons
from pairings.engine.bubble import Chance, Verdict
from pairings.engine.display_rows import StandingRow
from pairings.queries.standings.advancing import Seed
from pairings.queries.standings.qualified import QualifiedList, follow_gate
from pairings.words import result_words, tie_break_words
from tournaments.engine.advance import BOTH, EITHER, PLACE, POINTS, AdvancementGate


def advancing_rule_text(gate: AdvancementGate) -> str:
    """Return the condition for advancing as one sentence."""
    place = ngettext("the first %(n)d player", "the first %(n)d players", gate.place) % {"n": gate.place}
    points = ngettext("%(n)d match point", "%(n)d match points", gate.points) % {"n": gate.points}
    facts = {"place": place, "points": points}
    return {
        PLACE: _("Advances: %(place)s."),
        POINTS: _("Advances: everyone with at least %(points)s."),
        EITHER: _("Advances: %(place)s, and everyone with at least %(points)s."),
        BOTH: _("Advances: %(place)s with at least %(points)s."),
    }[gate.way] % facts


def qualified_rule_text(lists: Sequence[QualifiedList], gate: AdvancementGate) -> str:
    """Return the condition that the qualified players met, or a sentence that staff set their number."""
    if follow_gate(lists, gate):
        return advancing_rule_text(gate)
    return _("The number of players who advance is set by staff.")


def advancing_reason_text(seed: Seed, gate: AdvancementGate) -> str:
    """Return why a player advances, or "" if all players advance for the same reason."""
    if gate.way in (PLACE, POINTS) and seed.reasons:
        return ""
    place_and_points = PLACE in seed.reasons and POINTS in seed.reasons
    if place_and_points:
        return _("by place and points")
    if PLACE in seed.reasons:
        return _("by place")
    return _("by points") if POINTS in seed.reasons else _("added by hand")


def threshold_text(last: StandingRow, below: StandingRow | None, *, place: int) -> str:
    """Describe the line between the `last` player who advances, in this place, and the one `below`.

    Return "" if there is no player below.
    """
    if below is None:
        return ""
    facts = {
        "last": last.person.name,
        "place": place,
        "points": result_words.points_text(last.person.points),
        "below": below.person.name,
        "next": place + 1,
        "fewer": result_words.points_text(below.person.points),
    }
    if below.person.points != last.person.points:
        sentence = _(
            "The last player in is %(last)s, place %(place)d with %(points)s. The next, %(below)s, has %(fewer)s."
        )
        return sentence % facts
    tied = _(
        "A tie at the cutoff: places %(place)d and %(next)d both have %(points)s. %(last)s is in, "
        "%(below)s is not."
    )
    return f"{tied % facts} {_deciding_text(last, below, place + 1)}"


def _deciding_text(last: StandingRow, below: StandingRow, place: int) -> str:
    """Explain which tie-break ranks `last` above `below`, in this place."""
    for key, words in tie_break_words.WORDS.items():
        own, theirs = last.tie_breaks[key], below.tie_breaks[key]
        if own > theirs:
            facts = {"own": format_percent(own), "theirs": format_percent(theirs)}
            return str(words.decides) % (facts | {"other": below.person.name, "place": place})
        if own < theirs:
            break
    return _("The order of the standings decides.")


def chance_text(chance: Chance) -> str:
    """Describe which results of a player's next match are certainly enough to advance, and which are not.

    It is "whatever happens" once the player is certainly in or out.
    """
    if chance.verdict is not Verdict.OPEN:
        return _("whatever happens")
    text_by_result = {
        "loss": _("even a loss is enough"),
        "tie": _("a tie is enough"),
        "win": _("a win is enough"),
    }
    qualifying = [name for name in ("loss", "tie", "win") if chance.after.get(name) is Verdict.IN]
    eliminating = [name for name in ("tie", "loss") if chance.after.get(name) is Verdict.OUT]
    if qualifying:
        sentences = [text_by_result[qualifying[0]]]
    elif chance.needs is None:
        sentences = [_("can’t clinch, even with a win")]
    else:
        template = ngettext("clinches with %(n)d more point", "clinches with %(n)d more points", chance.needs)
        sentences = [template % {"n": chance.needs}]
    if "tie" in eliminating:
        sentences.append(_("a tie or a loss is not enough"))
    elif eliminating:
        sentences.append(_("a loss is not enough"))
    return joined_with_semicolons(sentences)


def bye_seeds_text(number: int) -> str:
    """Return which seeds skip the first round of a cut, or "" for a `number` of 0."""
    if not number:
        return ""
    sentence = ngettext(
        "The first seed skips the first round.", "The first %(n)d seeds skip the first round.", number
    )
    return sentence % {"n": number}
