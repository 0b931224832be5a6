"""Apply a button's change to a list, and find cards to suggest while a player types a name."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date

from cards.engine.card_names import split_copies_and_name
from cards.engine.card_pool import CardPool
from cards.engine.cards import Catalogue, Printing
from cards.engine.collector_numbers import format_card_number
from cards.queries import catalogue
from cards.queries.card_tiles import CardTile, tile_of_printing
from cards.queries.cards import local_card_name, state_in_format
from core.engine.numbers import whole_number
from core.engine.refused import Refused
from decks.engine.fault_groups import group_faults
from decks.engine.legality import DeckContext
from decks.engine.lists import Deck, copy_marks, edits, read_list_text
from decks.engine.lists.cardline import possible_readings
from decks.engine.lists.copy_marks import CopyMarks
from decks.engine.refusals import DeckRefusal
from decks.engine.resolve import resolve_list
from decks.engine.verdicts import DeckVerdict

MAX_OFFERED = 10
MAX_SEARCHED = 60
"""Maximum number of names to search, high enough that legal cards are among the offered ones."""

MAX_PRINTINGS = 4
PLAYABLE = ("legal", "reprint", "errata")
MAX_CARD_LENGTH = 120


@dataclass(frozen=True, slots=True)
class Offered:
    """A printing that can be added.

    - `line`: its text in the list.
    - `legal`: whether the event allows it.
    - `local`: the name in the reader's language, if different.
    """

    line: str
    name: str
    where: str
    legal: bool
    tile: CardTile
    local: str = ""


def list_text_after_change(text: str, change: str, *, on: date) -> str:
    """Return the sorted text of a list after a button's change, or "" if no line is left.

    Examples of changes: "set:12:4", "out:12:", "use:12:Night Stretcher", "add::4 Ultra Ball SUM 135",
    "mark:12:pt, signed".
    Refused: LINE_NOT_FOUND (line), CHANGE_UNKNOWN, and whatever `read_list_text` refuses.
    """
    action, _colon, rest = change.partition(":")
    line_text, _colon, value = rest.partition(":")
    line, value = whole_number(line_text) or 0, value[:MAX_CARD_LENGTH]
    cards = catalogue.current_catalogue()
    deck = resolve_list(read_list_text(text), cards, on=on) if text.strip() else None
    if action == "add" and value.strip():
        changed_text = edits.text_with_more_copies(text, deck, value)
    elif deck is not None and action == "mark":
        # Marks are only parsed in brackets behind other text, here "?".
        unread_text, marks = (
            copy_marks.split_marks(f"? [{value}]") if value.strip(" ,") else ("?", CopyMarks())
        )
        if unread_text != "?":
            raise Refused(DeckRefusal.CHANGE_UNKNOWN)
        changed_text = edits.text_with_copy_marks(text, deck, line, marks)
    elif deck is not None and action == "out":
        changed_text = edits.text_without_line(text, deck, line)
    elif deck is not None and action == "use":
        changed_text = edits.text_with_card(text, deck, line, _clearest_name(deck, line, value, cards, on))
    elif deck is not None and action == "set" and (quantity := whole_number(value)) is not None:
        changed_text = edits.text_with_quantity(text, deck, line, quantity)
    else:
        raise Refused(DeckRefusal.CHANGE_UNKNOWN)
    return (
        edits.sort_list_text(changed_text, resolve_list(read_list_text(changed_text), cards, on=on))
        if changed_text.strip()
        else ""
    )


def list_text_without_fault_group(
    text: str, verdict: DeckVerdict, code: str, *, on: date, settled: Collection[tuple[str, str]] = ()
) -> str:
    """Return the sorted text of a list without the cards of one group of faults in its verdict.

    Refused: CHANGE_UNKNOWN if the list has no such group.
    """
    group = next((group for group in group_faults(verdict.problems, settled) if group.code == code), None)
    if group is None:
        raise Refused(DeckRefusal.CHANGE_UNKNOWN)
    changed_text = edits.text_without_lines(text, verdict.deck, group.lines)
    return (
        edits.sort_list_text(
            changed_text, resolve_list(read_list_text(changed_text), catalogue.current_catalogue(), on=on)
        )
        if changed_text.strip()
        else ""
    )


def _clearest_name(deck: Deck, line: int, name: str, cards: Catalogue, on: date) -> str:
    """Return the name, with the set and number of line `line` if they identify a card of that name."""
    text = next((card.line.text for card in deck.cards if card.line.number == line), "")
    reading = possible_readings(text)[0] if text else None
    if reading and reading.set_code and reading.card_number:
        with_number = f"{name} {reading.set_code} {reading.card_number}"
        if resolve_list(read_list_text(f"1 {with_number}"), cards, on=on).cards[0].problem is None:
            return with_number
    return name


def offered_cards(text: str, context: DeckContext, *, language: str = "en", copies: int = 0) -> list[Offered]:
    """Find printings whose name contains `text`: legal ones first, and the latest printing of each name first.

    "SUM 135" finds one card. The lines to add have the quantity typed before the name ("4 ultra ba") or else `copies`;
    with 0 they have no quantity.
    """
    cards = catalogue.current_catalogue()
    card_pool = CardPool(context, cards, context.date)
    typed_copies, text = split_copies_and_name(text)
    code, _space, number = text.rpartition(" ")
    if code and number[-1:].isdigit() and (exact_printing := cards.printing(code, number)):
        offers = [_offer_printing(exact_printing, cards, card_pool)]
    else:
        offers = []
        for key in cards.search(text, MAX_SEARCHED):
            printings = cards.printings(key)[::-1]
            legal_first = sorted(
                (_offer_printing(printing, cards, card_pool) for printing in printings),
                key=lambda offer: not offer.legal,
            )
            # Printings of a Pokémon differ, so offer several. For other cards, offer only the best one.
            is_pokemon = printings and printings[0].supertype == "pokemon"
            offers += legal_first[: MAX_PRINTINGS if is_pokemon else 1]
    quantity = f"{typed_copies or copies} " if typed_copies or copies else ""
    return [
        replace(offer, line=f"{quantity}{offer.line}", local=local_card_name(offer.name, language, cards))
        for offer in sorted(offers, key=lambda offer: not offer.legal)[:MAX_OFFERED]
    ]


def _offer_printing(printing: Printing, cards: Catalogue, card_pool: CardPool) -> Offered:
    """Return a printing as an offer, without a number for basic Energy.

    `card_pool` contains the allowed cards.
    """
    is_legal, tile = state_in_format(printing, card_pool) in PLAYABLE, tile_of_printing(printing, cards)
    if printing.basic_energy:
        return Offered(printing.name, printing.name, "", is_legal, tile)
    where = format_card_number(cards.set_code(printing), printing.number)
    return Offered(f"{printing.name} {where}", printing.name, where, is_legal, tile)
