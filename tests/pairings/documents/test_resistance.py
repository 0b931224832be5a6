"""The averages of the sheet match its columns, whatever else separates players with the same points."""

from dataclasses import replace

from pairings.documents.resistance import ResistanceSheet
from tests.pairings.words.test_standing_words import why
from tests.papers import HEAD, pages


def test_one_more_tie_break_leaves_the_averages_of_its_columns():
    case = replace(why(owp=0.6123, oowp=0.5432), below=None)
    more = replace(case.figures, tie_breaks=case.figures.tie_breaks | {"third": 0.9876})
    (text,) = pages(ResistanceSheet(HEAD, replace(case, figures=more)).render())
    assert "61.23%" in text
    assert "54.32%" in text
    assert "98.76%" not in text
