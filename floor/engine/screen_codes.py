"""The code in a hall screen's address: short enough to type on a television, with check letters against guesses."""

import hashlib
import hmac
import re
from collections.abc import Callable

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without letters that look alike on a television."""

BODY, CHECK = 6, 4
CODE = re.compile(f"[{LETTERS}]{{{BODY + CHECK}}}")


def new_code(secret: str, choose: Callable[[str], str]) -> str:
    """Make a new random code; `choose` returns one of the letters at random."""
    body = "".join(choose(LETTERS) for _ in range(BODY))
    return body + _check(body, secret)


def is_genuine(code: str, secret: str) -> bool:
    """Whether an installation with this secret made the code; one guess in 900,000 passes."""
    match = CODE.fullmatch(code)
    return match is not None and hmac.compare_digest(code[BODY:], _check(code[:BODY], secret))


def _check(body: str, secret: str) -> str:
    value = int.from_bytes(hmac.digest(secret.encode(), f"hall screen {body}".encode(), hashlib.sha256)[:8])
    check = ""
    for _ in range(CHECK):
        value, letter = divmod(value, len(LETTERS))
        check += LETTERS[letter]
    return check
