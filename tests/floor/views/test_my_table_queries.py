"""How many queries a player's page, and the part fetched after a change, need in each state of the player."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.floor.my_table_states import STATES
from tournaments.services import personal_links

PAGE, PART, UNCHANGED = 14, 8, 6


@pytest.mark.parametrize("state", STATES)
@pytest.mark.django_db(transaction=True)
def test_a_page_and_its_part_need_few_queries(client: Client, state: str) -> None:
    """What all players of a division share was queried for the first of them and is cached."""
    token = personal_links.ensure_link(STATES[state]()).token
    page, part = reverse("floor:my", args=[token]), reverse("floor:my_live", args=[token])
    context = client.get(page).context
    match, seen = context["match"].pk if context["match"] else "", context["stamp"]
    counts = []
    for path, status in (
        (page, 200),
        (f"{part}?match={match}&seen=before", 200),
        (f"{part}?match={match}&seen={seen}", 204),
    ):
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == status
        counts.append(len(queries))
    assert counts[0] <= PAGE
    assert counts[1] <= PART
    assert counts[2] <= UNCHANGED
