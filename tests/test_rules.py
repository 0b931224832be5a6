"""Every rule of the sources is implemented and covered by a test, or docs/rules.csv says why not."""

import re

import pytest

from tests import rules_by_number


@pytest.fixture(scope="module")
def rules() -> list[rules_by_number.Rule]:
    return rules_by_number.rules()


def test_each_rule_lives_somewhere_or_has_a_reason(rules):
    assert [rule.number for rule in rules if not rule.where and not rule.reason] == []


def test_each_rule_is_asked_by_a_test_or_has_a_reason(rules):
    assert [rule.number for rule in rules if not rule.tests and not rule.reason] == []


def test_a_number_that_is_an_example_here_is_asked_elsewhere(rules):
    assert [rule.number for rule in rules if "tests/test_rules.py" in rule.tests] == []


def test_no_reason_is_given_for_a_rule_that_is_asked(rules):
    assert [rule.number for rule in rules if rule.reason and rule.tests] == []


def test_each_number_stands_once_and_no_other_is_named(rules):
    known = [rule.number for rule in rules]
    assert len(known) == len(set(known))
    page = (rules_by_number.ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert rules_by_number.numbers(page) - set(known) == set()


def test_the_page_names_each_rule_and_no_file_that_does_not_name_it(rules):
    """If it fails, generate the page again: `.venv/bin/python -m tests.rules_by_number`."""
    lines = [line.split(" | ") for line in rules_by_number.PAGE.read_text(encoding="utf-8").splitlines()]
    named = {
        line[0].removeprefix("| "): set(re.findall(r"`([\w/.]+)`", " ".join(line[2:]))) for line in lines
    }
    assert {
        rule.number: named.get(rule.number, {"no line"}) - {*rule.where, *rule.tests} for rule in rules
    } == {rule.number: set() for rule in rules}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(R-014, M-010)", {"R-014", "M-010"}),
        ("R-014 to R-016", {"R-014", "R-015", "R-016"}),
        ("R-100 to R-150, the whole chapter", {"R-100", "R-150"}),
        ("def test_r111_r112_m060_minutes(", {"R-111", "R-112", "M-060"}),
        ("def test_hand_r014_to_r016_s11(", {"R-014", "R-015", "R-016"}),
        ("R-0145 and four1234", set()),
    ],
)
def test_how_a_text_names_rules(text, found):
    assert rules_by_number.numbers(text) == found
