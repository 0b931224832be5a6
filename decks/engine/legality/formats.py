"""Whether each card is in the format on the day (R-003 to R-013, R-080 to R-085, M-040, M-042)."""

from collections.abc import Iterator

from cards.engine.card_pool import CardPool, Finding
from cards.engine.cards import Printing
from decks.engine.faults import DeckFault
from decks.engine.legality.card_lines import CardLine
from decks.engine.legality.checking import Checking
from decks.engine.legality.context import Problem, day_rule


def card_pool(checking: Checking) -> Iterator[Problem]:
    """Report at most one problem per line, of the first day that has one."""
    for entry in checking.known:
        # Another rule reports cards that are not tournament legal or of a collector set.
        homes = [checking.catalogue.expansions.get(printing.expansion) for printing in entry.printings]
        collector = all(home is not None and home.kind == "collector" for home in homes)
        if collector or all(printing.not_tournament_legal for printing in entry.printings):
            continue
        problems = (_problem(checking, pool, entry) for pool in checking.card_pools)
        if problem := next(filter(None, problems), None):
            yield problem


def _problem(checking: Checking, pool: CardPool, entry: CardLine) -> Problem | None:
    printing, finding = pool.best(entry.printings)
    if finding.state == "errata":
        return _warning(DeckFault.ERRATA_PLAY_AS_LATEST_TEXT, "R-010", checking, entry, finding)
    if finding.state == "needs_judge":
        return _warning(DeckFault.UNRELEASED_REPRINT_NEEDS_JUDGE, "R-013", checking, entry, finding)
    if finding.state == "early":
        return _early(checking, pool, entry, printing, finding)
    return _out(checking, pool, entry, printing, finding) if finding.state == "out" else None


def _warning(code: DeckFault, rule: str, checking: Checking, entry: CardLine, finding: Finding) -> Problem:
    facts = {"card": entry.name, "legal_printing": _named(checking, finding), "date": finding.legal_from}
    return Problem(code, "warning", (entry.number,), rule, facts)


def _early(
    checking: Checking, pool: CardPool, entry: CardLine, printing: Printing, finding: Finding
) -> Problem:
    facts = {
        "card": entry.name,
        "date": finding.legal_from,
        "day": pool.day,
        "set": checking.name_of(printing) if _is_promo(checking, printing) else _home(checking, printing),
    }
    unlimited = checking.context.card_format == "unlimited" and not checking.context.rulebook.two_weeks
    setting = "S1" if unlimited else checking.context.chosen("S2")
    return Problem(
        DeckFault.CARD_NOT_YET_LEGAL,
        "error",
        (entry.number,),
        "R-005" if _is_promo(checking, printing) else day_rule(pool.rules),
        facts,
        _days(checking) or (None if _is_promo(checking, printing) else setting),
    )


def _out(
    checking: Checking, pool: CardPool, entry: CardLine, printing: Printing, finding: Finding
) -> Problem:
    sets = pool.sets
    facts = {
        "card": entry.name,
        "format": checking.context.card_format,
        "mark": printing.mark,
        "marks": sets.marks,
        "since": sets.since,
        "first": sets.first_promo(printing) or sets.first,
        "set": _home(checking, printing),
        "legal_printing": _named(checking, finding),
    }
    rule = sets.rule(checking.catalogue.expansions.get(printing.expansion))
    setting = _days(checking) or (None if checking.context.rules.official else "S10")
    return Problem(DeckFault.CARD_NOT_IN_FORMAT, "error", (entry.number,), rule, facts, setting)


def _days(checking: Checking) -> str | None:
    return "S16" if len(checking.days) > 1 else None


def _home(checking: Checking, printing: Printing) -> str:
    expansion = checking.catalogue.expansions.get(printing.expansion)
    return expansion.name if expansion else printing.expansion


def _is_promo(checking: Checking, printing: Printing) -> bool:
    expansion = checking.catalogue.expansions.get(printing.expansion)
    return expansion is not None and expansion.kind == "promo"


def _named(checking: Checking, finding: Finding) -> str:
    return checking.name_of(finding.by) if finding.by else ""
