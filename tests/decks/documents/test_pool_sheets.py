"""The sheet to register a pool by hand: words that can be read in every language."""

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from decks.documents.pool_sheets import BETWEEN_WORDS, BOX, LEAST
from tournaments.documents.fonts import TEXT, fit, width


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
@pytest.mark.parametrize("english", ["Total", "Deck"])
def test_the_words_above_the_boxes_do_not_touch_and_stay_whole(language: str, english: str) -> None:
    with override(language):
        translated = gettext(english)
    room = BOX - BETWEEN_WORDS if english == "Total" else BOX + 14
    assert fit(translated, TEXT, LEAST, room, LEAST) == (translated, LEAST)
    assert width(translated, TEXT, LEAST) <= room
