"""The packs of a Limited event against its format: the problems, the rule, and the formats that would allow them."""

from datetime import date

import pytest

from decks.engine.legality import DeckContext, Problem
from decks.engine.legality.boosters import packs_outside_format
from tests.decks.engine.legality.small import catalogue

MAY_2017, IN_2026 = date(2017, 5, 1), date(2026, 5, 3)


def warned(*codes: str, card_format: str = "standard", on: date = IN_2026, **more: object) -> list[Problem]:
    edition = "2017" if on.year < 2020 else "2026"
    context = DeckContext(card_format, "limited", on, edition, **more)  # type: ignore[arg-type]
    return list(packs_outside_format(codes, context, catalogue()))


def test_packs_of_the_past_are_told_with_the_formats_that_take_them() -> None:
    [found] = warned("SUM", "SUM", "sm1")
    assert (found.code, found.severity, found.rule) == ("PACKS_NOT_IN_FORMAT", "warning", "M-040")
    assert (found.facts["set"], found.facts["format"]) == ("Sun & Moon", "standard")
    assert 0 < found.facts["out"] <= found.facts["known"]  # type: ignore[operator]
    assert found.facts["formats"] == ("expanded", "unlimited")


@pytest.mark.parametrize("code", ["", "NOPE", "SUM"])
@pytest.mark.parametrize("card_format", ["unlimited", "any", "2v2"])
def test_where_everything_is_taken_and_what_nobody_knows(code: str, card_format: str) -> None:
    assert warned(code, card_format=card_format) == []


def test_packs_before_their_day() -> None:
    """Guardians Rising came out on 5 May 2017, so its third Friday was the 19th (R-006)."""
    [found] = warned("GRI", on=MAY_2017)
    assert (found.code, found.rule, found.facts["date"]) == (
        "PACKS_NOT_YET_LEGAL",
        "R-006",
        date(2017, 5, 19),
    )


def test_packs_before_their_day_in_unlimited() -> None:
    """There the third Friday after the release counts, the 26th (R-007), unless the event chose otherwise (S1)."""
    [found] = warned("GRI", on=MAY_2017, card_format="unlimited")
    assert (found.rule, found.facts["date"]) == ("R-007", date(2017, 5, 26))
    [found] = warned("GRI", on=MAY_2017, card_format="unlimited", settings={"S1": "as_r006"})
    assert (found.rule, found.facts["date"]) == ("R-006", date(2017, 5, 19))


def test_the_expansion_of_a_prerelease_is_legal_there() -> None:
    assert warned("GRI", on=MAY_2017, event_class="prerelease", prerelease_expansion="sm2") == []


def test_the_standard_of_2017_goes_by_expansions() -> None:
    assert warned("SUM", on=date(2017, 3, 1)) == []
    [found] = warned("HS", on=date(2017, 3, 1))
    assert (found.rule, found.facts["formats"]) == ("R-080", ("unlimited",))
