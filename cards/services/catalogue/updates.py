"""Fetch what is new from TCGdex: expansions and cards that are missing here, and at wish one expansion again.

Everything is read before a row is written. Only the address of the settings is asked, without redirects, and no more
than the bounds below; nothing about events or people is sent.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import quote

from django.conf import settings

from cards.engine import numbers
from cards.engine.cards import LANGUAGES
from cards.engine.refusals import CardRefusal
from cards.engine.sources import Gathered, tcgdex, tcgdex_sets
from cards.engine.sources.corrections import corrections_of
from cards.engine.sources.faults import RowFault
from cards.engine.sources.spelling import respell
from cards.models import Card
from cards.services.catalogue.saving import Progress
from core.engine.addresses import address_fault
from core.engine.refused import Refused
from core.services import connection
from core.services.connection import Trouble

TCGDEX = "https://api.tcgdex.net"

MOST_REQUESTS = 3_000
MOST_SECONDS = 8 * 60
MOST_BYTES = 2 * 1024 * 1024
"""Of one answer; the list of all sets has a tenth of it."""

SECONDS = 20.0
"""For one answer."""

HEADERS = {"Accept": "application/json", "User-Agent": "Stadium"}
NOT_FOUND = 404


@dataclass
class Client:
    """The answers of one address, within the bounds."""

    address: str
    requests: int = 0
    begun: float = field(default_factory=monotonic)

    def ask(self, *path: str) -> Any:
        """The answer to a path as JSON; None where there is none.

        Refused: UPDATE_ADDRESS (address), UPDATE_UNREACHABLE (address), UPDATE_UNREADABLE (address), UPDATE_TOO_LARGE.
        """
        own_network = self.address != TCGDEX
        if address_fault(self.address, own_network=own_network):
            raise Refused(CardRefusal.UPDATE_ADDRESS, address=self.address)
        self.requests += 1
        left = MOST_SECONDS - (monotonic() - self.begun)
        if self.requests > MOST_REQUESTS or left <= 0:
            raise Refused(CardRefusal.UPDATE_TOO_LARGE)
        where = "/".join([self.address.rstrip("/"), "v2", *(quote(part, safe="") for part in path)])
        answer = connection.get(
            where, HEADERS, own_network=own_network, seconds=min(SECONDS, left), most=MOST_BYTES
        )
        if answer.status == NOT_FOUND:
            return None
        if answer.trouble is Trouble.LARGE:
            raise Refused(CardRefusal.UPDATE_TOO_LARGE)
        if not answer.arrived:
            raise Refused(CardRefusal.UPDATE_UNREACHABLE, address=self.address)
        try:
            return json.loads(answer.text)
        except (ValueError, RecursionError) as error:
            raise Refused(CardRefusal.UPDATE_UNREADABLE, address=self.address) from error


def fetch(address: str, gathered: Gathered, progress: Progress, *, again: str = "") -> None:
    """Read what is missing here from an address; of the expansion `again` every card.

    Refused: as `Client.ask`.
    """
    client = Client(address)
    # The numbers of the cards that are known here, by expansion; of one announced a name alone is known.
    here: dict[str, set[str]] = defaultdict(set)
    for expansion, number in Card.objects.filter(announced=False).values_list("expansion_id", "plain_number"):
        here[expansion].add(number)
    sets = client.ask("en", "sets")
    if not isinstance(sets, list):
        raise Refused(CardRefusal.UPDATE_UNREADABLE, address=address)
    due = []
    for row in sets:
        if isinstance(row, dict) and row.get("id"):
            home, total = tcgdex_sets.home_of(str(row["id"])), tcgdex_sets.total_of(row)
            if home == again or total is None or total > len(here.get(home, ())):
                due.append(str(row["id"]))
    for place, tcgdex_set in enumerate(due, start=1):
        progress("fetch", place, len(due))
        _fetch_set(client, tcgdex_set, gathered, here, again)
    respell(gathered, Card.objects.values_list("key", flat=True).distinct())


def _fetch_set(
    client: Client, tcgdex_set: str, gathered: Gathered, here: Mapping[str, set[str]], again: str
) -> None:
    answer = client.ask("en", "sets", tcgdex_set)
    if not isinstance(answer, dict) or tcgdex_sets.is_digital(answer):
        return
    try:
        expansion = tcgdex_sets.expansion_of({"id": tcgdex_set, **answer})
    except ValueError:
        gathered.refuse(tcgdex_set, str(answer.get("name") or ""), RowFault.DATE_INVALID)
        return
    wanted = []
    for number, _name, card in tcgdex_sets.cards_of({"id": tcgdex_set, **answer}):
        stored = str(corrections_of(expansion.id, number).get("number", number))
        if expansion.id == again or numbers.plain(stored) not in here.get(expansion.id, ()):
            wanted.append((number, card))
    if not wanted:
        return
    called = _names(client, tcgdex_set)
    for number, card in wanted:
        row = client.ask("en", "cards", card)
        if not isinstance(row, dict):
            gathered.refuse(card, "", RowFault.ROW_INVALID)
            continue
        name = row.get("name")
        english = name if isinstance(name, Mapping) else {"en": name}
        whole = {"set": tcgdex_set, "localId": number, **row, "name": {**called.get(number, {}), **english}}
        tcgdex.add_card(whole, gathered, place=card, expansions=[expansion])


def _names(client: Client, tcgdex_set: str) -> Mapping[str, dict[str, str]]:
    """The names of a set's cards in other languages, by number and language."""
    called: dict[str, dict[str, str]] = defaultdict(dict)
    for language in LANGUAGES[1:]:
        answer = client.ask(language, "sets", tcgdex_set)
        if isinstance(answer, dict):
            for number, name, _id in tcgdex_sets.cards_of({"id": tcgdex_set, **answer}):
                if name:
                    called[number][language] = name
    return called


def address() -> str:
    """The address that is asked."""
    return str(settings.CARDS_URL)
