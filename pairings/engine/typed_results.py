"""Parse a result typed at the desk: one key, or the score in games."""

import re

from core.engine.refused import Refused
from pairings.engine.outcomes import OUTCOMES, Outcome
from pairings.engine.refusals import PairingRefusal

OUTCOME_BY_KEY = {spec.key: outcome for outcome, spec in OUTCOMES.items() if spec.key}
"""Outcome by the key typed for it at the desk."""

SCORE = re.compile(r"(?P<left>[0-9])(?P<between>[\s\-–—:./,]*)(?P<right>[0-9])", re.ASCII)
"""Games won by Player 1, then by Player 2. Must match SCORE in `static/js/desk/typed_results.js`."""


def parse_result(typed: str, *, best_of: int) -> tuple[Outcome, tuple[int, int] | None]:
    """Parse an outcome, and the games if typed: "20", "2-0", "2:0" and "2 0" mean the same.

    In best of one, two digits in a row are refused as a typing error; only "1-0" and "0-1" are accepted as
    scores, and no games are returned. Refused: NO_SUCH_RESULT, NO_SUCH_SCORE (result).
    """
    typed = typed.strip()
    if typed in OUTCOME_BY_KEY:
        return OUTCOME_BY_KEY[typed], None
    score = SCORE.fullmatch(typed)
    # No match has the score 9-9, so text that is no score is refused below.
    games = (int(score["left"]), int(score["right"])) if score else (9, 9)
    is_score = best_of > 1 or (score and score["between"] and sum(games) == 1)
    if not is_score or max(games) > best_of // 2 + 1 or sum(games) > best_of:
        raise Refused(
            PairingRefusal.NO_SUCH_SCORE if best_of > 1 else PairingRefusal.NO_SUCH_RESULT,
            result=typed or "–",
        )
    left, right = games
    outcome = Outcome.LEFT if left > right else Outcome.RIGHT if right > left else Outcome.TIE
    return outcome, games if best_of > 1 else None
