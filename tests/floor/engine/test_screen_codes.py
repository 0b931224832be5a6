"""The code of a hall screen: short to type, and hard to guess."""

import re
from random import Random

from floor.engine.screen_codes import LETTERS, is_genuine, new_code


def test_six_letters_at_random_and_four_that_prove_them() -> None:
    code = new_code("secret", Random(1).choice)
    assert re.fullmatch(f"[{LETTERS}]{{10}}", code)
    assert is_genuine(code, "secret")
    assert not is_genuine(code, "another")
    assert not is_genuine(code[:-1], "secret")
    assert not is_genuine(code.upper(), "secret")
    changed = [code[:at] + LETTERS[LETTERS.index(code[at]) - 1] + code[at + 1 :] for at in range(10)]
    assert not any(is_genuine(one, "secret") for one in changed)
