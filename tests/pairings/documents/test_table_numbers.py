import pytest

from pairings.documents.table_numbers import TableNumbers
from tests.papers import HEAD, pages, paper


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_one_card_a_table_with_the_number_on_both_sides(size):
    texts = pages(TableNumbers(HEAD, [7, 128, 1024], paper=size).render())
    assert [text.count(number) for text, number in zip(texts, ("7", "128", "1024"), strict=True)] == [2, 2, 2]


def test_no_tables_make_one_page_that_says_so():
    pdf = TableNumbers(HEAD, []).render()
    assert paper(pdf) == {(595, 842)}
    assert "Nothing to print yet." in pages(pdf)[0]
