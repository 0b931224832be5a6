"""Updates of the catalogue from TCGdex: missing expansions and cards, and on request all cards of one expansion.

All data is read before any row is written. Requests only go to the address in the settings, without redirects
and within the limits below. No data about events or people is sent.
"""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from urllib.parse import quote

from django.conf import settings

from cards.engine import collector_numbers
from cards.engine.cards import LANGUAGES
from cards.engine.refusals import CardRefusal
from cards.engine.sources import GatheredCards, tcgdex, tcgdex_sets
from cards.engine.sources.corrections import corrections_of
from cards.engine.sources.faults import RowFault
from cards.engine.sources.spelling import adopt_stored_identities
from cards.models import Card
from cards.services.catalogue.bulk_saving import Progress
from core.engine.addresses import webhook_address_fault
from core.engine.refused import Refused
from core.services import http_client
from core.services.http_client import Trouble

TCGDEX = "https://api.tcgdex.net"

MAX_REQUESTS = 3_000
MAX_SECONDS = 8 * 60
MAX_BYTES = 2 * 1024 * 1024
"""The largest accepted response in bytes, ten times the list of all sets."""

SECONDS = 20.0
"""The timeout of a request, in seconds."""

HEADERS = {"Accept": "application/json", "User-Agent": "Stadium"}
NOT_FOUND = 404


@dataclass
class CardSourceClient:
    """A client for one address. It limits the number of requests, and the time since it was created."""

    address: str
    requests: int = 0
    started_at: float = field(default_factory=monotonic)

    def get_json(self, *path: str) -> Any:
        """Return the decoded JSON response for a path, or None if the server has nothing there (404).

        Refused: UPDATE_ADDRESS (address), UPDATE_UNREACHABLE (address), UPDATE_UNREADABLE (address), and
        UPDATE_TOO_LARGE if the response, the number of requests or the time exceeds its limit.
        """
        own_network = self.address != TCGDEX
        if webhook_address_fault(self.address, own_network=own_network):
            raise Refused(CardRefusal.UPDATE_ADDRESS, address=self.address)
        self.requests += 1
        seconds_left = MAX_SECONDS - (monotonic() - self.started_at)
        if self.requests > MAX_REQUESTS or seconds_left <= 0:
            raise Refused(CardRefusal.UPDATE_TOO_LARGE)
        url = "/".join([self.address.rstrip("/"), "v2", *(quote(part, safe="") for part in path)])
        response = http_client.get_url(
            url, HEADERS, own_network=own_network, seconds=min(SECONDS, seconds_left), most=MAX_BYTES
        )
        if response.status == NOT_FOUND:
            return None
        if response.trouble is Trouble.LARGE:
            raise Refused(CardRefusal.UPDATE_TOO_LARGE)
        if not response.arrived:
            raise Refused(CardRefusal.UPDATE_UNREACHABLE, address=self.address)
        try:
            return json.loads(response.text)
        except (ValueError, RecursionError) as error:
            raise Refused(CardRefusal.UPDATE_UNREADABLE, address=self.address) from error


def fetch_new_cards(address: str, gathered: GatheredCards, progress: Progress, *, again: str = "") -> None:
    """Gather missing cards from an address, and every card of the expansion `again`.

    Only sets with more cards than are stored, or with an unknown number of cards, are fetched. Names that differ
    only in signs get the identity of a stored card.
    Refused: UPDATE_UNREADABLE (address) if the response is not a list of sets, and whatever
    `CardSourceClient.get_json` refuses.
    """
    client = CardSourceClient(address)
    stored_numbers: dict[str, set[str]] = defaultdict(set)
    for expansion, number in Card.objects.filter(announced=False).values_list("expansion_id", "plain_number"):
        stored_numbers[expansion].add(number)
    sets = client.get_json("en", "sets")
    if not isinstance(sets, list):
        raise Refused(CardRefusal.UPDATE_UNREADABLE, address=address)
    due_sets = []
    for listed_set in sets:
        if isinstance(listed_set, dict) and listed_set.get("id"):
            expansion, total = (
                tcgdex_sets.expansion_id_of(str(listed_set["id"])),
                tcgdex_sets.card_count_of(listed_set),
            )
            if expansion == again or total is None or total > len(stored_numbers.get(expansion, ())):
                due_sets.append(str(listed_set["id"]))
    for position, tcgdex_set in enumerate(due_sets, start=1):
        progress("fetch", position, len(due_sets))
        _fetch_set(client, tcgdex_set, gathered, stored_numbers, again)
    adopt_stored_identities(gathered, Card.objects.values_list("key", flat=True).distinct())


def _fetch_set(
    client: CardSourceClient,
    tcgdex_set: str,
    gathered: GatheredCards,
    stored: Mapping[str, set[str]],
    again: str,
) -> None:
    """Gather the missing cards of a set, or all its cards if it is the expansion `again`.

    Digital and missing sets are skipped. A set with an invalid date, and cards that cannot be fetched, are added
    to the refused rows. `stored`: the plain numbers of stored cards by expansion.
    Refused: see `CardSourceClient.get_json`.
    """
    response = client.get_json("en", "sets", tcgdex_set)
    if not isinstance(response, dict) or tcgdex_sets.is_digital_set(response):
        return
    try:
        expansion = tcgdex_sets.expansion_of_tcgdex_set({"id": tcgdex_set, **response})
    except ValueError:
        gathered.add_refused_row(tcgdex_set, str(response.get("name") or ""), RowFault.DATE_INVALID)
        return
    missing = []
    for number, _name, card_id in tcgdex_sets.cards_in_set_response({"id": tcgdex_set, **response}):
        corrected_number = str(corrections_of(expansion.id, number).get("number", number))
        if expansion.id == again or collector_numbers.plain_collector_number(
            corrected_number
        ) not in stored.get(expansion.id, ()):
            missing.append((number, card_id))
    if not missing:
        return
    names = _fetch_local_names(client, tcgdex_set)
    for number, card_id in missing:
        row = client.get_json("en", "cards", card_id)
        if not isinstance(row, dict):
            gathered.add_refused_row(card_id, "", RowFault.ROW_INVALID)
            continue
        name = row.get("name")
        english_names = name if isinstance(name, Mapping) else {"en": name}
        row = {
            "set": tcgdex_set,
            "localId": number,
            **row,
            "name": {**names.get(number, {}), **english_names},
        }
        tcgdex.add_tcgdex_card(row, gathered, place=card_id, expansions=[expansion])


def _fetch_local_names(client: CardSourceClient, tcgdex_set: str) -> Mapping[str, dict[str, str]]:
    """Return the names of a set's cards in other languages, by number and language."""
    names: dict[str, dict[str, str]] = defaultdict(dict)
    for language in LANGUAGES[1:]:
        response = client.get_json(language, "sets", tcgdex_set)
        if isinstance(response, dict):
            for number, name, _id in tcgdex_sets.cards_in_set_response({"id": tcgdex_set, **response}):
                if name:
                    names[number][language] = name
    return names


def card_source_address() -> str:
    """Return the address from which cards are fetched."""
    return str(settings.CARDS_URL)
