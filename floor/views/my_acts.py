"""The line of next acts on a player's table page: done, current and following."""

from typing import Any

from django.utils import timezone

from decks.queries.drafts import round_of
from decks.queries.lists.builds import Builds
from floor.engine.next_acts import BETWEEN, ActFacts, Building, PoolState, acts_of
from floor.queries.my_list import MyList, my_list
from floor.queries.my_table import MyTable, follows
from floor.words import my_table_words as words
from pairings.engine.player_status import PlayerStatus

BEFORE_ROUND_1 = (PlayerStatus.BEFORE, PlayerStatus.NOT_HERE)


def panel(
    at: MyTable,
    builds: Builds,
    *,
    build: dict[str, Any] | None,
    pool: dict[str, Any] | None,
    record: dict[str, Any] | None,
    own_time: dict[str, Any] | None,
    urls: dict[str, str],
) -> dict[str, Any]:
    """`line`: acts with their labels, empty for a single one; `step`: the message of the current act.

    `record`: the recorded state of the table. `urls`: the player's other pages.
    """
    subtype = _draft_ahead(at, builds)
    prepares = at.where in BEFORE_ROUND_1 or (at.where in BETWEEN and subtype)
    listed = my_list(at.entry, builds, timezone.now()) if prepares else MyList()
    called = bool(record and record["called"])
    line = acts_of(
        ActFacts(
            status=at.where,
            checked_in=at.entry.checked_in_at is not None,
            deck_list=listed.state,
            draft=bool(subtype),
            picks=subtype != "sealed",
            pool=_pool(pool),
            building=_building(build),
            begun=at.begun or called,
            decided=bool(record and record["report"]),
            phones=at.event.phone_reports,
        )
    )
    facts = words.ActWords(
        table=at.match.table if at.match else None,
        round=at.next_number,
        follows=follows(at),
        opponent=at.opponent.name if at.opponent else "",
        closes_at=listed.closes_at,
        sent_back=listed.sent_back,
        list_state=listed.state,
        builds_until=build["until"] if build else None,
        counts_for=pool["waits"] if pool else [],
        deck_url=urls["deck"],
        pool_url=pool["url"] if pool else "",
        judge=_judge(own_time),
        called=called,
        judge_coming=at.judge_coming,
    )
    return {
        "line": words.act_steps(line, facts) if len(line.acts) > 1 else [],
        "step": words.next_step(at.where, line.now, facts, phones=at.reports),
    }


def _draft_ahead(at: MyTable, builds: Builds) -> str:
    """The kind of the newest draft in which the player has a seat, "" if its round is posted."""
    for draft, _clocks in builds.clocks:
        if any(at.entry.pk in pod for pod in draft.seats):
            return "" if round_of(draft) in (builds.posted or {}) else draft.subtype
    return ""


def _pool(pool: dict[str, Any] | None) -> PoolState:
    if pool is None:
        return PoolState.NONE
    return PoolState.IN if pool["registered"] else PoolState.OPEN


def _building(build: dict[str, Any] | None) -> Building:
    if build is None:
        return Building.NONE
    return Building.OVER if build["over"] else Building.RUNS


def _judge(own_time: dict[str, Any] | None) -> str:
    """Why a judge is at the table: "deck_check", "call", or "" without one."""
    if own_time is None or not own_time["judge"]:
        return ""
    return "deck_check" if own_time["deck_check"] else "call"
