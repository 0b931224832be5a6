"""One thing that differs between an event and a file of TOM, and whether the event can take it over."""

from dataclasses import dataclass
from dataclasses import field as field_

from pairings.engine.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is otherwise there. `kind` is a code, `ours` and `theirs` what each says, None where nothing.

    `division` and `round` say where; `players` are names, those of a match in the order of its seats here, `player`
    the Player ID of one. `there`: TOM alone changed it since its last file, so the event can take it over.
    """

    kind: str
    ours: object = None
    theirs: object = None
    field: str = ""
    players: tuple[str, ...] = ()
    division: str = ""
    round: int = 0
    table: int = 0
    player: str = field_(default="", compare=False)
    there: bool = field_(default=False, compare=False)


HARMLESS = {"HEAD", "NAME", "TABLE", "ROUND_ONLY_THERE", "PLAYER_ID", "PLAYER_JOINED", "MATCH_JOINED"}
HARMLESS_OF_PERSON = {"birth_year", "order", "seed"}


def lacks(kind: str, outcome: object, only: str) -> bool:
    """Whether a round, or the result of a match, is missing on the side that `said` something of it."""
    return kind == only or (kind == "RESULT" and outcome in (None, Outcome.PENDING))


def changes_a_player(one: Difference) -> bool:
    """Whether the file has a change the event can take over: a drop, a Player ID, a late entry, one by TOM alone."""
    dropped = one.kind == "PERSON" and one.field == "dropped_in" and one.ours is None
    return one.there or dropped or one.kind in ("PLAYER_ID", "PLAYER_JOINED")


def follows(one: Difference) -> bool:
    """Whether the event can take this over from the file, or live with it."""
    if one.there:
        return True
    if one.kind == "RESULT":
        return one.ours in (None, Outcome.PENDING)
    if one.kind == "PERSON":
        return one.field in HARMLESS_OF_PERSON or (one.field == "dropped_in" and one.ours is None)
    return one.kind in HARMLESS
