"""Texts of the explained standings: the reason for a place, and special cases of percentages."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.percentages import format_percent
from pairings.engine.metrics import TIE_BREAKS
from pairings.engine.outcomes import Outcome
from pairings.engine.standings import TOM, Note
from pairings.queries.standings.cut_line import CutLine
from pairings.queries.standings.standing_explained import ExplainedStep, PlaceExplanation
from pairings.templatetags.hall import record
from pairings.words import outcome_words, tie_break_words
from tournaments.words.entrants import are_entrants_teams

NOTES: dict[Note, Promise] = {
    Note.FLOOR: gettext_lazy("%(raw)s, but the minimum is %(floor)s"),
    Note.CAP: gettext_lazy("%(raw)s, but the maximum for players who dropped is %(cap)s"),
    Note.NOTHING_PLAYED: gettext_lazy("has played no match that counts, so %(floor)s"),
    Note.BYE: gettext_lazy("no opponent, left out of the average"),
    Note.AWARDED_BYE: gettext_lazy("counts as a played win, and as an opponent of 100%%"),
    Note.LATE_LOSS: gettext_lazy("no opponent, left out of the average"),
    Note.AS_OF_DROP: gettext_lazy("as it stood after round %(as_of)s"),
    Note.OPPONENT_FROZEN: gettext_lazy("dropped; the record at that moment counts"),
}
AWARDED_BYES: dict[str, Promise] = {
    "tom": gettext_lazy(
        "A bye awarded in advance counts here as in TOM: 3 points, a played win, and an opponent of 100%."
    ),
    "bye": gettext_lazy(
        "A bye awarded in advance counts here like any other bye: 3 points, and left out of all percentages."
    ),
}
"""What an awarded bye counts, by the setting of the event."""

STAYED = gettext_lazy("did not advance to day 2; the record of day 1 counts")


@dataclass(frozen=True, slots=True)
class PercentageRow:
    """One formatted line of the explained percentages.

    - `who`: the opponent, or the kind of round without one.
    - `share` and `owp`: "" if the round does not count.
    """

    round: int
    who: str
    result: str
    record: str
    share: str
    owp: str
    notes: tuple[str, ...]


def percentage_rows(explained: PlaceExplanation) -> list[PercentageRow]:
    """List a player's opponents with their figures in the percentages, one line per round."""
    rows = []
    for step in explained.steps:
        percentage, record_text = step.met.percentage, "–"
        if percentage is not None and step.met.opponent is not None:
            record_text = record((percentage.wins, percentage.losses, percentage.ties))
            if percentage.byes:
                byes_text = ngettext("%(byes)d bye left out", "%(byes)d byes left out", percentage.byes)
                record_text += f" ({byes_text % {'byes': percentage.byes}})"
        percentage_row = PercentageRow(
            round=step.met.round,
            who=step.opponent.name
            if step.opponent
            else str(outcome_words.ALONE[Outcome(step.met.result.value)].name),
            result=str(outcome_words.RESULTS[step.met.result]),
            record=record_text,
            share=format_percent(percentage.value) if percentage else "",
            owp=format_percent(step.met.owp) if step.met.owp is not None else "",
            notes=tuple(percentage_note_texts(step, explained.figures.as_of)),
        )
        rows.append(percentage_row)
    return rows


def percentage_note_texts(step: ExplainedStep, as_of: int) -> list[str]:
    """Describe the special cases of one opponent's percentage.

    `as_of`: number of the round whose figures count.
    """
    percentage = step.met.percentage
    facts = {
        "raw": format_percent(percentage.raw if percentage else None),
        "floor": format_percent(TOM.floor),
        "cap": format_percent(TOM.dropped_cap),
        "as_of": as_of,
    }
    percentage_notes = percentage.notes if percentage and step.met.opponent is not None else ()
    texts = (
        STAYED if step.stayed and note is Note.OPPONENT_FROZEN else NOTES[note]
        for note in (*step.met.notes, *percentage_notes)
    )
    return [str(text) % facts for text in texts]


def place_explanation_text(explained: PlaceExplanation) -> str:
    """Explain a place in one or two sentences: the points, and the difference to the next player below."""
    facts = {"name": explained.person.name, "points": explained.points, "alike": explained.alike}
    if not explained.alike:
        sentence = ngettext(
            "%(name)s is the only player with %(points)d point.",
            "%(name)s is the only player with %(points)d points.",
            explained.points,
        )
        if are_entrants_teams():
            sentence = ngettext(
                "%(name)s is the only team with %(points)d point.",
                "%(name)s is the only team with %(points)d points.",
                explained.points,
            )
        return sentence % facts
    sentence = ngettext(
        "%(name)s has %(points)d points, like %(alike)d other.",
        "%(name)s has %(points)d points, like %(alike)d others.",
        explained.alike,
    )
    return " ".join(part for part in (sentence % facts, _deciding_text(explained)) if part)


def _deciding_text(explained: PlaceExplanation) -> str:
    """Explain what ranks a player above the next one below, if both have the same points.

    Return "" otherwise, and if there is no player below.
    """
    below, line = explained.below, explained.figures.line
    if below is None or line is None or below.points != explained.points:
        return ""
    facts = {"other": below.person.name, "place": below.place}
    if below.stayed and not explained.stayed:
        day_two_text = _(
            "%(other)s in place %(place)d did not advance to day 2, and ranks below those who did with as many points."
        )
        return day_two_text % facts
    figures, figures_below = explained.figures.tie_breaks, below.tie_breaks
    deciding_key = next((key for key in TIE_BREAKS if figures[key] != figures_below[key]), None)
    if deciding_key is None:
        if below.beaten:
            beaten_text = _(
                "All percentages equal those of %(other)s in place %(place)d, who lost the match they played."
            )
            return beaten_text % facts
        sentence = _(
            "All percentages equal those of %(other)s in place %(place)d: the tiebreaker number "
            "decided. It is a random number that each player gets on entering and that never changes."
        )
        if are_entrants_teams():
            sentence = _(
                "All percentages equal those of %(other)s in place %(place)d: the tiebreaker number "
                "decided. It is a random number that each team gets on entering and that never changes."
            )
        return sentence % facts
    if figures[deciding_key] < figures_below[deciding_key]:
        return (
            _("%(other)s in place %(place)d came late, and ranks below others with the same points.") % facts
        )
    shares = {
        "own": format_percent(figures[deciding_key]),
        "theirs": format_percent(figures_below[deciding_key]),
    }
    return str(tie_break_words.WORDS[deciding_key].decides) % (facts | shares)


def awarded_byes_text(explained: PlaceExplanation) -> str:
    """Return what an awarded bye counts in this event, or "" if no player of the division had one."""
    return str(AWARDED_BYES[explained.awarded_bye]) if explained.awarded_bye else ""


def movement_text(moved: int) -> str:
    """Describe the places gained since the previous round, or lost if negative."""
    if not moved:
        return _("same place")
    if moved > 0:
        return ngettext("up %(places)d place", "up %(places)d places", moved) % {"places": moved}
    return ngettext("down %(places)d place", "down %(places)d places", -moved) % {"places": -moved}


def cut_line_text(line: CutLine) -> str:
    """Return the label of the cut line: "Top 8", or "Top 8 after round 7" before the cut is paired."""
    if not line.after:
        return _("Top %(size)d") % {"size": line.size}
    return _("Top %(size)d after round %(round)d") % {"size": line.size, "round": line.after}


def places_text(first: int, last: int) -> str:
    """Return a range of places: "1" or "5–8"."""
    return str(first) if first == last else f"{first}–{last}"
