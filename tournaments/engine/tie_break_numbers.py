"""The last tie-break: a random number for each player of an event, smaller is better."""

from hashlib import sha256

BITS = 62


def tie_break_number(seed: int, key: str, turn: int = 0) -> int:
    """Return a number from 0 to 2**62 - 1 that depends only on the event seed, player key and turn.

    `key` is the Player ID, or the folded name of a player without one. A different `turn` gives a different
    number to a second player with the same key. The numbers are the same on every machine.
    """
    digest = sha256(f"{seed}/{key}/{turn}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - BITS)
