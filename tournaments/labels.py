"""Labels of codes, for pages and journal sentences."""

from collections.abc import Mapping, Sequence

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from core import fact_words
from core.fact_words import choice_label
from core.text_parts import lowercase_first
from tournaments.models import Division, Entry, Player, StaffMember, Tournament

NAMED: tuple[type[Model], ...] = (Tournament, Division, Entry, Player)
"""Models whose field names label the changes in journal sentences."""


POINTS: dict[str, str | Promise] = {
    "check_in": gettext_lazy("Check-in"),
    "meeting": gettext_lazy("Player meeting"),
    "lunch": gettext_lazy("Lunch"),
}
"""Titles of schedule items by code."""


KIND_LIMITS: dict[str, str | Promise] = {
    Tournament.Kind.TEAM_BATTLE: gettext_lazy(
        "Each team is paired and ranked as one. The rule sheets for the tables have the rules of Team Battle; they are "
        "explained before round 1."
    ),
    Tournament.Kind.TWO_ON_TWO: gettext_lazy(
        "Each team is paired and ranked as one, beside players who enter alone. The rule sheets for the tables have "
        "the rules of 2-on-2; they are explained before round 1."
    ),
}
"""Sentences about the peculiarities of team events, and about rules that are not applied (R-102, R-103, R-105)."""


def entrants_text(number: int, *, teams: bool) -> str:
    """Format the number of entries of an event: "9 teams", "12 players"."""
    if teams:
        return ngettext("%(count)d team", "%(count)d teams", number) % {"count": number}
    return ngettext("%(n)s player", "%(n)s players", number) % {"n": number}


def kind_limits(kind: object) -> str:
    """Describe how this kind of event differs from one for single players. Return "" for most kinds."""
    return str(KIND_LIMITS.get(str(kind), ""))


def format_text(event: Tournament) -> str:
    """Return the card format, or "Limited" if decks are built from packs at the event."""
    styles = Tournament.PlayStyle
    is_limited = event.play_style in (styles.LIMITED, styles.THIRTY_LIMITED)
    return str(event.get_play_style_display() if is_limited else event.get_card_format_display())


def division_label(code: object) -> str:
    """Label a division: "junior_senior" → "Juniors and Seniors"."""
    return choice_label(Division.AgeDivision, code)


def division_letter(code: object) -> str:
    """Return the letter of a division's badge: "junior" → "J". "" for divisions of several ages."""
    return {"junior": "J", "senior": "S", "masters": "M"}.get(str(code), "")


def age_division_label(code: object) -> str:
    """Label an age division: "junior" → "Junior"."""
    return choice_label(Entry.AgeDivision, code)


def role_label(code: object) -> str:
    return choice_label(StaffMember.Role, code)


def role_text(code: object) -> str:
    """Label a role inside a sentence: "head judge"."""
    return lowercase_first(role_label(code))


def schedule_title(title: str, round_number: object = None) -> str:
    """Return the title of a schedule item: the label of its code, or the text typed by staff."""
    if title == "round":
        return _("Round %(number)s") % {"number": round_number}
    if title == "cut_round":
        return _("Round %(number)s, top cut") % {"number": round_number}
    return str(POINTS.get(title, title))


def _round_and_title_facts(facts: Mapping[str, object]) -> Mapping[str, object]:
    """Return readable values for the facts `round` and `title` of a journal line.

    The title of a round is added to its number, as in "Round 6 (Quarterfinals) posted". The title of a schedule
    item is replaced with its label.
    """
    values: dict[str, str] = {}
    if "round" in facts and "round_title" in facts:
        values["round"] = f"{facts['round']} ({facts['round_title']})"
    if "title" in facts:
        values["title"] = schedule_title(str(facts["title"]), facts.get("round"))
    return values


def _changed_models(facts: Mapping[str, object]) -> Sequence[type[Model]]:
    """Return the models in which to look up the labels of changed fields, most likely first."""
    return (Entry, *NAMED) if "entry" in facts else NAMED


fact_words.FACT_LABELS |= {
    "age_division": age_division_label,
    "division": division_label,
    "next_division": division_label,
    "which": division_label,
    "divisions": fact_words.labeler_of_several_codes(division_label),
    "role": role_text,
}
fact_words.FIELD_LABELS |= {
    "division": division_label,
    "age_division": division_label,
    "Entry.age_division": age_division_label,
}
fact_words.TITLES.append(_round_and_title_facts)
fact_words.CHANGED_MODELS.append(_changed_models)


def entry_state_text(state: str, dropped_in: int | None) -> str:
    """Describe an entry's `EntryRow.state`: "Checked in", "Dropped in round 3".

    `dropped_in` is the round of a drop; None and 0 mean before round 1.
    """
    if state == "left":
        return _("Dropped in round %(n)s") % {"n": dropped_in} if dropped_in else _("Dropped before round 1")
    return {"disqualified": _("Disqualified"), "here": pgettext("state", "Checked in")}.get(state) or _(
        "Not checked in"
    )
