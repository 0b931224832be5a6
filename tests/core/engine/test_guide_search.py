"""Which sections a search finds, in which order, and the snippet around the first word."""

import pytest

from core.engine.guide import parse_guide_page
from core.engine.guide_search import search_guide

TEXT = """# Juez

Con tu teléfono basta.

## En la sala

Una mesa llamada; **Llamar a un juez** está en `Mi mesa`.

| a | b |
|---|---|
| reloj | [sello](player.md) |

## Llamadas

Quién levanta la mano.
"""


def page(text: str):
    return parse_guide_page("judge", text, page=lambda name: f"/guide/{name}", picture=lambda file: file)


def found(words: str) -> list[str]:
    return [hit.heading for hit in search_guide([page(TEXT)], words)]


@pytest.mark.parametrize(
    ("words", "headings"),
    [
        ("telefono", ["Juez"]),
        ("LLAMA", ["Llamadas", "En la sala"]),
        ("llama juez", ["En la sala"]),
        ("sala reloj", ["En la sala"]),
        ("sello", ["En la sala"]),
        ("esa", []),
        ("quien", ["Llamadas"]),
        ("player.md", []),
        ("(", []),
        ("  ", []),
    ],
)
def test_sections_with_all_words_are_found_those_by_their_heading_first(words, headings):
    assert found(words) == headings


def test_a_snippet_shows_the_first_word_between_whole_words():
    long = "uno dos tres " * 20
    (hit,) = search_guide([page(f"# A\n\n## B\n\n{long}el Cuadro final {long}")], "cuadro")
    assert (hit.anchor, hit.found) == ("b", "Cuadro")
    assert hit.before.startswith("… ")
    assert hit.before.endswith("tres el ")
    assert hit.after.startswith(" final uno")
    assert hit.after.endswith(" …")
    assert len(hit.before + hit.after) < 200


def test_a_short_section_is_shown_as_a_whole():
    (hit,) = search_guide([page("# A\n\n## Reloj\n\nCuenta solo.")], "reloj")
    assert (hit.before, hit.found, hit.after) == ("", "", "Cuenta solo.")
