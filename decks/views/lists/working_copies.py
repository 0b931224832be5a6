"""Judge the list that a player is writing, and remove all its cards with the same fault."""

from decks.engine.lists import read_list_text
from decks.engine.pools import AvailablePool
from decks.engine.verdicts import DeckVerdict
from decks.models import DeckList, ListRules
from decks.queries.lists import judging, list_edits
from decks.queries.pools.available_pools import available_pool
from decks.views.lists import verdict_rows


def judge_working_copy(
    deck_list: DeckList, judge: judging.Judge, available: AvailablePool | None
) -> DeckVerdict:
    """Judge the working copy. Refused: see `read_list_text`."""
    unused = deck_list.working_copy_unused
    return judge(
        read_list_text(deck_list.working_copy),
        unused=read_list_text(unused) if unused.strip() else None,
        supplied=deck_list.working_copy_supplied,
        home=str(deck_list.home),
        available=available,
    )


def working_copy_without_faults(deck_list: DeckList, rules: ListRules, code: str) -> str:
    """Return the text of the working copy without the cards that share a fault. Nothing is saved.

    Refused: CHANGE_UNKNOWN, LIST_EMPTY, LIST_TOO_BIG, LIST_TOO_LONG.
    """
    event = deck_list.entry.tournament
    is_limited = judging.deck_context_of_event(event, rules, complete=True).rules.supplied_only
    available = available_pool(deck_list.entry_id) if is_limited else None
    verdict = judge_working_copy(deck_list, judging.list_judge_for_event(event, rules), available)
    rulings = verdict_rows.rulings_by_problem(deck_list.rulings.filter(withdrawn_at__isnull=True))
    return list_edits.list_text_without_fault_group(
        deck_list.working_copy, verdict, code, on=judging.first_day(event), settled=rulings.keys()
    )
