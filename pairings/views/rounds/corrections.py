"""Effects of a correction on a match's page, before and after it is saved."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.percentages import format_percent
from pairings.engine.outcomes import Outcome
from pairings.models import Match
from pairings.queries.rounds import corrections
from pairings.words import correction_words, result_words, tie_break_words
from tournaments.labels import division_label

MAX_LISTED_PLAYERS = 12
"""Maximum number of players listed; further ones are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PredictedMove:
    """A player whose place would change. `note` describes the figures before and after the correction."""

    name: str
    list: str
    before: int | None
    after: int | None
    note: str


@dataclass(frozen=True, kw_only=True)
class PredictedEffects:
    """Effects of an unsaved result. `would` is False if no result was chosen."""

    would: bool = False
    title: str = ""
    lines: Sequence[PredictedMove] = ()
    notes: Sequence[str] = ()


def predicted_effects(match: Match, outcome: str) -> PredictedEffects:
    """Describe the effects of an unsaved result, for the match's page. `outcome`: the chosen one, or "".

    Without standings that could change, as in a bracket, only the winner and the loser are named.
    """
    if outcome not in set(Outcome):
        return PredictedEffects()
    effects = corrections.predict_correction_consequences(match, Outcome(outcome))
    if effects is None:
        winner = match.left if outcome == Outcome.LEFT else match.right
        loser = match.right if winner is match.left else match.left
        note = _("%(winner)s would advance or take the higher place instead of %(loser)s.") % {
            "winner": winner,
            "loser": loser,
        }
        if outcome == match.outcome or match.right is None:
            note = _("Nothing would change.")
        return PredictedEffects(would=True, title=_("What would change"), notes=[note])
    player_rows = []
    for player in effects.places[:MAX_LISTED_PLAYERS]:
        # "Ana Silva, 5 → 3: 9 points, opponents 55.56 % → 58.33 %"
        (points, shares), (new_points, new_shares) = player.now, player.then
        figures = [
            ("%(share)s", result_words.points_text(points), result_words.points_text(new_points)),
            *(
                (
                    str(tie_break_words.WORDS[key].named),
                    format_percent(share),
                    format_percent(new_shares[key]),
                )
                for key, share in shares.items()
            ),
        ]
        texts = [
            template % {"share": old_text if old_text == new_text else f"{old_text} → {new_text}"}
            for template, old_text, new_text in figures
        ]
        player_row = PredictedMove(
            name=player.person.name,
            list=division_label(player.age_division) if player.age_division != "all" else "",
            before=player.place[0],
            after=player.place[1],
            note=" · ".join(texts),
        )
        player_rows.append(player_row)
    return PredictedEffects(
        would=True,
        title=_("Would change after round %(round)d") % {"round": effects.after},
        lines=player_rows,
        notes=correction_words.consequence_texts(effects, listed_count=MAX_LISTED_PLAYERS),
    )


def day_two_warnings(match: Match, outcome: Outcome) -> list[str]:
    """Return a warning if an unsaved correction would have changed the players of day 2.

    As day 2 has started, its players do not change.
    """
    return (
        [str(correction_words.DAY_TWO_STAYS)]
        if corrections.day_two_seats_changed_by_result(match, outcome)
        else []
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPlace:
    """A place changed by a correction."""

    name: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedPlaces:
    """The places changed by the last correction of a match. `rest`: number of players not listed, as text."""

    lines: Sequence[MovedPlace]
    rest: str


def moved_places(match: Match) -> MovedPlaces | None:
    """Return the places changed by the last correction of a match, or None if it was never corrected."""
    correction = corrections.moves_of_last_correction(match)
    if correction is None:
        return None
    moves, count = correction
    rows = [
        MovedPlace(name=person.name, before=old_place, after=new_place)
        for person, old_place, new_place in moves[:MAX_LISTED_PLAYERS]
    ]
    unlisted = count - len(rows)
    rest_text = ngettext("%(n)d more player moved.", "%(n)d more players moved.", unlisted) % {"n": unlisted}
    return MovedPlaces(lines=rows, rest=rest_text if unlisted > 0 else "")
