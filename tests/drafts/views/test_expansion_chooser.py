"""The choice of a card from a whole expansion: a search, then the first cards of each kind."""

from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse

from cards.queries.checklist import expansion_checklist
from drafts.views.table_page import FIRST_ROWS
from tests.drafts.tracked import draft, open_packs, token
from tests.html import markup

pytestmark = pytest.mark.django_db


def test_a_whole_expansion_begins_with_a_search_and_its_first_rows(client: Client) -> None:
    row = draft(pack_size=3, boosters=("SUM",))
    open_packs(row)
    phone = reverse("drafts:my_draft", args=[token(row, 1)])
    page, cards = markup(client.get(phone)), expansion_checklist("SUM")
    assert (
        page.index('id="find-card"') < page.index('id="checklist" class="short"') < page.index("tap it here")
    )
    assert page.count("data-show-all") == 1
    of_kinds = Counter(card.supertype for card in cards)
    assert page.count('class="later"') == sum(max(0, n - FIRST_ROWS) for n in of_kinds.values()) > 0
    assert all(f'value="{card.ref}"' in page for card in cards)

    found = markup(client.get(f"{phone}?q={cards[-1].number}"))
    assert f'value="{cards[-1].ref}"' in found
    assert found.count('name="ref"') < len(cards)
    assert "data-show-all" not in found
