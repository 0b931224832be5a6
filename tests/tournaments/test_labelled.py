"""A name and what is said of it."""

import pytest
from django.utils import translation

from tournaments.wording import labelled


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Juniors: round 4"),
        ("es", "Juniors: round 4"),
        ("fr", "Juniors\u00a0: round 4"),
        ("pt-br", "Juniors: round 4"),
    ],
)
def test_french_has_a_space_before_the_colon(language: str, text: str):
    with translation.override(language):
        assert labelled("Juniors", "round 4") == text
