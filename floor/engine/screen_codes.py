"""Codes in the addresses of hall screens.

They are short enough to type on a television, and have check letters so that other codes cannot be guessed.
"""

import hashlib
import hmac
import re
from collections.abc import Callable

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits of a code, without those that look alike on a television."""

BODY, CHECK = 6, 4
CODE = re.compile(f"[{LETTERS}]{{{BODY + CHECK}}}")


def new_screen_code(secret: str, choose: Callable[[str], str]) -> str:
    """Return a random code with its check letters. `choose` returns a random letter from the letters passed to it."""
    body = "".join(choose(LETTERS) for _ in range(BODY))
    return body + _check_letters(body, secret)


def is_genuine_screen_code(code: str, secret: str) -> bool:
    """Return whether a code was made by the installation with this secret.

    A random guess is accepted about once in 900,000 attempts.
    """
    match = CODE.fullmatch(code)
    return match is not None and hmac.compare_digest(code[BODY:], _check_letters(code[:BODY], secret))


def _check_letters(body: str, secret: str) -> str:
    value = int.from_bytes(hmac.digest(secret.encode(), f"hall screen {body}".encode(), hashlib.sha256)[:8])
    letters = ""
    for _ in range(CHECK):
        value, index = divmod(value, len(LETTERS))
        letters += LETTERS[index]
    return letters
