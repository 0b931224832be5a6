"""One case of the draft files: an object with `kind` and `input`, answered in the shape of its `expected`."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import time, timedelta
from typing import Any

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from decks.engine import actions
from decks.engine.actions import Change, Redraft, Verdict
from decks.engine.legality.context import Problem
from drafts.engine import SUBTYPES, booster, rochester, solomon
from drafts.engine.inputs import Input
from drafts.engine.packs import TOGETHER, check_even
from drafts.engine.plan import plan
from drafts.engine.pods import PAIR, Pods, best, check_pairs, check_pods, equal_pods, proposal
from drafts.engine.refusals import DraftRefusal
from drafts.engine.setup import Setup, check, errors, warnings

Case = Mapping[str, Any]
Same = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Whether two cards of one name are the same card; supplied by a caller with a catalogue."""

PLAYER = "player"
CHANGED_BY = (PLAYER, "staff", "judge", "head_judge", "organizer")

WAYS = {booster.LEFT: "left (clockwise, seat+1)", booster.RIGHT: "right (counter-clockwise, seat-1)"}
SHORT_GROUP = "inferred: the source does not say what happens with fewer than 4 cards"


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules' answer to a case. `values` has the shape of `expected`; `problems` explain it."""

    case: str
    values: dict[str, Any]
    problems: tuple[Problem, ...] = ()
    agrees: bool | None = None


def answer(case: Case, *, same: Same = lambda _damaged, _by_card: True) -> Answer:
    """Answer one case. Refused CASE_UNREADABLE if kind or input cannot be read."""
    name = str(case.get("id") or case.get("kind") or "?")
    given = Input(name, case.get("input"))
    if case.get("kind") == "action":
        values, problems = _action(given, same)
    else:
        kind = KINDS.get(str(case.get("kind")))
        if kind is None:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=name, field="kind")
        values, problems = kind(given)
    agrees = values == case["expected"] if "expected" in case else None
    return Answer(name, values, problems, agrees)


Found = tuple[dict[str, Any], tuple[Problem, ...]]


def _refused(problems: tuple[Problem, ...]) -> Found:
    return {"valid": False, "error": errors(problems)[0]}, problems


def _booster(given: Input) -> Found:
    seats, size, packs = given.integer("players"), given.integer("pack_size"), given.integer("packs_each")
    if problems := check_pods(seats, (seats,)):
        return _refused(problems)
    rounds = [
        {
            "pack_round": number,
            "pass_direction": WAYS[booster.direction(number)],
            "picks_by_opening_seat": {
                str(seat): list(booster.path(seats, seat, number, size)) for seat in range(1, seats + 1)
            },
        }
        for number in range(1, packs + 1)
    ]
    return {"rounds": rounds, "cards_per_player": packs * size, "hidden": True}, ()


def _rochester(given: Input) -> Found:
    seats, size, packs = given.integer("players"), given.integer("pack_size"), given.integer("packs_each")
    if problems := (*check_pods(seats, (seats,)), *check_even(packs)):
        return _refused(problems)
    openings = []
    for number in range(1, seats * packs // TOGETHER + 1):
        opener, cards = rochester.opener_of(number, seats), TOGETHER * size
        picks = list(rochester.snake(seats, opener, cards))
        openings.append(
            {"opening": number, "opener": opener, "cards_on_table": cards, "picks": picks},
        )
    counted = Counter(seat for opening in openings for seat in opening["picks"])  # type: ignore[attr-defined]
    return {"openings": openings, "cards_per_player": _by_seat(counted, seats), "face_up": True}, ()


def _solomon(given: Input) -> Found:
    players, stack = given.integer("players", PAIR), given.integer("stack")
    if players != PAIR:
        facts = {"players": players, "pairs": players // PAIR, "left": players % PAIR}
        odd = check_pairs(players) or (Problem(DraftRefusal.NOT_A_PAIR, "error", (), "R-094", facts),)
        return _refused(odd)
    groups = []
    for number, cards in enumerate(solomon.groups(stack), start=1):
        turner = solomon.turner_of(number)
        picks = list(solomon.picks_of(turner, cards))
        group: dict[str, Any] = {"group": number, "turned_over_by": turner, "cards": cards, "picks": picks}
        groups.append(group if cards == solomon.GROUP else {**group, "confidence": SHORT_GROUP})
    counted = Counter(seat for group in groups for seat in group["picks"])
    return {"groups": groups, "cards_per_player": _by_seat(counted, PAIR), "face_down_piles": True}, ()


def _by_seat(counted: Counter[int], seats: int) -> dict[str, int]:
    return {str(seat): counted[seat] for seat in range(1, seats + 1)}


def _pods(given: Input) -> Found:
    players, style = given.integer("players"), given.one_of("style", SUBTYPES, "booster")
    if style == "solomon":
        problems = check_pairs(players)
        pairs = None if problems else players // PAIR
        return {"valid": not problems, "pairs": pairs, "error": next(iter(errors(problems)), None)}, problems
    problems = check_pods(players) if style != "sealed" else ()
    found = best(players)
    values: dict[str, Any] = {
        "valid": not problems,
        "options": [asdict(pods) for pods in equal_pods(players)],
        "best": asdict(found) if found else None,
        "error": next(iter(errors(problems)), None),
    }
    if found is None:
        values["proposal"] = _proposed(players)
    return values, problems


def _proposed(players: int) -> dict[str, int] | None:
    out = proposal(players)
    return {"sit_out": out.sit_out, **_named(out.pods)} if out else None


def _named(pods: Pods) -> dict[str, int]:
    return {"pod_size": pods.pod_size, "pods": pods.pods}


def setup_of(given: Input) -> Setup:
    """The set-up a case or a plan describes."""
    return Setup(
        subtype=given.text("subtype"),
        card_format=given.text("format", "standard"),
        style=given.text("style", "limited"),
        players=given.maybe("players"),
        packs_each=given.maybe("packs_each"),
        pack_size=given.maybe("pack_size"),
        pods=tuple(given.wholes("pods")),
        boosters=tuple(given.texts("boosters")),
        redraft_round=given.maybe("redraft_round"),
        redraft_announced=given.yes("announced_before_event"),
        cooperative=given.yes("cooperative"),
        cooperation_announced=given.yes("announced_before_draft"),
        energy_announced=given.optional_bool("basic_energy_announced_before"),
        energy_announced_again=given.optional_bool("basic_energy_announced_at_event"),
        override=given.yes("override") or bool(given.text("override_reason", "").strip()),
        settings=given.settings(),
    )


def _setup(given: Input) -> Found:
    setup = setup_of(given)
    problems = check(setup)
    if errors(problems):
        return _refused(problems)
    warned = warnings(problems)
    return {"valid": True, **({"warnings": warned} if warned else {}), **_of_redraft(setup)}, problems


def _of_redraft(setup: Setup) -> dict[str, bool]:
    # all drafted cards stay with their players for the whole event.
    return {} if setup.redraft_round is None else {"players_keep_cards": True}


def _plan(given: Input) -> Found:
    """The whole plan of an event, as used for its run sheet."""
    setup = setup_of(given)
    for name in ("players", "packs_each", "pack_size"):
        given.integer(name)
    seconds = given.maybe("pick_seconds")
    found = plan(setup, pick_seconds=seconds, energy_supplied=given.yes("energy_supplied", usual=True))
    values: dict[str, Any] = {"valid": not found.refused}
    if found.refused:
        return {**values, "error": errors(found.problems)[0]}, found.problems
    return {
        **values,
        "pods": list(found.pods),
        "packs": found.packs,
        "tables": [asdict(table) for table in found.tables],
        "steps": [asdict(step) for step in found.steps],
        "announcements": [asdict(notice) for notice in found.notices],
        "proposal": _proposed(setup.players or 0) if found.proposal else None,
        **_of_redraft(setup),
    }, found.problems


def _clock(given: Input) -> Found:
    times = [_clock_time(given, name) for name in ("started", "submitted")]
    limit = int(actions.BUILDING.total_seconds() // 60)
    return {"on_time": actions.on_time(*times), "limit_minutes": limit}, ()


def _clock_time(given: Input, name: str) -> timedelta:
    try:
        found = time.fromisoformat(given.text(name))
    except ValueError:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=given.case, field=name) from None
    return timedelta(hours=found.hour, minutes=found.minute, seconds=found.second)


def _pool_list(given: Input) -> Found:
    problem = actions.pool_complete(
        deck=given.integer("registered_deck"),
        supplied_energy=given.integer("supplied_energy", 0),
        unused=given.integer("unused", 0),
        pool=given.integer("pool"),
        settings=given.settings(),
    )
    return ({"valid": True}, ()) if problem is None else _refused((problem,))


def _action(given: Input, same: Same) -> Found:
    name = given.text("action")
    verdict = ACTIONS.get(name)
    if name == "replace_damaged_card":
        damaged, by_card = given.inside("damaged"), given.inside("by_card")
        problem = actions.may_replace(
            damaged.text("name"), by_card.text("name"), same=lambda: same(damaged.values, by_card.values)
        )
    elif verdict is None:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=given.case, field="action")
    else:
        problem = verdict(given)
    if problem is None:
        return {"allowed": True}, ()
    return {"allowed": False, "error": problem.code}, (problem,)


def _change(given: Input) -> Verdict:
    return actions.may_change(
        Change(
            given.text("phase", ""),
            given.maybe("round"),
            given.yes("list_handed_in"),
            given.one_of("by", CHANGED_BY, PLAYER) != PLAYER,
            _redraft(given),
            given.settings(),
        )
    )


def _redraft(given: Input) -> Redraft | None:
    if given.values.get("redraft") is None:
        return None
    found = given.inside("redraft")
    return Redraft(
        found.maybe("round"), found.yes("announced_before_event"), found.text("subtype", "solomon")
    )


def _talk(given: Input) -> Verdict:
    announced = given.yes("announced_before_draft", usual=True)
    return actions.may_talk(
        cards_left=given.integer("stack_left"), cooperative=given.yes("cooperative") and announced
    )


ACTIONS: dict[str, Callable[[Input], Verdict]] = {
    "trade_between_players": lambda given: actions.may_trade(before_end=given.yes("before_end", usual=True)),
    "change_deck_after_round_1_start": _change,
    "change_deck": _change,
    "booster_swap_pick": lambda given: actions.may_swap(placed=given.yes("after_placed", usual=True)),
    "rochester_realign": lambda given: actions.may_rearrange(given.text("when")),
    "solomon_talk_about_picks": _talk,
}

KINDS: dict[str, Callable[[Input], Found]] = {
    "booster_order": _booster,
    "rochester_order": _rochester,
    "solomon_order": _solomon,
    "pods": _pods,
    "setup": _setup,
    "plan": _plan,
    "deck_building_clock": _clock,
    "pool_list": _pool_list,
}
