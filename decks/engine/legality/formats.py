"""Check whether each card is in the format on the day (R-003 to R-013, R-080 to R-085, M-040, M-042)."""

from collections.abc import Iterator

from cards.engine.card_pool import CardPool, Finding, State
from cards.engine.cards import Printing
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import LegalityCheck
from decks.engine.legality.context import Problem, rule_of_legal_day

WARNINGS: dict[State, tuple[DeckFault, str]] = {
    "errata": (DeckFault.ERRATA_PLAY_AS_LATEST_TEXT, "R-010"),
    "needs_judge": (DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE, "R-013"),
}


def check_format(checking: LegalityCheck) -> Iterator[Problem]:
    """Report lines that are not in the format, and warn about errata and reprints that a judge must allow.

    Each line gets at most one problem, from the first day on which its card has one.
    """
    for entry in checking.known:
        # Other rules report cards that are not tournament legal or come from a collector set.
        expansions = [checking.catalogue.expansions.get(printing.expansion) for printing in entry.printings]
        is_collector_card = all(
            expansion is not None and expansion.kind == "collector" for expansion in expansions
        )
        if is_collector_card or all(printing.not_tournament_legal for printing in entry.printings):
            continue
        for pool in checking.card_pools:
            printing, finding = pool.most_legal_printing(entry.printings)
            legal_printing = checking.printing_name(finding.by) if finding.by else ""
            if finding.state in WARNINGS:
                code, rule = WARNINGS[finding.state]
                facts = {"card": entry.name, "legal_printing": legal_printing, "date": finding.legal_from}
                yield Problem(code, "warning", (entry.number,), rule, facts)
                break
            if finding.state == "early":
                yield _not_yet_legal_problem(checking, pool, entry, printing, finding)
                break
            if finding.state == "out":
                yield _not_in_format_problem(checking, pool, entry, printing, legal_printing)
                break


def _not_yet_legal_problem(
    checking: LegalityCheck, pool: CardPool, entry: CardLine, printing: Printing, finding: Finding
) -> Problem:
    """Build the problem of a card that becomes legal later, with the rule and setting that set the day."""
    is_promo = checking.is_promo(printing)
    facts = {
        "card": entry.name,
        "date": finding.legal_from,
        "day": pool.day,
        "set": checking.printing_name(printing) if is_promo else checking.expansion_name(printing),
    }
    setting = None
    if len(checking.days) > 1:
        setting = "S16"
    elif not is_promo:
        context = checking.context
        is_unlimited = context.card_format == "unlimited" and not context.rulebook.two_weeks
        setting = "S1" if is_unlimited else context.chosen("S2")
    rule = "R-005" if is_promo else rule_of_legal_day(pool.rules)
    return Problem(DeckFault.CARD_NOT_YET_LEGAL, "error", (entry.number,), rule, facts, setting)


def _not_in_format_problem(
    checking: LegalityCheck, pool: CardPool, entry: CardLine, printing: Printing, legal_printing: str
) -> Problem:
    """Build the problem of a card that is not in the format. `legal_printing`: a printing that is, or ""."""
    sets = pool.sets
    facts = {
        "card": entry.name,
        "format": checking.context.card_format,
        "mark": printing.mark,
        "marks": sets.marks,
        "since": sets.since,
        "first": sets.first_promo(printing) or sets.first,
        "set": checking.expansion_name(printing),
        "legal_printing": legal_printing,
    }
    rule = sets.rule(checking.catalogue.expansions.get(printing.expansion))
    setting = None if checking.context.rules.official else "S10"
    if len(checking.days) > 1:
        setting = "S16"
    return Problem(DeckFault.CARD_NOT_IN_FORMAT, "error", (entry.number,), rule, facts, setting)
