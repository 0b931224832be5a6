"""Judging lists again when cards or settings have changed. Locks, rulings and what was handed in stay as they are."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from decks.engine.lists import read_text
from decks.engine.pools import Held
from decks.engine.verdicts import Settled, problem_values, read_of, row_values
from decks.models import DeckList, ListRules, Version
from decks.queries import filled, openness, verdicts
from decks.queries.catalogue import version_now
from decks.queries.pools import held_by, held_of
from decks.services.lists import held
from decks.services.lists.counting import count, settled
from tournaments.models import Tournament, User
from tournaments.services import journal

JUDGED = ("cards", "problems", "legal", "catalogue_version", "unused", "unused_total", "supplied", "read")
AT_A_TIME = 100
"""Lists locked together, so that nobody who hands in waits long."""

NAMED = 4
"""Players the line of the journal names; its facts name all."""


def recheck(event: Tournament, *, by: User | None = None, stale: bool = False) -> int:
    """Judge every version of every list again; for how many players another version counts now or the verdict on it
    differs. `stale`: only lists judged by another version of the catalogue.

    Once round 1 is posted the version that counts stays (R-032); its verdict is told. Refused: LISTS_NOT_COLLECTED.
    """
    known = version_now()
    judge = _Judge(verdicts.judge_for(event, held.rules_of(event)), known)
    lists = DeckList.objects.filter(entry__tournament=event, counts__isnull=False)
    if stale:
        lists = lists.exclude(counts__catalogue_version=known)
    keys = list(lists.order_by("pk").values_list("pk", flat=True))
    parts = (keys[at : at + AT_A_TIME] for at in range(0, len(keys), AT_A_TIME))
    return sum(_some(event, part, judge, by) for part in parts)


def recheck_players(event: Tournament, entries: Sequence[int], *, by: User | None = None) -> int:
    """Judge the lists of some players again, whose pools have changed; for how many that matters (R-051). Nothing
    where lists are not collected.
    """
    rules = ListRules.objects.filter(tournament=event).first() if entries else None
    if rules is None:
        return 0
    judge = _Judge(verdicts.judge_for(event, rules), version_now())
    lists = DeckList.objects.filter(entry__tournament=event, entry__in=entries, counts__isnull=False)
    return _some(event, list(lists.order_by("pk").values_list("pk", flat=True)), judge, by)


@transaction.atomic
def say_home(
    deck_list: DeckList,
    *,
    home: str,
    by: User | None = None,
    by_player: bool = True,
    now: datetime | None = None,
) -> DeckList:
    """Keep the player's home country, "" for none, and judge every version by its languages (R-017). The player may
    say it as long as the list is open, staff always.

    Refused: LISTS_NOT_COLLECTED, and of a player what `openness.require_open` refuses.
    """
    row = held.hold(deck_list)
    event = row.entry.tournament
    rules = held.rules_of(event)
    if by_player:
        openness.require_open(row, rules, now or timezone.now())
    if str(row.home) != home:
        before, row.home = str(row.home), home
        row.save(update_fields=["home"])
        held.tell(row, "HomeCountrySaid", by=by, before=before, home=home)
        _rechecked(row, _Judge(verdicts.judge_for(event, rules), version_now()), held_of(row.entry_id))
    return row


@dataclass(frozen=True, slots=True)
class _Judge:
    """What judges, and the version of the catalogue it knows at the least."""

    judge: verdicts.Judge
    version: int

    def again(self, version: Version, home: str, ruled: Settled, held_cards: Held | None) -> None:
        typed = filled.typed(version)
        unused = read_text(typed.unused) if typed.unused.strip() else None
        found = self.judge(
            read_of(version.read), unused=unused, supplied=typed.supplied, home=home, held=held_cards
        )
        rest = filled.rest(found, typed)
        version.unused, version.unused_total, version.supplied = rest.unused, rest.unused_total, rest.supplied
        version.read = {**version.read, "filled": rest.filled}
        version.cards = [row_values(one) for one in found.rows]
        version.problems = [problem_values(problem) for problem in found.problems]
        version.legal = found.legal(ruled)
        version.catalogue_version = self.version
        version.save(update_fields=JUDGED)


@transaction.atomic
def _some(event: Tournament, keys: Sequence[int], judge: _Judge, by: User | None) -> int:
    rows = DeckList.objects.filter(pk__in=keys).order_by("pk")
    pools = held_by(list(rows.values_list("entry_id", flat=True)))
    changed = [fact for row in rows if (fact := _rechecked(held.hold(row), judge, pools.get(row.entry_id)))]
    if changed:
        names = ", ".join(fact["name"] for fact in changed[:NAMED])
        journal.write(event, "ListsRechecked", by=by, count=len(changed), names=names, verdicts=changed)
    return len(changed)


def _rechecked(row: DeckList, judge: _Judge, pools: Held | None) -> dict[str, Any]:
    """What differs: entry, name, and whether the list that counts was and is legal; nothing where all is as before."""
    before = _state(row)
    ruled = settled(row)
    for version in row.versions.all():
        judge.again(version, str(row.home), ruled, pools)
    if row.entry.division.started_at is None:
        count(row)
        row.save(update_fields=["counts"])
    elif row.counts:
        row.counts.refresh_from_db(fields=["legal"])
    after = _state(row)
    if before == after:
        return {}
    name = str(row.entry.player)
    return {"entry": row.entry_id, "name": name, "before": before[1], "now": after[1]}


def _state(row: DeckList) -> tuple[int | None, bool | None]:
    return row.counts_id, row.counts.legal if row.counts else None
