"""Section L: what an event chooses where the rules leave a point open."""

import pytest

from cards.engine.rule_settings import CHOICES, choice_of_setting, departs_from_default, has_valid_choice


@pytest.mark.parametrize("name", CHOICES)
def test_the_first_choice_is_the_default(name: str) -> None:
    assert (
        choice_of_setting({}, name) == choice_of_setting({name: "something else"}, name) == CHOICES[name][0]
    )
    assert not departs_from_default({}, name)
    assert not departs_from_default({name: CHOICES[name][0]}, name)


@pytest.mark.parametrize(
    ("name", "other"), [(name, other) for name, choices in CHOICES.items() for other in choices[1:]]
)
def test_every_other_choice_departs_from_the_default(name: str, other: str) -> None:
    assert choice_of_setting({name: other.upper()}, name) == other
    assert departs_from_default({name: other}, name)
    assert has_valid_choice({name: other}, name)


def test_s9_may_name_the_choice_on_card_backs_too() -> None:
    both = {"S9": "free, local_only"}
    assert (choice_of_setting(both, "S9"), choice_of_setting(both, "S9_BACK")) == ("free", "local_only")
    assert has_valid_choice({"S9": "local_only"}, "S9")
    assert not has_valid_choice({"S6": "local_only"}, "S6")
    assert not has_valid_choice({}, "S9")


def test_card_backs_by_their_own_name_come_first() -> None:
    assert choice_of_setting({"S9": "local_only", "S9_BACK": "allow"}, "S9_BACK") == "allow"
