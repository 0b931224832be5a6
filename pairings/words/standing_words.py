"""The explained standings in words: the reason for a place, and the special cases of each percentage."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import percent
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import TOM, Note, Percentage
from pairings.queries.standings.cut_line import CutLine
from pairings.queries.standings.standing_explained import Step, Why
from pairings.templatetags.hall import record
from pairings.words import outcome_words, tie_break_words

NOTES: dict[Note, Promise] = {
    Note.FLOOR: gettext_lazy("%(raw)s, but the minimum is %(floor)s"),
    Note.CAP: gettext_lazy("%(raw)s, but the maximum for players who dropped is %(cap)s"),
    Note.NOTHING_PLAYED: gettext_lazy("has played no match that counts, so %(floor)s"),
    Note.BYE: gettext_lazy("no opponent, left out of the average"),
    Note.AWARDED_BYE: gettext_lazy("counts as an opponent of 100%%"),
    Note.LATE_LOSS: gettext_lazy("no opponent, left out of the average"),
    Note.AS_OF_DROP: gettext_lazy("as it stood after round %(as_of)s"),
    Note.OPPONENT_FROZEN: gettext_lazy("dropped; the record at that moment counts"),
}
STAYED = gettext_lazy("did not advance to day 2; the record of day 1 counts")


@dataclass(frozen=True, slots=True)
class Sum:
    """One line of the sums, ready to print. `share` and `owp` are empty where nothing counts."""

    round: int
    who: str
    result: str
    record: str
    share: str
    owp: str
    notes: tuple[str, ...]


def sums(why: Why) -> list[Sum]:
    return [
        Sum(
            round=step.met.round,
            who=step.opponent.name
            if step.opponent
            else str(outcome_words.ALONE[Outcome(step.met.result.value)].name),
            result=str(outcome_words.RESULTS[step.met.result]),
            record=_record(step.met.percentage) if step.met.opponent is not None else "–",
            share=percent(step.met.percentage.value) if step.met.percentage else "",
            owp=percent(step.met.owp) if step.met.owp is not None else "",
            notes=tuple(notes(step, why.figures.as_of)),
        )
        for step in why.steps
    ]


def _record(share: Percentage | None) -> str:
    if share is None:
        return "–"
    byes = ngettext("%(byes)d bye left out", "%(byes)d byes left out", share.byes) % {"byes": share.byes}
    played = record((share.wins, share.losses, share.ties))
    return f"{played} ({byes})" if share.byes else played


def notes(step: Step, as_of: int) -> list[str]:
    """The special cases of one opponent's percentage, in words."""
    share = step.met.percentage
    facts = {
        "raw": percent(share.raw if share else None),
        "floor": percent(TOM.floor),
        "cap": percent(TOM.dropped_cap),
        "as_of": as_of,
    }
    inner = share.notes if share and step.met.opponent is not None else ()
    texts = (
        STAYED if step.stayed and note is Note.OPPONENT_FROZEN else NOTES[note]
        for note in (*step.met.notes, *inner)
    )
    return [str(text) % facts for text in texts]


def because(why: Why) -> str:
    """One or two sentences: the points, and the difference to the next player below."""
    facts = {"name": why.person.name, "points": why.points, "alike": why.alike}
    if not why.alike:
        sentence = ngettext(
            "%(name)s has %(points)d point, and no other player has as many.",
            "%(name)s has %(points)d points, and no other player has as many.",
            why.points,
        )
        return sentence % facts
    sentence = ngettext(
        "%(name)s has %(points)d points, like %(alike)d other.",
        "%(name)s has %(points)d points, like %(alike)d others.",
        why.alike,
    )
    return " ".join(part for part in (sentence % facts, _ahead_of(why)) if part)


def _ahead_of(why: Why) -> str:
    below, line = why.below, why.figures.line
    if below is None or line is None or below.points != why.points:
        return ""
    facts = {"other": below.person.name, "place": below.place}
    if below.stayed and not why.stayed:
        stayed = _(
            "%(other)s in place %(place)d did not advance to day 2, and ranks below those who did with as many points."
        )
        return stayed % facts
    own, theirs = why.figures.tie_breaks, below.tie_breaks
    decides = next((key for key in TIE_BREAKS if own[key] != theirs[key]), None)
    if decides is None:
        if below.beaten:
            equal = _(
                "All percentages equal those of %(other)s in place %(place)d, who lost the match they played."
            )
            return equal % facts
        sentence = _(
            "All percentages equal those of %(other)s in place %(place)d: the tiebreaker number "
            "decided. It is a random number that each player gets on entering and that never changes."
        )
        return sentence % facts
    if own[decides] < theirs[decides]:
        return (
            _("%(other)s in place %(place)d came late, and ranks below others with the same points.") % facts
        )
    shares = {"own": percent(own[decides]), "theirs": percent(theirs[decides])}
    return str(tie_break_words.WORDS[decides].decides) % (facts | shares)


def cut_line_text(line: CutLine) -> str:
    """ "Top 8", or "Top 8 after round 7" before the cut is drawn."""
    if not line.after:
        return _("Top %(size)d") % {"size": line.size}
    return _("Top %(size)d after round %(round)d") % {"size": line.size, "round": line.after}
