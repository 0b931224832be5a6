"""The effects of a correction, on the page of a match: before it is saved, and after."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import percent
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries.rounds import corrections
from pairings.queries.rounds.corrections import Consequences, Moved
from pairings.queries.standings.qualification_changes import Seat
from pairings.words import result_words, tie_break_words
from tournaments.wording import division_label

MOST = 12
"""The most players listed; the others are counted."""


def would(match: Match, outcome: str) -> dict[str, Any]:
    """The effects of an unsaved result; empty if none was chosen."""
    if outcome not in set(Outcome):
        return {}
    found = corrections.of(match, Outcome(outcome))
    if found is None:
        return {
            "would": True,
            "title": _("What would change"),
            "lines": [],
            "notes": [_bracket(match, outcome)],
        }
    return {
        "would": found,
        "title": _("Would change after round %(round)d") % {"round": found.after},
        "lines": [_line(one) for one in found.places[:MOST]],
        "notes": list(_notes(found)),
    }


def _line(one: Moved) -> dict[str, Any]:
    """ "Ana Silva, 5 → 3: 9 points, opponents 55.56 % → 58.33 %"."""
    (points, shares), (points_then, shares_then) = one.now, one.then
    texts = [
        _arrow(result_words.points(points), result_words.points(points_then)),
        *(
            str(tie_break_words.WORDS[key].named)
            % {"share": _arrow(percent(share), percent(shares_then[key]))}
            for key, share in shares.items()
        ),
    ]
    return {
        "name": one.person.name,
        "list": division_label(one.age_division) if one.age_division != "all" else "",
        "before": one.place[0],
        "after": one.place[1],
        "note": " · ".join(texts),
    }


def _arrow(before: str, after: str) -> str:
    return before if before == after else f"{before} → {after}"


def _notes(found: Consequences) -> list[str]:
    notes = [*_day_two_texts(found), *(_seat(one) for one in found.seats)]
    if found.nothing:
        notes.append(_("The standings would not change."))
    more = len(found.places) - MOST
    if more > 0:
        notes.append(
            ngettext(
                "%(n)d more player would change places.", "%(n)d more players would change places.", more
            )
            % {"n": more}
        )
    if found.figures:
        count = len(found.figures)
        notes.append(
            ngettext(
                "The percentages of %(n)d more player would change; the place would not.",
                "The percentages of %(n)d more players would change; their places would not.",
                count,
            )
            % {"n": count}
        )
    return notes + _later(found)


DAY_TWO_STAYS = gettext_lazy(
    "It would have changed who plays on day 2; day 2 has begun, so it stays as it is."
)


def _day_two_texts(found: Consequences) -> list[str]:
    """The note that day 2 stays although its players would differ; empty otherwise."""
    if not found.day_two:
        return []
    plays, does_not = _("%(name)s would have played on day 2."), _("%(name)s would not have played on day 2.")
    return [
        str(DAY_TWO_STAYS),
        *((plays if one.comes else does_not) % {"name": one.person.name} for one in found.day_two),
    ]


def _seat(one: Seat) -> str:
    facts = {"name": one.person.name, "size": one.size}
    if one.day_two:
        return (
            _("%(name)s would play on day 2.") if one.comes else _("%(name)s would not play on day 2.")
        ) % facts
    if one.comes:
        return _("%(name)s would be in the top %(size)d.") % facts
    return _("%(name)s would be out of the top %(size)d.") % facts


def _later(found: Consequences) -> list[str]:
    sentences = []
    if found.played:
        sentences.append(_("Pairings already played stay as they are."))
    if found.bracket:
        sentences.append(_("The top cut has begun: its seeds stay as they are."))
    if found.unposted is not None and not found.nothing:
        sentences.append(
            _("Round %(round)d is paired but not posted. It would have to be re-paired.")
            % {"round": found.unposted}
        )
    return sentences


def _bracket(match: Match, outcome: str) -> str:
    if outcome == match.outcome or match.right is None:
        return _("Nothing would change.")
    wins = match.left if outcome == Outcome.LEFT else match.right
    loses = match.right if wins is match.left else match.left
    return _("%(winner)s would advance or take the higher place instead of %(loser)s.") % {
        "winner": wins,
        "loser": loses,
    }


def stays(match: Match, outcome: Outcome) -> list[str]:
    """What a correction to be saved would have changed on day 2, which has begun."""
    return [str(DAY_TWO_STAYS)] if corrections.day_two_differences(match, outcome) else []


def moved(match: Match) -> dict[str, Any] | None:
    """The places changed by the last correction of this match, None without one."""
    found = corrections.last_moved(match)
    if found is None:
        return None
    lines, count = found
    rows = [{"name": who.name, "before": before, "after": after} for who, before, after in lines[:MOST]]
    more = count - len(rows)
    rest = ngettext("%(n)d more player moved.", "%(n)d more players moved.", more) % {"n": more}
    return {"lines": rows, "rest": rest if more > 0 else ""}
