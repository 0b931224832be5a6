"""A difference between an event and a TOM file, and whether the event can import it."""

from dataclasses import dataclass
from dataclasses import field as field_

from pairings.engine.outcomes import Outcome

Seats = frozenset[str]
"""Player IDs of the players of a match."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference.

    `kind` is a code. `ours` and `theirs` are the values of both sides, or None if missing, and `field` is
    the name of a differing field. `division` and `round` locate the difference. `players` are names, for
    a match in the order of its seats in Stadium, `seats` are their Player IDs, and `player` is the ID of
    a single player. `there` means that only TOM changed this since its last file, so the event can import
    it. `replaces` means that the event can import it but loses data entered in Stadium. `cut` means that
    an import starts the division's cut again, as in the file.
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
    seats: Seats = field_(default=frozenset(), compare=False, repr=False)
    there: bool = field_(default=False, compare=False)
    replaces: bool = field_(default=False, compare=False)
    cut: bool = field_(default=False, compare=False)


HARMLESS = {"NAME", "TABLE", "ROUND_ONLY_THERE", "PLAYER_ID", "PLAYER_JOINED", "MATCH_JOINED"}
HARMLESS_OF_PERSON = {"birth_year", "order", "seed"}
OPEN = (None, Outcome.PENDING)


def is_missing(kind: str, outcome: object, missing_kind: str) -> bool:
    """Return whether a round or the result of a match is missing on one side.

    `outcome` is this side's value, `missing_kind` the kind of difference for a round that it lacks.
    """
    return kind == missing_kind or (kind == "RESULT" and outcome in OPEN)


def changes_a_player(difference: Difference) -> bool:
    """Return whether this is a player change that the event can import.

    Such changes are drops, Player IDs, late entries, and any change made only in TOM.
    """
    is_drop = difference.kind == "PERSON" and difference.field == "dropped_in" and difference.ours is None
    return difference.there or is_drop or difference.kind in ("PLAYER_ID", "PLAYER_JOINED")


def changes_pairing(difference: Difference) -> bool:
    """Return whether a round is paired differently.

    Either a match differs, or the reason why a player has no opponent.
    """
    if difference.kind == "RESULT":
        return len(difference.players) == 1
    return difference.kind in ("MATCH_ONLY_HERE", "MATCH_ONLY_THERE", "MATCH_JOINED")


def corrects_result(difference: Difference) -> bool:
    """Return whether the results of a match differ and the event can import the file's result."""
    return (
        difference.kind == "RESULT"
        and not difference.cut
        and not changes_pairing(difference)
        and (difference.there or difference.replaces)
    )


def is_importable(difference: Difference) -> bool:
    """Return whether the event can import or ignore this difference without losing its own data."""
    if difference.there:
        return True
    if difference.replaces:
        return False
    if difference.kind == "RESULT":
        return difference.ours in OPEN or (difference.theirs in OPEN and not changes_pairing(difference))
    if difference.kind == "PERSON":
        return difference.field in HARMLESS_OF_PERSON or (
            difference.field == "dropped_in" and difference.ours is None
        )
    if difference.kind == "HEAD":
        return difference.field != "sanction_id" or not (difference.ours and difference.theirs)
    return difference.kind in HARMLESS
