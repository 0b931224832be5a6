"""Cards limited to one per deck: ACE SPEC, Pokémon ★, Radiant Pokémon, Prism Star (R-052, R-077, R-078)."""

from collections.abc import Callable, Iterator

from cards.engine.cards import Printing
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, copies, numbers
from decks.engine.legality.checking import Checking, by_key
from decks.engine.legality.context import Problem


def ace_spec(checking: Checking) -> Iterator[Problem]:
    """Report more than one ACE SPEC in the deck (R-077, M-044); older printings count too (R-086, S8)."""
    if not checking.context.rulebook.ace_spec:
        return
    printed = _of(checking, lambda printing: printing.ace_spec)
    entries = [entry for entry in checking.known if entry in printed or _ace_today(checking, entry)]
    if copies(entries) > 1:
        decided = "S8" if copies(printed) <= 1 and checking.context.card_format == "unlimited" else None
        yield _over_one(DeckFault.ACE_SPEC_OVER_1, entries, "R-077", decided)


def pokemon_star(checking: Checking) -> Iterator[Problem]:
    """Report more than one Pokémon ★ in the deck, by its own text (R-076)."""
    entries = _of(checking, lambda printing: printing.star)
    if copies(entries) > 1:
        yield _over_one(DeckFault.STAR_OVER_1, entries, "R-076")


def radiant(checking: Checking) -> Iterator[Problem]:
    """Report more than one Radiant Pokémon in the deck (M-045)."""
    entries = _of(checking, lambda printing: printing.radiant)
    if copies(entries) > 1:
        yield _over_one(DeckFault.RADIANT_OVER_1, entries, "M-045")


def prism_star(checking: Checking) -> Iterator[Problem]:
    """Report more than one copy of a Prism Star card (M-046)."""
    for _key, entries in by_key(_of(checking, lambda printing: printing.prism_star)):
        if copies(entries) > 1:
            yield _over_one(DeckFault.PRISM_STAR_OVER_1, entries, "M-046")


def _of(checking: Checking, belongs: Callable[[Printing], bool]) -> list[CardLine]:
    return [entry for entry in checking.known if all(belongs(printing) for printing in entry.printings)]


def _ace_today(checking: Checking, entry: CardLine) -> bool:
    """Whether the current text makes it an ACE SPEC."""
    context = checking.context
    if context.card_format == "unlimited" and context.choice("S8") == "no":
        return False
    trainers = [printing for printing in entry.printings if printing.supertype != "pokemon"]
    return bool(trainers) and all(
        checking.card_pool.text_of_today(printing).ace_spec for printing in trainers
    )


def _over_one(
    code: DeckFault, entries: list[CardLine] | tuple[CardLine, ...], rule: str, setting: str | None = None
) -> Problem:
    cards = ", ".join(dict.fromkeys(entry.name for entry in entries))
    facts = {"card": cards, "copies": copies(entries), "limit": 1}
    return Problem(code, lines=numbers(entries), rule=rule, facts=facts, setting=setting)
