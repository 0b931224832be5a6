"""Cards limited to one in a deck: ACE SPEC, Pokémon ★, Radiant Pokémon, Prism Star (R-052, R-077, R-078)."""

from collections.abc import Callable, Iterator

from cards.engine.cards import Printing
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine, count_copies, line_numbers
from decks.engine.legality.checking import LegalityCheck, lines_by_card_name
from decks.engine.legality.context import Problem


def check_ace_spec(checking: LegalityCheck) -> Iterator[Problem]:
    """Report more than one ACE SPEC in the deck, in editions that have this rule (R-077, M-044).

    A Trainer whose current text makes it an ACE SPEC counts as well, except in Unlimited if S8 excludes it
    (R-086).
    """
    context = checking.context
    if not context.rulebook.ace_spec:
        return
    printed_as_ace_spec = _lines_of_card_class(checking, lambda printing: printing.ace_spec)
    entries = printed_as_ace_spec
    if context.card_format != "unlimited" or context.choice("S8") != "no":
        # Trainers also count if their current text makes them an ACE SPEC.
        entries = [
            entry
            for entry in checking.known
            if entry in printed_as_ace_spec
            or (
                any(printing.supertype != "pokemon" for printing in entry.printings)
                and all(
                    checking.card_pool.printing_with_current_text(printing).ace_spec
                    for printing in entry.printings
                    if printing.supertype != "pokemon"
                )
            )
        ]
    if count_copies(entries) > 1:
        setting = (
            "S8" if count_copies(printed_as_ace_spec) <= 1 and context.card_format == "unlimited" else None
        )
        yield _over_one_problem(DeckFault.ACE_SPEC_OVER_1, entries, "R-077", setting)


def check_pokemon_star(checking: LegalityCheck) -> Iterator[Problem]:
    """Report more than one Pokémon ★ in the deck, which their text forbids (R-076)."""
    entries = _lines_of_card_class(checking, lambda printing: printing.star)
    if count_copies(entries) > 1:
        yield _over_one_problem(DeckFault.STAR_OVER_1, entries, "R-076")


def check_radiant(checking: LegalityCheck) -> Iterator[Problem]:
    """Report more than one Radiant Pokémon in the deck (M-045)."""
    entries = _lines_of_card_class(checking, lambda printing: printing.radiant)
    if count_copies(entries) > 1:
        yield _over_one_problem(DeckFault.RADIANT_OVER_1, entries, "M-045")


def check_prism_star(checking: LegalityCheck) -> Iterator[Problem]:
    """Report more than one copy of a Prism Star card (M-046)."""
    prism_stars = _lines_of_card_class(checking, lambda printing: printing.prism_star)
    for _key, entries in lines_by_card_name(prism_stars):
        if count_copies(entries) > 1:
            yield _over_one_problem(DeckFault.PRISM_STAR_OVER_1, entries, "M-046")


def _lines_of_card_class(checking: LegalityCheck, is_of_class: Callable[[Printing], bool]) -> list[CardLine]:
    """Return the known lines for which all possible printings belong to a class, such as ACE SPEC.

    `is_of_class` says whether a printing belongs to it.
    """
    return [entry for entry in checking.known if all(is_of_class(printing) for printing in entry.printings)]


def _over_one_problem(
    code: DeckFault, entries: list[CardLine] | tuple[CardLine, ...], rule: str, setting: str | None = None
) -> Problem:
    """Build the problem of more than one copy, for all these lines together."""
    names = ", ".join(dict.fromkeys(entry.name for entry in entries))
    facts = {"card": names, "copies": count_copies(entries), "limit": 1}
    return Problem(code, lines=line_numbers(entries), rule=rule, facts=facts, setting=setting)
