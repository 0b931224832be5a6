"""Limited events have no card format: no page names Standard, Expanded or Unlimited as theirs."""

import re
from collections import defaultdict
from collections.abc import Callable

import pytest

from tests.config.agreement import short_days
from tests.config.agreement.day import Day
from tests.config.agreement.sentences import of_page
from tests.config.agreement.test_pages_agree import walk

pytestmark = pytest.mark.django_db

FORMAT = re.compile(r"\b(?:Standard|Expanded|Unlimited)\b")

ALLOWED = (
    "Messages are signed by the Standard Webhooks",
    "New expansions in Unlimited",
    "Solomon in Unlimited",
    "Standard texts",
)
"""Beginnings of sentences about other standards, and of settings (S1, S20) that name the formats they are about."""


@pytest.mark.parametrize("begin", [short_days.begin_prerelease, short_days.begin_draft])
def test_no_page_of_a_limited_event_names_a_card_format(begin: Callable[[], Day]) -> None:
    day, said = begin(), defaultdict[str, list[str]](list)
    for reader in day.readers:
        for address, html in walk(day, reader):
            if address.startswith(f"/e/{day.event.slug}/"):
                for sentence in of_page(html):
                    if FORMAT.search(sentence) and not sentence.startswith(ALLOWED):
                        said[sentence].append(f"{reader} {address}")
    # Packs that decks of the event may not use are warned of, by the setting that decides.
    warned = [sentence for sentence in said if "so decks with" in sentence]
    assert all(said.pop(sentence) for sentence in warned)
    assert {sentence: on[:3] for sentence, on in said.items()} == {}
