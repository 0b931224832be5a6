"""Check whether the packs of a Limited event contain only cards of its format on its day.

R-003, R-006, R-007, R-080, M-040, M-048. No rule forbids opening other packs, so the setup of a draft only gets a
warning; lists with such cards are not legal.
"""

from collections.abc import Iterable, Iterator

from cards.engine.card_pool import CardPool, State
from cards.engine.cards import Catalogue
from cards.engine.editions import is_basic_energy
from cards.engine.formats import CARD_FORMATS
from decks.engine.faults import DeckFault
from decks.engine.legality.context import DeckContext, Problem, rule_of_legal_day

LEFT_OUT: tuple[State, ...] = ("out", "early")


def packs_outside_format(
    codes: Iterable[str], context: DeckContext, catalogue: Catalogue
) -> Iterator[Problem]:
    """Warn about each expansion with cards outside the format of `context` on its day.

    Unknown expansions and cards are skipped. Facts: `set`, `format`, `day`, `known` (number of its known cards) and
    `out` (number of cards outside the format); with PACKS_NOT_IN_FORMAT also `formats` (those that allow all cards),
    with PACKS_NOT_YET_LEGAL also `date` (when the last card becomes legal).
    """
    expansions = (catalogue.expansion(code) for code in dict.fromkeys(codes))
    pool = CardPool(context, catalogue, context.date)
    for expansion in dict.fromkeys(filter(None, expansions)):
        # Basic Energy is legal however old it is (R-081, M-043).
        cards = [
            printing
            for printing in catalogue.all
            if printing.expansion == expansion.id
            and not printing.not_tournament_legal
            and not is_basic_energy(printing, context.rulebook)
        ]
        findings = [pool.legality_of(card) for card in cards]
        outside_findings = [finding for finding in findings if finding.state in LEFT_OUT]
        if not outside_findings:
            continue
        facts = {
            "set": expansion.name,
            "format": context.card_format,
            "day": pool.day,
            "known": len(cards),
            "out": len(outside_findings),
        }
        legal_days = [finding.legal_from for finding in outside_findings if finding.legal_from is not None]
        if len(legal_days) == len(outside_findings):
            facts["date"] = max(legal_days)
            yield Problem(DeckFault.PACKS_NOT_YET_LEGAL, "warning", (), rule_of_legal_day(context), facts)
            continue
        other_pools = {code: pool.in_format(code) for code in CARD_FORMATS if code != context.card_format}
        facts["formats"] = tuple(
            code
            for code, other_pool in other_pools.items()
            if all(other_pool.legality_of(card).state not in LEFT_OUT for card in cards)
        )
        yield Problem(DeckFault.PACKS_NOT_IN_FORMAT, "warning", (), pool.sets.rule(expansion), facts)
