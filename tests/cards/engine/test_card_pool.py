"""The state of a printing in a format on a day: legal, a reprint, not yet legal, or not in the format."""

from datetime import date

import pytest

from cards.engine.card_pool import CardPool, Finding, FormatRules
from cards.engine.cards import Catalogue, Expansion, Printing, Supertype
from cards.engine.editions import EDITIONS
from cards.engine.facts import Ban, Erratum, Reprint, Rotation
from cards.engine.reprints import likeness_reason, newest_printing, work_the_same

D = date.fromisoformat
OLD = Expansion("old", "Old", ("OLD",), D("2010-02-05"))
IN = Expansion("in", "In", ("IN",), D("2016-02-05"))
NEW = Expansion("new", "New", ("NEW",), D("2017-05-05"))
KIT = Expansion("kit", "Kit", ("KIT",), D("2017-06-01"), kind="product")
DAY_OUT, DAY_BEFORE, DAY_LEGAL = "2017-05-18", "2017-05-04", "2017-05-19"


def printing(
    expansion: str, number: str, name: str, supertype: Supertype = "trainer", *, text: str = "", **flags: bool
) -> Printing:
    return Printing(expansion, number, name, name, supertype, text_key=text, **flags)  # type: ignore[arg-type]


ROPE = [printing("old", "1", "Escape Rope", text="rope"), printing("in", "1", "Escape Rope", text="rope")]
BALL = [
    printing("old", "2", "Ultra Ball", text="ball"),
    printing("in", "2", "Ultra Ball", text="ball"),
    printing("new", "2", "Ultra Ball", text="ball"),
]
POTION = [printing("old", "3", "Potion", text="20"), printing("in", "3", "Potion", text="30")]
SEARCH = [printing("old", "4", "Search", text="old"), printing("in", "4", "Search", text="new")]
SNIVY = [
    printing("old", "5", "Snivy", "pokemon", text="a"),
    printing("in", "5", "Snivy", "pokemon", text="a"),
    printing("in", "6", "Snivy", "pokemon", text="b"),
]
RALTS = [printing("new", "7", "Ralts", "pokemon", text="r")]
FIRE = [
    printing("old", "8", "Fire Energy", "energy", basic_energy=True),
    printing("new", "8", "Fire Energy", "energy", basic_energy=True),
]
GRASS = [printing("new", "9", "Grass Energy", "energy", basic_energy=True)]
JOKE = [printing("in", "10", "Joke", not_tournament_legal=True), printing("old", "10", "Joke")]
CATALOGUE = Catalogue.of(
    [OLD, IN, NEW, KIT],
    [*ROPE, *BALL, *POTION, *SEARCH, *SNIVY, *RALTS, *FIRE, *GRASS, *JOKE, printing("lost", "1", "Lost")],
    reprints=[Reprint("Potion", ("in", "3"), False, None)],
    errata=[Erratum("Potion", D("2017-05-01"))],
    bans=[Ban(("in", "1"), "standard", D("2017-08-01"), None)],
    rotations=[Rotation("standard", D("2016-09-01"), since="in")],
)


def pool(day: str = DAY_OUT, edition: str = "2017", card_format: str = "standard", **rules: str) -> CardPool:
    return CardPool(FormatRules(card_format, EDITIONS[edition], **rules), CATALOGUE, D(day))  # type: ignore[arg-type]


def test_a_printing_of_the_format_is_legal_and_an_older_one_through_it_r009() -> None:
    assert pool().legality_of(ROPE[1]) == Finding("legal")
    assert pool().legality_of(ROPE[0]) == Finding("reprint", ROPE[1])


def test_a_card_of_no_known_expansion_is_out() -> None:
    assert pool().legality_of(CATALOGUE.printings("Lost")[0]) == Finding("out")


def test_a_printing_before_its_day_waits_r012() -> None:
    assert pool().legality_of(RALTS[0]) == Finding("early", None, D(DAY_LEGAL))
    assert pool(DAY_LEGAL).legality_of(RALTS[0]) == Finding("legal")


def test_an_early_reprint_is_for_the_judge_and_since_2026_at_once_r013_m042() -> None:
    assert pool().legality_of(BALL[2]) == Finding("needs_judge", BALL[1], D(DAY_LEGAL))
    assert pool(edition="2026").legality_of(BALL[2]).state == "needs_judge"
    fresh = Expansion("fresh", "Fresh", ("FRE",), D("2026-05-08"))
    again = printing("fresh", "2", "Ultra Ball", text="ball")
    later = Catalogue.of(
        [*CATALOGUE.expansions.values(), fresh], [*CATALOGUE.all, again], rotations=CATALOGUE.rotations
    )
    for day, state in (("2026-05-09", "reprint"), ("2026-05-22", "legal")):
        found = CardPool(FormatRules("standard", EDITIONS["2026"]), later, D(day)).legality_of(again)
        assert found.state == state


def test_another_pokemon_of_the_same_name_is_no_reprint() -> None:
    assert pool().legality_of(SNIVY[0]) == Finding("reprint", SNIVY[1])
    other = printing("old", "55", "Snivy", "pokemon", text="c")
    more = Catalogue.of(CATALOGUE.expansions.values(), [*CATALOGUE.all, other], rotations=CATALOGUE.rotations)
    found = CardPool(FormatRules("standard", EDITIONS["2017"]), more, D(DAY_OUT)).legality_of(other)
    assert (found.state, found.by) == ("out", SNIVY[1])


def test_an_older_text_with_an_erratum_is_played_with_the_text_of_today_r010() -> None:
    assert pool("2017-05-01").legality_of(POTION[0]) == Finding("errata", POTION[1])
    assert pool("2017-04-30").legality_of(POTION[0]) == Finding("out", POTION[1])


def test_what_is_advised_is_the_lowest_number_of_the_newest_expansion() -> None:
    assert pool().legality_of(SEARCH[0]) == Finding("out", SEARCH[1])


@pytest.mark.parametrize(
    ("day", "edition", "state"),
    [
        (DAY_OUT, "2017", "needs_judge"),
        (DAY_LEGAL, "2017", "legal"),
        (DAY_OUT, "2026", "legal"),
        (DAY_BEFORE, "2026", "needs_judge"),
    ],
)
def test_basic_energy_of_any_age_and_of_a_new_expansion(day: str, edition: str, state: str) -> None:
    """R-081, M-043, R-013: legal through the older printing; since 2026, its release is enough."""
    assert pool(day, edition).legality_of(FIRE[0]) == Finding("legal")
    assert pool(day, edition).legality_of(FIRE[1]).state == state


def test_basic_energy_without_an_older_printing_waits() -> None:
    assert pool().legality_of(GRASS[0]) == Finding("early", None, D(DAY_LEGAL))


def test_a_prerelease_frees_its_own_expansion_alone_r048() -> None:
    here = pool(DAY_BEFORE, event_class="prerelease", prerelease_expansion="NEW")
    assert here.legality_of(RALTS[0]) == Finding("legal")
    elsewhere = pool(DAY_BEFORE, event_class="prerelease", prerelease_expansion="IN")
    assert elsewhere.legality_of(RALTS[0]).state == "early"
    assert (
        pool(DAY_BEFORE, event_class="regional", prerelease_expansion="NEW").legality_of(RALTS[0]).state
        == "early"
    )
    assert pool(DAY_BEFORE, event_class="prerelease").legality_of(RALTS[0]).state == "early"


def test_a_card_that_is_not_tournament_legal_carries_no_other() -> None:
    assert pool().legality_of(JOKE[1]).state == "out"


@pytest.mark.parametrize(("day", "banned"), [("2017-07-31", set()), ("2017-08-01", {("in", "1")})])
def test_bans_of_the_format_from_their_day_r087(day: str, banned: set[tuple[str, str]]) -> None:
    assert pool(day).banned == banned
    assert pool(day).banned_names == {"Escape Rope" for _ in banned}
    assert pool(day, card_format="expanded").banned == frozenset()
    assert pool(day, card_format="expanded").in_format("standard").banned == banned


def test_a_name_alone_stands_for_its_best_and_newest_printing() -> None:
    assert pool().most_legal_printing(tuple(ROPE)) == (ROPE[1], Finding("legal"))
    assert pool(DAY_LEGAL).most_legal_printing(tuple(BALL)) == (BALL[2], Finding("legal"))
    assert pool().most_legal_printing(tuple(BALL)) == (BALL[1], Finding("legal"))


def test_the_text_of_today_is_that_of_the_newest_printing_r086() -> None:
    assert pool().printing_with_current_text(BALL[0]) == BALL[2]
    assert pool(DAY_BEFORE).printing_with_current_text(BALL[0]) == BALL[1]
    assert pool().printing_with_current_text(SNIVY[0]) == SNIVY[0]
    assert pool().printing_with_current_text(SEARCH[0]) == SEARCH[0]


def test_the_newest_printing_by_a_day_is_of_a_trainer_or_energy() -> None:
    assert newest_printing(BALL[0], D(DAY_BEFORE), CATALOGUE) == BALL[1]
    assert newest_printing(BALL[0], D("2017-05-05"), CATALOGUE) == BALL[2]
    assert newest_printing(SNIVY[0], D(DAY_OUT), CATALOGUE) == SNIVY[0]
    assert newest_printing(BALL[0], D("2000-01-01"), CATALOGUE) == BALL[0]


def test_printings_work_the_same_by_their_text_and_what_the_table_says_wins() -> None:
    assert work_the_same(ROPE[0], ROPE[1], CATALOGUE)
    assert likeness_reason(ROPE[0], ROPE[1], CATALOGUE) == "text"
    assert not work_the_same(SEARCH[0], SEARCH[1], CATALOGUE)
    joined = Catalogue.of([OLD, IN], SEARCH, reprints=[Reprint("Search", ("in", "4"), True, ("old", "4"))])
    assert work_the_same(SEARCH[0], SEARCH[1], joined)
    assert likeness_reason(SEARCH[0], SEARCH[1], joined) == "table"
    parted = Catalogue.of([OLD, IN], ROPE, reprints=[Reprint("Escape Rope", ("in", "1"), False, None)])
    assert not work_the_same(ROPE[0], ROPE[1], parted)


def test_a_line_of_the_table_joins_all_printings_it_speaks_of() -> None:
    """The first two are the same by text, and the table connects the second to the third."""
    of = [
        printing("old", "4", "Search", text="x"),
        printing("in", "4", "Search", text="x"),
        printing("new", "4", "Search", text="y"),
    ]
    table = Catalogue.of([OLD, IN, NEW], of, reprints=[Reprint("Search", ("new", "4"), True, ("in", "4"))])
    assert work_the_same(of[0], of[2], table)
    assert work_the_same(of[1], of[2], table)


def test_the_text_of_a_trainer_nobody_entered_is_taken_for_that_of_the_printing_before() -> None:
    of = [
        printing("old", "4", "Search", text="x"),
        printing("in", "4", "Search"),
        printing("new", "4", "Search"),
    ]
    trainers = Catalogue.of([OLD, IN, NEW], of)
    assert work_the_same(of[0], of[2], trainers)
    assert likeness_reason(of[0], of[2], trainers) == likeness_reason(of[2], of[0], trainers) == "assumed"


def test_a_pokemon_of_unknown_text_works_like_no_other() -> None:
    of = [
        printing("old", "4", "Snivy", "pokemon", text="x"),
        printing("in", "4", "Snivy", "pokemon"),
        printing("new", "4", "Snivy", "pokemon"),
    ]
    pokemon = Catalogue.of([OLD, IN, NEW], of)
    assert not work_the_same(of[0], of[1], pokemon)
    assert not work_the_same(of[1], of[2], pokemon)
    assert work_the_same(of[1], of[1], pokemon)


def test_a_line_about_a_printing_that_was_not_imported_joins_the_older_trainers() -> None:
    """The expansion of the line came out after the first two printings and before the third."""
    of = [
        printing("old", "4", "Search", text="x"),
        printing("in", "4", "Search", text="y"),
        printing("kit", "4", "Search", text="z"),
    ]
    table = Catalogue.of([OLD, IN, NEW, KIT], of, reprints=[Reprint("Search", ("new", "4"), True, None)])
    assert work_the_same(of[0], of[1], table)
    assert not work_the_same(of[0], of[2], table)


def test_special_energy_of_the_same_name_carries_no_basic_energy() -> None:
    special = printing("in", "9", "Grass Energy", "energy", text="special")
    more = Catalogue.of(
        CATALOGUE.expansions.values(), [*CATALOGUE.all, special], rotations=CATALOGUE.rotations
    )
    found = CardPool(FormatRules("standard", EDITIONS["2017"]), more, D(DAY_OUT)).legality_of(GRASS[0])
    assert found == Finding("early", None, D(DAY_LEGAL))
