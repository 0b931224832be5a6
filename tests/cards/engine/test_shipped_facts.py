"""The facts shipped with the project are consistent and match the rules."""

from datetime import date

import pytest

from cards.engine import card_names, shipped_cards
from tests.cards import starter

CARDS = starter.catalogue()
ON = date(2017, 7, 26)


def test_codes_lead_to_one_expansion_or_to_a_set_and_its_gallery() -> None:
    first = [expansion.code for expansion in CARDS.expansions.values()]
    assert len(first) == len(set(first))


def test_every_line_names_an_expansion_that_is_there() -> None:
    facts, ids = CARDS.facts, set(CARDS.expansions)
    named = {ban.printing[0] for ban in facts.bans} | {cutoff.expansion for cutoff in facts.cutoffs}
    named |= {row.since for row in facts.rotations if row.since}
    named |= {product for row in facts.rotations for product in row.also}
    named |= {ref[0] for line in facts.reprints for ref in (line.new, line.old) if ref}
    assert named <= ids


def test_periods_end_after_they_start() -> None:
    facts = CARDS.facts
    periods = [*facts.bans, *facts.cutoffs, *facts.rotations]
    assert all(one.ends_on is None or one.starts_on < one.ends_on for one in periods)


def test_rotations_of_a_format_follow_each_other() -> None:
    for card_format in ("standard", "expanded"):
        rows = [row for row in CARDS.rotations if row.format == card_format]
        assert [row.ends_on for row in rows[:-1]] == [row.starts_on for row in rows[1:]]
        assert rows[-1].ends_on is None


@pytest.mark.parametrize(
    ("ref", "card_format", "banned_on", "free_on"),
    [
        (("xy4", "99"), "expanded", "2015-06-15", "2015-06-14"),
        (("xy4", "118"), "unlimited", "2017-07-26", "2026-07-01"),
        (("bw4", "72"), "expanded", "2017-08-17", "2017-08-18"),
        (("bw3", "67"), "expanded", "2017-08-18", "2017-08-17"),
        (("swsh7", "83"), "expanded", "2026-04-10", "2026-04-09"),
    ],
)
def test_bans(ref: tuple[str, str], card_format: str, banned_on: str, free_on: str) -> None:
    """R-087, R-088, M-047."""

    def banned(day: str) -> bool:
        on = date.fromisoformat(day)
        return any(
            ban.printing == ref and ban.format == card_format and ban.applies_on(on) for ban in CARDS.bans
        )

    assert banned(banned_on)
    assert not banned(free_on)


def test_standard_of_2017() -> None:
    """R-080, R-082."""
    standard = next(row for row in CARDS.rotations if row.format == "standard" and row.applies_on(ON))
    assert standard.since == "xy5"
    assert {"mcd14", "tk-xy-p", "tk-xy-latia"} <= set(standard.also)
    assert not {"mcd16", "tk-sm-l"} & set(standard.also)
    firsts = {
        one.expansion: one.first for one in CARDS.cutoffs if one.format == "standard" and one.applies_on(ON)
    }
    assert firsts == {"xyp": 36, "smp": 1, "bwp": 1} or firsts == {"xyp": 36, "smp": 1}


@pytest.mark.parametrize(
    ("day", "marks"),
    [("2023-04-13", "D E F"), ("2024-04-05", "F G H"), ("2026-04-09", "G H I J"), ("2026-04-10", "H I J")],
)
def test_marks(day: str, marks: str) -> None:
    """M-040."""
    on = date.fromisoformat(day)
    (row,) = (row for row in CARDS.rotations if row.format == "standard" and row.applies_on(on))
    assert row.marks == tuple(marks.split())


def test_keys_are_identities() -> None:
    written = [line.key for line in (*CARDS.reprints, *CARDS.errata, *shipped_cards.shipped_local_names())]
    assert [key for key in written if card_names.card_name_identity(key) != key] == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("GRI", "expansion"),
        ("PR-SM", "promo"),
        ("TK9P", "product"),
        ("SVE", "energy"),
        ("WC2017", "collector"),
        ("Energy", "energy"),
        ("SWSHALT", "product"),
    ],
)
def test_kinds(code: str, kind: str) -> None:
    found = CARDS.expansion(code)
    assert found is not None
    assert found.kind == kind
