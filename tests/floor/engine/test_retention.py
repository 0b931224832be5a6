"""What remains of lines and texts once personal data is removed."""

from core.engine.journal.facts import Ref, ShapeFactType
from core.engine.journal.kinds import fact_types_of_line
from core.engine.journal.redaction import HIDDEN
from floor.engine.retention import (
    ReplacementNames,
    TextReplacements,
    facts_without_personal_data,
    written_forms_of_name,
)
from pairings.engine import journal_kinds as round_kinds

ENTRANT = Ref("tournaments.Entry", subject=True)
PERSON = Ref("tournaments.Player", subject=True)
OF_ENTRY = ShapeFactType(places={"entry": ENTRANT, "facts": ShapeFactType(places={"player": PERSON})})
"""Facts of a line about an entry that undoes a line about a person."""

NAMES = ReplacementNames(
    {"Ana Silva": "Player 1", "Ana Sylva": "Player 1"}, {7: "Player 1"}, {70: "Player 1"}
)


def replaced(*pairs):
    return TextReplacements(pairs)


def test_whole_names_are_replaced_whatever_their_case_and_order():
    names = replaced(*((one, "Player 1") for one in written_forms_of_name("Ana María", "O'Neil-Silva")))
    text = "ana maría o'neil-silva met O'Neil-Silva, Ana María; Ana María Ramos waited."
    assert names.text(text) == "Player 1 met Player 1; Ana María Ramos waited."


def test_the_longest_words_go_first_and_parts_of_words_stay():
    names = replaced(("Ana Silva", "Player 1"), ("Ana Silva Costa", "Player 2"))
    assert names.text("Ana Silva Costa, Ana Silva, Ana Silvano") == "Player 2, Player 1, Ana Silvano"


def test_two_people_of_one_name_get_a_dash():
    assert replaced(("Ana Silva", "Player 1"), ("ana silva", "Player 2")).text("Ana Silva") == HIDDEN


def test_a_single_word_is_no_name_among_others():
    assert written_forms_of_name("", "Iono") == []


def test_numbers_and_notes_go_from_lines_though_names_stay():
    facts = {
        "entry": 7,
        "name": "Ana Silva",
        "table": 4,
        "changed": {"birth_year": [1999, 2001], "player_number": [None, "123456"], "notes": ["", "lame leg"]},
        "why": "her ID is 123456",
        "state": "123456",
    }
    after = facts_without_personal_data(facts, replaced(("123456", HIDDEN)), None, fact_type=OF_ENTRY)
    changed = {"birth_year": [None, None], "player_number": [None, None], "notes": ["", HIDDEN]}
    assert after == facts | {"changed": changed, "why": f"her ID is {HIDDEN}"}


def test_names_go_where_lines_are_about_somebody_and_where_they_are_named():
    facts = {
        "entry": 7,
        "name": "Annie",
        "left": "Ana Sylva",
        "changed": {"first_name": ["Anna", "Ana"], "last_name": ["Sylva", "Silva"]},
        "facts": {"player": 70, "name": "Anna"},
        "other": "Bo Lund",
    }
    assert facts_without_personal_data(facts, replaced(), NAMES, fact_type=OF_ENTRY) == {
        "entry": 7,
        "name": "Player 1",
        "left": "Player 1",
        "changed": {"first_name": [HIDDEN, HIDDEN], "last_name": ["Player 1", "Player 1"]},
        "facts": {"player": 70, "name": "Player 1"},
        "other": "Bo Lund",
    }


def test_who_was_removed_gets_a_dash():
    assert (
        facts_without_personal_data({"entry": 8, "name": "Bo Lund"}, replaced(), NAMES, fact_type=OF_ENTRY)[
            "name"
        ]
        == HIDDEN
    )


def test_the_name_of_staff_stays():
    assert (
        facts_without_personal_data({"name": "Marta", "role": "judge"}, replaced(), NAMES)["name"] == "Marta"
    )


def test_what_was_typed_about_somebody_goes_with_the_name():
    facts = {
        "entry": 7,
        "name": "Ana Silva",
        "why": "Ana was slow",
        "facts": {"names": "Ana Silva", "note": "Ana again"},
    }
    after = facts_without_personal_data(facts, replaced(), NAMES, fact_type=OF_ENTRY)
    assert (after["why"], after["facts"]["note"]) == (HIDDEN, HIDDEN)
    assert facts_without_personal_data({"why": "The fire alarm"}, replaced(), NAMES) == {
        "why": "The fire alarm"
    }


def test_both_names_of_two_players_who_swapped_are_replaced() -> None:
    facts = {"first": 3, "second": 4, "first_name": "Ana Silva", "second_name": "Bo Lund"}
    names = ReplacementNames({"Ana Silva": "Player 1", "Bo Lund": "Player 2"}, {}, {})
    of = fact_types_of_line(round_kinds.PlayersSwapped.__name__, facts)
    after = facts_without_personal_data(facts, TextReplacements(()), names, fact_type=of)
    assert (after["first_name"], after["second_name"]) == ("Player 1", "Player 2")
