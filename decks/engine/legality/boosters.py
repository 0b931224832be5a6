"""Whether the packs of a Limited event contain cards of its format on its day.

R-003, R-006, R-007, R-080, M-040, M-048. No rule forbids opening others, so a set-up only gets a warning; lists with
such cards are not legal.
"""

from collections.abc import Iterable, Iterator

from cards.engine.card_pool import CardPool, State
from cards.engine.cards import Catalogue, Expansion, Printing
from cards.engine.editions import is_basic_energy
from cards.engine.formats import CARD_FORMATS
from decks.engine.faults import DeckFault
from decks.engine.legality.context import Context, Problem, day_rule

LEFT_OUT: tuple[State, ...] = ("out", "early")


def packs_out(codes: Iterable[str], context: Context, catalogue: Catalogue) -> Iterator[Problem]:
    """A warning for each expansion with cards outside the format of `context` on its day.

    Unknown expansions and cards are skipped. Facts: `set`, `format`, `day`, `known` and `out`, the numbers of its known
    cards and of those outside; PACKS_NOT_IN_FORMAT: `formats` that allow them all, PACKS_NOT_YET_LEGAL: `date`, the day
    the last becomes legal.
    """
    expansions = (catalogue.expansion(code) for code in dict.fromkeys(codes))
    pool = CardPool(context, catalogue, context.date)
    for expansion in dict.fromkeys(filter(None, expansions)):
        # Basic Energy is legal at any age (R-081, M-043).
        cards = [
            printing
            for printing in catalogue.all
            if printing.expansion == expansion.id
            and not printing.not_tournament_legal
            and not is_basic_energy(printing, context.rulebook)
        ]
        if problem := _problem(expansion, cards, pool):
            yield problem


def _problem(expansion: Expansion, cards: list[Printing], pool: CardPool) -> Problem | None:
    findings = [pool.finding(card) for card in cards]
    outside = [finding for finding in findings if finding.state in LEFT_OUT]
    if not outside:
        return None
    facts = {
        "set": expansion.name,
        "format": pool.rules.card_format,
        "day": pool.day,
        "known": len(cards),
        "out": len(outside),
    }
    days = [finding.legal_from for finding in outside if finding.legal_from is not None]
    if len(days) == len(outside):
        return Problem(
            DeckFault.PACKS_NOT_YET_LEGAL, "warning", (), day_rule(pool.rules), facts | {"date": max(days)}
        )
    others = {code: pool.in_format(code) for code in CARD_FORMATS if code != pool.rules.card_format}
    facts["formats"] = tuple(
        code
        for code, other in others.items()
        if all(other.finding(card).state not in LEFT_OUT for card in cards)
    )
    return Problem(DeckFault.PACKS_NOT_IN_FORMAT, "warning", (), pool.sets.rule(expansion), facts)
