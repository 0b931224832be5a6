"""The sheet to register a pool by hand: readable texts in every language."""

import pytest
from django.conf import settings
from django.utils.translation import gettext, override

from core.documents.fonts import TEXT, text_width
from decks.documents.pool_sheets import BOX, MIN_SIZE

WHITE = 1.5
"""Points between two words."""


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_words_above_the_boxes_do_not_touch(language: str) -> None:
    with override(language):
        widths = [text_width(gettext(word), TEXT, MIN_SIZE) for word in ("Total", "Deck")]
    assert sum(widths) / 2 + WHITE <= BOX
