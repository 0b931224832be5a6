"""The line of acts on a player's table page: past acts, the current act, and future acts."""

from dataclasses import dataclass

from django.utils import timezone

from decks.queries.drafts import building_pod, round_of_draft
from decks.queries.lists.builds import DivisionBuilds
from decks.views.lists.building_time import BuildPanel
from floor.engine.next_acts import IDLE_STATUSES, ActFacts, Building, PoolState, line_of_acts
from floor.queries.my_list import MyList, deck_list_of, my_list
from floor.queries.my_table import MyTable
from floor.views.my_building import PoolPanel
from floor.views.my_taps import PlayerPanel
from floor.words import my_table_words as words
from floor.words.my_table_words import ActStep
from pairings.engine.player_status import PlayerStatus
from pairings.views.reports.extra_time import OwnEndOfTime

BEFORE_ROUND_1 = (PlayerStatus.BEFORE, PlayerStatus.NOT_HERE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """A player's acts (steps) in order, and the message of the current act."""

    line: list[ActStep]
    step: dict[str, str]


def acts_of_player(
    player_table: MyTable,
    builds: DivisionBuilds,
    *,
    build: BuildPanel | None,
    pool: PoolPanel | None,
    record: PlayerPanel | None,
    own_time: OwnEndOfTime | None,
    urls: dict[str, str],
) -> Acts:
    """Return a player's acts (steps) in order, and the message of the current act.

    `line` lists the acts with their labels, and is empty for a single act. `build`, `pool` and `record` are the
    panels of the building time, the pool and the table, `own_time` is the end of time at the table, and `urls`
    are the player's other pages.
    """
    # The newest draft with a seat for the player, or with them as its odd player, counts until its round is posted.
    drafts = (draft for draft, _clocks in builds.clocks if building_pod(draft, player_table.entry.pk))
    draft = next(drafts, None)
    is_draft_ahead = draft is not None and round_of_draft(draft) not in (builds.posted or {})
    subtype = draft.subtype if draft is not None and is_draft_ahead else ""
    is_preparing = player_table.where in BEFORE_ROUND_1 or (player_table.where in IDLE_STATUSES and subtype)
    rules, deck_list = player_table.division.list_rules, MyList()
    if is_preparing and rules is not None:
        entry, stored_list = player_table.entry, player_table.rows.deck_list
        if player_table.round is not None:
            stored_list = deck_list_of(entry)
        deck_list = my_list(entry, rules, stored_list, builds, timezone.now())
    is_time_called = bool(record and record.called)
    line = line_of_acts(
        ActFacts(
            status=player_table.where,
            checked_in=player_table.entry.checked_in_at is not None,
            deck_list=deck_list.state,
            draft=bool(subtype),
            picks=subtype != "sealed",
            pool=PoolState.NONE if pool is None else PoolState.IN if pool.registered else PoolState.OPEN,
            building=Building.NONE if build is None else Building.OVER if build.over else Building.RUNS,
            begun=player_table.begun or is_time_called,
            decided=bool(record and record.report),
            phones=player_table.event.phone_reports,
        )
    )
    judge = ""
    if own_time is not None and own_time.judge:
        judge = "deck_check" if own_time.deck_check else "call"
    facts = words.ActWords(
        table=player_table.match.table if player_table.match else None,
        round=player_table.next_number,
        follows=player_table.follows,
        opponent=player_table.opponent.name if player_table.opponent else "",
        closes_at=deck_list.closes_at,
        sent_back=deck_list.sent_back,
        list_state=deck_list.state,
        builds_until=build.until if build else None,
        counts_for=pool.waits if pool else [],
        deck_url=urls["deck"],
        pool_url=pool.url if pool else "",
        arrive_url=urls["arrive"],
        judge=judge,
        called=is_time_called,
        judge_coming=player_table.judge_coming,
        opens_alone=draft is not None and draft.bye_id == player_table.entry.pk,
    )
    return Acts(
        line=words.act_steps(line, facts) if len(line.acts) > 1 else [],
        step=words.next_step_texts(player_table.where, line.now, facts, phones=player_table.reports),
    )
