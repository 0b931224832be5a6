"""Texts use the available space: larger if possible, and on another line before they are cut."""

from dataclasses import replace

import pytest

from pairings.documents.pairings import PairingsByName
from pairings.documents.slips import MatchSlips
from tests.config.paper.reading import faults, read
from tests.pairings.documents.samples import a_round, match, person
from tests.papers import HEAD, pages


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_long_event_takes_a_second_line_above_and_stays_whole(size):
    """No letter is smaller than 8 points, beyond the edge or over another."""
    long = (
        "Campeonato Nacional de Clasificación de Harbour City y Alrededores, Primavera de 2026, Día Segundo"
    )
    head = replace(HEAD, name=long, group="Categoría Máster y Sénior juntas", revision=12)
    pdf = MatchSlips(head, a_round(4), paper=size).render()
    (text,) = pages(pdf)
    assert long in " ".join(text.split())
    assert "…" not in text
    assert [fault for page in read(pdf) for fault in faults(page, least=8)] == []


def test_by_name_an_opponent_is_small_below_the_name():
    """Always 9 points, in two lines if the name is long."""
    long = match(50, person(98, "Guðmundur Þór", "Okonkwo-García"), person(99, "Ana", "Li"))
    (page,) = read(PairingsByName(HEAD, [*a_round(46), long]).render())
    sizes = {piece.text.replace(" ", ""): round(piece.size, 2) for piece in page.pieces}
    assert sizes["AnaLi"] == sizes["First2Clast2"] == 9
    assert next(size for text, size in sizes.items() if text.startswith("Guðmundur")) == 9
