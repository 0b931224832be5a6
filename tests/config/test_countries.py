"""The names of countries in our languages."""

import pytest
from django.utils.translation import override
from django_countries import countries


@pytest.mark.parametrize(
    ("language", "code", "name"),
    [
        ("en", "KR", "South Korea"),
        ("es", "CY", "Chipre"),
        ("es", "TT", "Trinidad y Tobago"),
        ("fr", "KR", "Corée du Sud"),
        ("pt-br", "KR", "Coreia do Sul"),
        ("pt-br", "CW", "Curaçao"),
        ("pt-br", "BR", "Brasil"),
    ],
)
def test_a_country_is_spelled_as_its_language_spells_it(language: str, code: str, name: str) -> None:
    with override(language):
        assert countries.name(code) == name
