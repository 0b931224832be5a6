"""The texts of tracked drafts: every refusal, and the decisions of judges."""

import pytest

from core import sentences
from core.engine.refused import Refused
from core.models import JournalEvent
from core.sentences import refusal_text
from drafts.engine import Move
from tests.drafts import tracked

CODES = (
    *(
        "DRAFT_MOVED_ON",
        "STAFF_ONLY",
        "CARD_UNNAMED",
        "CARD_NOT_OFFERED",
        "NAMES_NOT_WANTED",
        "CARD_NOT_YOURS",
    ),
    *(
        "PACK_NOT_THERE",
        "SEAT_NOT_FOUND",
        "SEAT_IS_THERE",
        "LEAVING_UNKNOWN",
        "DRAFT_NOT_TRACKED",
        "PACKS_NOT_NAMED",
    ),
    *(
        "NOTHING_TO_PICK",
        "MOVE_NOT_THERE",
        "MOVE_BUILT_UPON",
        "DRAFT_OVER",
        "NOT_YOUR_MOVE",
        "DRAFT_TAP_UNKNOWN",
    ),
    *("DRAFT_NOT_FOUND", "DRAFT_NOT_SEATED", "DRAFT_POD_UNKNOWN"),
)


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_has_its_sentence(code: str) -> None:
    facts = {"seat": 3, "cards": 2, "names": 4, "card": 1, "of": 0, "later": 1, "subtype": "sealed"}
    sentence = refusal_text(Refused(code, **facts))
    assert code in sentences.REFUSALS
    assert sentence.endswith(".")
    assert "%(" not in sentence


@pytest.mark.django_db
def test_the_journal_tells_what_a_judge_decided() -> None:
    row = tracked.draft()
    tracked.open_packs(row)
    tracked.tap(row, Move("short", 2), reason="Found a marker card")
    tracked.tap(row, Move("leave", 3, way="random"), reason="Ill")
    lines = JournalEvent.objects.filter(kind="DraftJudged").order_by("pk")
    texts = [sentences.journal_text(line.kind, line.facts) for line in lines]
    assert texts[0] == "Draft 1, pod 1: a card was missing at seat 2. Found a marker card"
    assert texts[1] == "Draft 1, pod 1: seat 3 dropped and picks at random. Ill"
