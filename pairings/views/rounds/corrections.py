"""The effects of a correction, on the page of a match: before it is saved, and after."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import percent
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries.rounds import corrections
from pairings.queries.rounds.corrections import Consequences
from pairings.queries.standings.qualification_changes import Seat
from pairings.words import result_words, tie_break_words
from tournaments.wording import division_label

MOST = 12
"""The most players listed; the others are counted."""


def would(match: Match, outcome: str) -> dict[str, Any]:
    """The effects of an unsaved result; empty if none was chosen."""
    if outcome not in set(Outcome):
        return {}
    effects = corrections.of(match, Outcome(outcome))
    if effects is None:
        wins = match.left if outcome == Outcome.LEFT else match.right
        loses = match.right if wins is match.left else match.left
        note = _("%(winner)s would advance or take the higher place instead of %(loser)s.") % {
            "winner": wins,
            "loser": loses,
        }
        if outcome == match.outcome or match.right is None:
            note = _("Nothing would change.")
        return {"would": True, "title": _("What would change"), "lines": [], "notes": [note]}
    lines = []
    for player in effects.places[:MOST]:
        # "Ana Silva, 5 → 3: 9 points, opponents 55.56 % → 58.33 %"
        (points, shares), (points_then, shares_then) = player.now, player.then
        texts = [
            _arrow(result_words.points(points), result_words.points(points_then)),
            *(
                str(tie_break_words.WORDS[key].named)
                % {"share": _arrow(percent(share), percent(shares_then[key]))}
                for key, share in shares.items()
            ),
        ]
        line = {
            "name": player.person.name,
            "list": division_label(player.age_division) if player.age_division != "all" else "",
            "before": player.place[0],
            "after": player.place[1],
            "note": " · ".join(texts),
        }
        lines.append(line)
    return {
        "would": effects,
        "title": _("Would change after round %(round)d") % {"round": effects.after},
        "lines": lines,
        "notes": _notes(effects),
    }


def _arrow(before: str, after: str) -> str:
    return before if before == after else f"{before} → {after}"


def _notes(effects: Consequences) -> list[str]:
    notes = []
    if effects.day_two:
        plays, does_not = (
            _("%(name)s would have played on day 2."),
            _("%(name)s would not have played on day 2."),
        )
        notes.append(str(DAY_TWO_STAYS))
        notes += [
            (plays if seat.comes else does_not) % {"name": seat.person.name} for seat in effects.day_two
        ]
    notes += [_seat(seat) for seat in effects.seats]
    if effects.nothing:
        notes.append(_("The standings would not change."))
    more = len(effects.places) - MOST
    if more > 0:
        notes.append(
            ngettext(
                "%(n)d more player would change places.", "%(n)d more players would change places.", more
            )
            % {"n": more}
        )
    if effects.figures:
        count = len(effects.figures)
        notes.append(
            ngettext(
                "The percentages of %(n)d more player would change; the place would not.",
                "The percentages of %(n)d more players would change; their places would not.",
                count,
            )
            % {"n": count}
        )
    if effects.played:
        notes.append(_("Pairings already played stay as they are."))
    if effects.bracket:
        notes.append(_("The top cut has begun: its seeds stay as they are."))
    if effects.unposted is not None and not effects.nothing:
        notes.append(
            _("Round %(round)d is paired but not posted. It would have to be re-paired.")
            % {"round": effects.unposted}
        )
    return notes


DAY_TWO_STAYS = gettext_lazy(
    "It would have changed who plays on day 2; day 2 has begun, so it stays as it is."
)


def _seat(seat: Seat) -> str:
    facts = {"name": seat.person.name, "size": seat.size}
    if seat.day_two:
        return (
            _("%(name)s would play on day 2.") if seat.comes else _("%(name)s would not play on day 2.")
        ) % facts
    if seat.comes:
        return _("%(name)s would be in the top %(size)d.") % facts
    return _("%(name)s would be out of the top %(size)d.") % facts


def stays(match: Match, outcome: Outcome) -> list[str]:
    """What a correction to be saved would have changed on day 2, which has begun."""
    return [str(DAY_TWO_STAYS)] if corrections.day_two_differences(match, outcome) else []


def moved(match: Match) -> dict[str, Any] | None:
    """The places changed by the last correction of this match, None without one."""
    correction = corrections.last_moved(match)
    if correction is None:
        return None
    lines, count = correction
    rows = [{"name": who.name, "before": before, "after": after} for who, before, after in lines[:MOST]]
    more = count - len(rows)
    rest = ngettext("%(n)d more player moved.", "%(n)d more players moved.", more) % {"n": more}
    return {"lines": rows, "rest": rest if more > 0 else ""}
