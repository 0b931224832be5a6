"""The slip of a team: the box to drop is not mistaken for a third player who begins (R-103)."""

import pytest
from django.utils import translation

from pairings.documents.slip_parts.boxes import TEAM_DROP
from pairings.documents.slips import MatchSlips
from tests.config.paper.reading import read
from tests.pairings.documents.samples import a_round
from tests.papers import HEAD
from tournaments.engine.team_entries import TeamEntryMember


@pytest.mark.parametrize("language", ["en", "es", "fr", "pt-br"])
def test_the_box_to_drop_stands_behind_a_rule_for_it_is_no_first_player(language: str) -> None:
    rows = a_round(2)
    people = [one for row in rows for one in (row.left, row.right) if one]
    seats = {
        one.entry_id: (TeamEntryMember("A", "Ana", "Silva"), TeamEntryMember("B", "Luis", "Perez"))
        for one in people
    }
    with translation.override(language):
        pdf = MatchSlips(HEAD, rows, teams=seats, on_page=5).render()
        drop = "".join(str(TEAM_DROP).split())
    (page,) = read(pdf)
    boxes = [piece.ink for piece in page.pieces if piece.text == drop]
    letters = [piece.ink for piece in page.pieces if piece.text == "B"]
    rules = [one.box for one in page.strokes if one.box.right - one.box.left < 1]
    assert len(boxes) == len(letters) == 2
    for box in boxes:
        assert any(rule.left < box.left and rule.shared(box)[1] > 0 for rule in rules), (
            "a rule before the box"
        )
    for rule in rules:
        assert all(rule.shared(letter)[0] < 0 for letter in letters), "behind the seats"
