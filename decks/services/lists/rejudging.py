"""Judge lists again when cards or settings change. Locks, rulings and submitted texts stay."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.formats import DECK_RULES
from cards.engine.settings import choice
from cards.queries.catalogue import version_now
from core.services import journal
from core.services.pieces import let_others_write
from decks.engine.building import FIELD
from decks.engine.journal_kinds import HomeCountrySaid, ListsRechecked, ListsSetAside, Verdict
from decks.engine.lists import read_text
from decks.engine.pools import Held
from decks.engine.verdicts import Settled, problem_values, read_of, row_values
from decks.models import DeckList, Draft, ListRules, Version
from decks.queries.lists import counted_versions, list_rules, submission_window, verdicts
from decks.queries.lists.counted_versions import Counting
from decks.queries.pools import autofill
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import bring_back, count_since, set_aside, settled
from tournaments.models import Division, Tournament, User

JUDGED = (
    *("cards", "problems", "legal", "unknown_cards", "questions", "catalogue_version"),
    *("unused", "unused_total", "supplied", "read"),
)
AT_A_TIME = 100
"""Lists locked together, so that a submission does not wait long."""

NAMED = 4
"""Players named in the journal line; its facts name all."""


def recheck(event: Tournament, *, by: User | None = None, stale: bool = False) -> int:
    """Judge every version of every list again; returns for how many players the counted version or its verdict changed.

    `stale`: only lists judged by another version of the catalogue. Once round 1 is posted the version that counts stays
    (R-032); its new verdict is stored. Refused: LISTS_NOT_COLLECTED.
    """
    catalogue_version = version_now()
    rules = list_rules.rules_of(event)
    judge = _Judge(verdicts.judge_for(event, rules), catalogue_version)
    lists = DeckList.objects.filter(entry__tournament=event)
    if stale:
        lists = lists.filter(counts__isnull=False).exclude(counts__catalogue_version=catalogue_version)
    keys = list(lists.filter(versions__isnull=False).order_by("pk").distinct().values_list("pk", flat=True))
    differ = 0
    for at in range(0, len(keys), AT_A_TIME):
        differ += _some(event, rules, keys[at : at + AT_A_TIME], judge, by)
        let_others_write()
    return differ


def recheck_players(event: Tournament, entries: Sequence[int], *, by: User | None = None) -> int:
    """Judge the lists of players whose pools changed; returns for how many it matters (R-051).

    Does nothing where lists are not collected.
    """
    rules = ListRules.objects.filter(tournament=event).first() if entries else None
    if rules is None:
        return 0
    judge = _Judge(verdicts.judge_for(event, rules), version_now())
    lists = DeckList.objects.filter(entry__tournament=event, entry__in=entries, versions__isnull=False)
    return _some(event, rules, list(lists.order_by("pk").distinct().values_list("pk", flat=True)), judge, by)


def redrafted(draft: Draft, pod: int = FIELD, *, by: User | None = None) -> int:
    """Set lists aside, or count them again, after a step of a redraft; returns for how many players it matters.

    Only where the new draft alone counts (S6, R-095); in one pod or all.
    """
    event = draft.division.tournament
    rules = ListRules.objects.filter(tournament=event).first() if draft.number > 1 else None
    if rules is None or choice(rules.settings, "S6") != "new_draft":
        return 0
    pods = draft.seats if pod == FIELD else draft.seats[pod - 1 : pod]
    return recheck_players(event, [entry for seats in pods for entry in seats], by=by)


def rejudge_redraft(division: Division, *, by: User | None = None) -> int:
    """Do as `redrafted` after a round was posted or unposted: it decides whether a redraft built early is due."""
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return 0
    rows = Draft.objects.filter(division=division, number__gt=1).exclude(seats=[])
    newest = rows.select_related("division__tournament").order_by("-number").first()
    return redrafted(newest, by=by) if newest else 0


@transaction.atomic
def set_home(
    deck_list: DeckList,
    *,
    home: str,
    by: User | None = None,
    by_player: bool = True,
    now: datetime | None = None,
) -> DeckList:
    """Store the player's home country, "" for none, and judge every version by its languages (R-017).

    The player may set it while the list is open, staff always. Refused: LISTS_NOT_COLLECTED, and for a player what
    `submission_window.require_open` refuses.
    """
    row = locks.deck_list(deck_list)
    event = row.entry.tournament
    rules = list_rules.rules_of(event)
    if by_player:
        submission_window.require_open(row, rules, now or timezone.now())
    if str(row.home) != home:
        before, row.home = str(row.home), home
        row.save(update_fields=["home"])
        list_journal.write(row, HomeCountrySaid, by=by, before=before, home=home)
        _rechecked(
            row, _Judge(verdicts.judge_for(event, rules), version_now()), counted_versions.of_list(row, rules)
        )
    return row


@dataclass(frozen=True, slots=True)
class _Judge:
    """A judge, and the catalogue version it knows at least."""

    judge: verdicts.Judge
    version: int

    def again(self, version: Version, home: str, ruled: Settled, held_cards: Held | None) -> None:
        typed = autofill.typed(version)
        unused = read_text(typed.unused) if typed.unused.strip() else None
        verdict = self.judge(
            read_of(version.read), unused=unused, supplied=typed.supplied, home=home, held=held_cards
        )
        rest = autofill.rest(verdict, typed)
        version.unused, version.unused_total, version.supplied = rest.unused, rest.unused_total, rest.supplied
        version.read = {**version.read, "filled": rest.filled}
        version.cards = [row_values(row) for row in verdict.rows]
        version.problems = [problem_values(problem) for problem in verdict.problems]
        version.legal = verdict.legal(ruled)
        version.unknown_cards = verdict.unknown_cards(ruled)
        version.questions = verdict.open_questions(ruled)
        version.catalogue_version = self.version
        version.save(update_fields=JUDGED)


@transaction.atomic
def _some(event: Tournament, rules: ListRules, keys: Sequence[int], judge: _Judge, by: User | None) -> int:
    rows = DeckList.objects.filter(pk__in=keys).order_by("pk")
    counting = counted_versions.of_event(event, rules, list(rows.values_list("entry_id", flat=True)))
    changed = [fact for row in rows if (fact := _rechecked(locks.deck_list(row), judge, counting))]
    aside = [fact for fact in changed if fact["now"] is None]
    for kind, facts in ((ListsSetAside, aside), (ListsRechecked, [f for f in changed if f not in aside])):
        if facts:
            names = ", ".join(fact["name"] for fact in facts[:NAMED])
            journal.write(event, kind(count=len(facts), names=names, verdicts=facts), by=by)
    return len(changed)


def _rechecked(row: DeckList, judge: _Judge, counting: Counting) -> Verdict | None:
    """What changed: entry, name, legality before and now, and `unknown` cards if any; None if nothing changed.

    Legality is that of the counted version, None if there is none.
    """
    before = _state(row)
    ruled = settled(row)
    for version in row.versions.all():
        judge.again(version, str(row.home), ruled, counting.held(row, version.at))
    _count_again(row, counting)
    after = _state(row)
    if before == after:
        return None
    verdict: Verdict = {"entry": row.entry_id, "name": str(row.entry), "before": before[1], "now": after[1]}
    if after[2]:
        verdict["unknown"] = after[2]
    return verdict


def _count_again(row: DeckList, counting: Counting) -> None:
    """Count a version after judging again.

    Until round 1 is posted, and while building for a redraft, the latest legal version counts; afterwards the counted
    one stays (R-032), unless the redraft sets it aside or restores it (R-095).
    """
    since = counting.since(row)
    counts = row.counts
    if counts is not None and since is not None and counts.at < since:
        set_aside(row)
        counts = None
    if counts is None and since is None:
        bring_back(row)
    elif counts is None or counting.open(row):
        count_since(row, since)
    else:
        counts.refresh_from_db(fields=["legal", "unknown_cards"])
    row.save(update_fields=["counts", "working_copy", "working_copy_unused", "working_copy_supplied"])


def _state(row: DeckList) -> tuple[int | None, bool | None, int]:
    counts = row.counts
    return row.counts_id, counts.legal if counts else None, counts.unknown_cards if counts else 0
