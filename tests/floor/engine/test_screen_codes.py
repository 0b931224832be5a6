"""The code of a hall screen: short to type, and hard to guess."""

import re
from random import Random

from floor.engine.screen_codes import LETTERS, is_genuine_screen_code, new_screen_code


def test_six_letters_at_random_and_four_that_prove_them() -> None:
    code = new_screen_code("secret", Random(1).choice)
    assert re.fullmatch(f"[{LETTERS}]{{10}}", code)
    assert is_genuine_screen_code(code, "secret")
    assert not is_genuine_screen_code(code, "another")
    assert not is_genuine_screen_code(code[:-1], "secret")
    assert not is_genuine_screen_code(code.upper(), "secret")
    changed = [code[:at] + LETTERS[LETTERS.index(code[at]) - 1] + code[at + 1 :] for at in range(10)]
    assert not any(is_genuine_screen_code(one, "secret") for one in changed)
