"""The glossary: each term with its meaning, in the reader's language and next to it in the others."""

import pytest
from django.utils import translation

from core.queries.glossary import glossary_terms
from core.words.glossary_words import GROUPS, MEANINGS


def test_every_term_is_explained_and_named_in_every_language():
    assert [term.key for term in glossary_terms()] == list(MEANINGS)
    assert list(dict.fromkeys(term.group for term in glossary_terms())) == list(GROUPS)
    assert all(all(term.names.values()) for term in glossary_terms())


@pytest.mark.parametrize(
    ("language", "bye", "drop", "elsewhere"),
    [
        ("en", "No match in this round.", "drop", "retirarse"),
        ("es", "Sin encuentro en esta ronda.", "retirarse del torneo", "drop"),
        ("fr", "Pas de match dans cette ronde.", "abandonner le tournoi", "desistir"),
        ("pt-br", "Sem partida nesta rodada.", "desistir do torneio", "abandonner"),
    ],
)
def test_a_reader_finds_the_words_of_the_hall(client, db, language, bye, drop, elsewhere):
    with translation.override(language):
        page = client.get("/glossary", headers={"accept-language": language}).content.decode()
    assert bye in page
    assert f'<dt id="drop">{drop}</dt>' in page
    assert elsewhere in page


def test_it_is_one_tap_away_from_every_page_and_from_why(client, db):
    assert 'href="/glossary"' in client.get("/events").content.decode()
