"""Judge lists again when cards or settings change. Locks, rulings and submitted texts do not change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from cards.engine.formats import DECK_RULES
from cards.engine.rule_settings import choice_of_setting
from cards.queries.catalogue import stored_catalogue_version
from core.services import journal
from core.services.short_transactions import let_others_write
from decks.engine.building_clocks import FIELD
from decks.engine.journal_kinds import HomeCountrySaid, ListsRechecked, ListsSetAside, Verdict
from decks.engine.lists import read_list_text
from decks.engine.pools import AvailablePool
from decks.engine.stored_values import printed_row_values, problem_values, read_list_from_values
from decks.engine.verdicts import Settled
from decks.models import DeckList, Draft, ListRules, Version
from decks.queries.lists import counted_versions, judging, list_rules, submission_window
from decks.queries.lists.counted_versions import VersionCounting
from decks.queries.lists.judging import settled_problems
from decks.queries.pools import autofill
from decks.services import locks
from decks.services.lists import list_journal
from decks.services.lists.counted_versions import (
    restore_counted_version,
    set_counted_version_since,
    set_list_aside,
)
from tournaments.models import Division, Tournament, User

JUDGED_FIELDS = (
    *("cards", "problems", "legal", "unknown_cards", "questions", "catalogue_version"),
    *("unused", "unused_total", "supplied", "read"),
)
"""Fields of a version that are set when it is judged."""
LISTS_PER_TRANSACTION = 100
"""Maximum number of lists locked in one transaction, so that submissions do not have to wait long."""

MAX_NAMED_PLAYERS = 4
"""Maximum number of players named in the text of a journal line, whose facts name all of them."""


def rejudge_all_lists_of_event(event: Tournament, *, by: User | None = None, stale: bool = False) -> int:
    """Judge every version of every list again, and return the number of players affected.

    A player is affected if their effective version or its verdict changes. `stale`: only lists judged with
    another version of the catalogue. Once round 1 is posted, the effective version does not change (R-032), but
    its new verdict is stored. Refused: LISTS_NOT_COLLECTED.
    """
    catalogue_version = stored_catalogue_version()
    rules = list_rules.list_rules_of_event(event)
    judge = _Judge(judging.list_judge_for_event(event, rules), catalogue_version)
    deck_lists = DeckList.objects.filter(entry__tournament=event)
    if stale:
        deck_lists = deck_lists.filter(counts__isnull=False).exclude(
            counts__catalogue_version=catalogue_version
        )
    keys = list(
        deck_lists.filter(versions__isnull=False).order_by("pk").distinct().values_list("pk", flat=True)
    )
    changed_count = 0
    for start in range(0, len(keys), LISTS_PER_TRANSACTION):
        changed_count += _recheck_batch(event, rules, keys[start : start + LISTS_PER_TRANSACTION], judge, by)
        let_others_write()
    return changed_count


def recheck_players(event: Tournament, entries: Sequence[int], *, by: User | None = None) -> int:
    """Judge the lists of players whose pools changed, and return the number of players affected (R-051).

    Does nothing if the event does not collect lists. For "affected", see `rejudge_all_lists_of_event`.
    """
    rules = ListRules.objects.filter(tournament=event).first() if entries else None
    if rules is None:
        return 0
    judge = _Judge(judging.list_judge_for_event(event, rules), stored_catalogue_version())
    deck_lists = DeckList.objects.filter(entry__tournament=event, entry__in=entries, versions__isnull=False)
    keys = list(deck_lists.order_by("pk").distinct().values_list("pk", flat=True))
    return _recheck_batch(event, rules, keys, judge, by)


def rejudge_drafted_players(draft: Draft, pod: int = FIELD, *, by: User | None = None) -> int:
    """Set lists aside or restore them after a step of a redraft.

    Return the number of players affected. Does nothing unless decks use only the new draft (S6, R-095). `pod`:
    one pod, or FIELD for all.
    """
    event = draft.division.tournament
    rules = ListRules.objects.filter(tournament=event).first() if draft.number > 1 else None
    if rules is None or choice_of_setting(rules.settings, "S6") != "new_draft":
        return 0
    pods = draft.seats if pod == FIELD else draft.seats[pod - 1 : pod]
    return recheck_players(event, [entry for seats in pods for entry in seats], by=by)


def rejudge_redraft(division: Division, *, by: User | None = None) -> int:
    """Call `rejudge_drafted_players` for the latest redraft, after a round was posted or unposted.

    Decks built early do not take effect until their round is posted. Return the number of players affected, 0
    outside Limited.
    """
    if not DECK_RULES[division.tournament.play_style].supplied_only:
        return 0
    redrafts = Draft.objects.filter(division=division, number__gt=1).exclude(seats=[])
    newest_redraft = redrafts.select_related("division__tournament").order_by("-number").first()
    return rejudge_drafted_players(newest_redraft, by=by) if newest_redraft else 0


@transaction.atomic
def set_home_country_of_list(
    deck_list: DeckList,
    *,
    home: str,
    by: User | None = None,
    by_player: bool = True,
    now: datetime | None = None,
) -> DeckList:
    """Store the player's home country ("" for none), and judge every version again if it changed (R-017).

    Players may set it while the list is open, staff at any time. Refused: LISTS_NOT_COLLECTED, and for a
    player whatever `submission_window.require_submission_possible` refuses.
    """
    deck_list = locks.lock_deck_list_row(deck_list)
    event = deck_list.entry.tournament
    rules = list_rules.list_rules_of_event(event)
    if by_player:
        submission_window.require_submission_possible(deck_list, rules, now or timezone.now())
    if str(deck_list.home) != home:
        before, deck_list.home = str(deck_list.home), home
        deck_list.save(update_fields=["home"])
        list_journal.write_list_line(deck_list, HomeCountrySaid, by=by, before=before, home=home)
        judge = _Judge(judging.list_judge_for_event(event, rules), stored_catalogue_version())
        _recheck_list(deck_list, judge, counted_versions.counting_of_list(deck_list, rules))
    return deck_list


@dataclass(frozen=True, slots=True)
class _Judge:
    """A judge function, with a catalogue version that is not newer than the catalogue it uses."""

    judge: judging.Judge
    version: int

    def rejudge(self, version: Version, home: str, settled: Settled, available: AvailablePool | None) -> None:
        """Judge a version again and save its verdict. `settled`: the problems that rulings disregard."""
        typed = autofill.typed_pool_fields(version)
        unused = read_list_text(typed.unused) if typed.unused.strip() else None
        verdict = self.judge(
            read_list_from_values(version.read),
            unused=unused,
            supplied=typed.supplied,
            home=home,
            available=available,
        )
        fields = autofill.filled_pool_fields(verdict, typed)
        version.unused, version.unused_total, version.supplied = (
            fields.unused,
            fields.unused_total,
            fields.supplied,
        )
        version.read = {**version.read, "filled": fields.filled}
        version.cards = [printed_row_values(card_row) for card_row in verdict.rows]
        version.problems = [problem_values(problem) for problem in verdict.problems]
        version.legal = verdict.is_legal(settled)
        version.unknown_cards = verdict.unknown_cards(settled)
        version.questions = verdict.open_questions(settled)
        version.catalogue_version = self.version
        version.save(update_fields=JUDGED_FIELDS)


@transaction.atomic
def _recheck_batch(
    event: Tournament, rules: ListRules, keys: Sequence[int], judge: _Judge, by: User | None
) -> int:
    """Judge the lists with these keys again in one transaction, journal the changes, and return their number."""
    deck_lists = DeckList.objects.filter(pk__in=keys).order_by("pk")
    counting = counted_versions.counting_of_event(
        event, rules, list(deck_lists.values_list("entry_id", flat=True))
    )
    changed = [
        verdict_change
        for deck_list in deck_lists
        if (verdict_change := _recheck_list(locks.lock_deck_list_row(deck_list), judge, counting))
    ]
    changes_set_aside = [change for change in changed if change["now"] is None]
    for kind, changes_of_kind in (
        (ListsSetAside, changes_set_aside),
        (ListsRechecked, [change for change in changed if change not in changes_set_aside]),
    ):
        if changes_of_kind:
            names = ", ".join(
                verdict_change["name"] for verdict_change in changes_of_kind[:MAX_NAMED_PLAYERS]
            )
            journal.write_journal_line(
                event, kind(count=len(changes_of_kind), names=names, verdicts=changes_of_kind), by=by
            )
    return len(changed)


def _recheck_list(deck_list: DeckList, judge: _Judge, counting: VersionCounting) -> Verdict | None:
    """Judge every version of a locked list again, and return the change of the player's verdict.

    Return None if neither the effective version nor its verdict changed. Also sets the list aside or restores it
    after a redraft.
    """
    before = _verdict_in_force(deck_list)
    settled = settled_problems(deck_list)
    for version in deck_list.versions.all():
        judge.rejudge(version, str(deck_list.home), settled, counting.pool_at(deck_list, version.at))
    # Until round 1 is posted, and while building for a redraft, the latest legal version takes effect; afterwards the
    # effective version is fixed, unless a redraft sets it aside or restores it.
    since = counting.since(deck_list)
    counted_version = deck_list.counts
    if counted_version is not None and since is not None and counted_version.at < since:
        set_list_aside(deck_list)
        counted_version = None
    if counted_version is None and since is None:
        restore_counted_version(deck_list)
    elif counted_version is None or counting.is_open(deck_list):
        set_counted_version_since(deck_list, since)
    else:
        counted_version.refresh_from_db(fields=["legal", "unknown_cards"])
    deck_list.save(update_fields=["counts", "working_copy", "working_copy_unused", "working_copy_supplied"])
    after = _verdict_in_force(deck_list)
    if before == after:
        return None
    change: Verdict = {
        "entry": deck_list.entry_id,
        "name": str(deck_list.entry),
        "before": before[1],
        "now": after[1],
    }
    if after[2]:
        change["unknown"] = after[2]
    return change


def _verdict_in_force(deck_list: DeckList) -> tuple[int | None, bool | None, int]:
    """Return the key, legality and number of unknown cards of the effective version.

    Return (None, None, 0) without one.
    """
    version = deck_list.counts
    return deck_list.counts_id, version.legal if version else None, version.unknown_cards if version else 0
