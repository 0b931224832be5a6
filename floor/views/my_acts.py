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
    # The kind of the newest draft in which the player has a seat, unless its round is posted.
    drafts = (draft for draft, _clocks in builds.clocks if any(at.entry.pk in pod for pod in draft.seats))
    draft = next(drafts, None)
    ahead = draft is not None and round_of(draft) not in (builds.posted or {})
    subtype = draft.subtype if draft is not None and ahead else ""
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
            pool=PoolState.NONE if pool is None else PoolState.IN if pool["registered"] else PoolState.OPEN,
            building=Building.NONE if build is None else Building.OVER if build["over"] else Building.RUNS,
            begun=at.begun or called,
            decided=bool(record and record["report"]),
            phones=at.event.phone_reports,
        )
    )
    judge = ""
    if own_time is not None and own_time["judge"]:
        judge = "deck_check" if own_time["deck_check"] else "call"
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
        judge=judge,
        called=called,
        judge_coming=at.judge_coming,
    )
    return {
        "line": words.act_steps(line, facts) if len(line.acts) > 1 else [],
        "step": words.next_step(at.where, line.now, facts, phones=at.reports),
    }
