"""Parse a typed result: one key, or the score in games."""

import re

from core.engine.refused import Refused
from pairings.engine.outcomes import OUTCOMES, Outcome
from pairings.engine.refusals import PairingRefusal

KEYS = {spec.key: outcome for outcome, spec in OUTCOMES.items() if spec.key}
"""The result keys of the desk."""

SCORE = re.compile(r"(?P<left>[0-9])(?P<between>[\s\-–—:./,]*)(?P<right>[0-9])", re.ASCII)
"""Games won by Player 1, then by Player 2; the same as SCORE of stadium.js."""


def read(typed: str, *, best_of: int) -> tuple[Outcome, tuple[int, int] | None]:
    """The outcome, and the games if typed: "20", "2-0", "2:0" and "2 0" are the same.

    A single game has no score of two digits in a row: there a second key would be a typing error, so only "1-0" and
    "0-1" are accepted, and no games are returned. Refused: NO_SUCH_RESULT, NO_SUCH_SCORE (result).
    """
    typed = typed.strip()
    if typed in KEYS:
        return KEYS[typed], None
    score = SCORE.fullmatch(typed)
    games = (int(score["left"]), int(score["right"])) if score else (9, 9)
    whole = best_of > 1 or (score and score["between"] and sum(games) == 1)
    if not whole or max(games) > best_of // 2 + 1 or sum(games) > best_of:
        raise Refused(
            PairingRefusal.NO_SUCH_SCORE if best_of > 1 else PairingRefusal.NO_SUCH_RESULT,
            result=typed or "–",
        )
    left, right = games
    outcome = Outcome.LEFT if left > right else Outcome.RIGHT if right > left else Outcome.TIE
    return outcome, games if best_of > 1 else None
