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
from drafts.engine.pods import PAIR, best, check_pairs, check_pods, equal_pods, proposal
from drafts.engine.refusals import DraftRefusal
from drafts.engine.setup import Setup, check, errors, warnings

Case = Mapping[str, Any]
Same = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Whether two cards of one name are the same card; supplied by a caller with a catalogue."""

PLAYER = "player"
CHANGED_BY = (PLAYER, "staff", "judge", "head_judge", "organizer")

WAYS = {booster.LEFT: "left (clockwise, seat+1)", booster.RIGHT: "right (counter-clockwise, seat-1)"}
SHORT_GROUP = "inferred: the source does not say what happens with fewer than 4 cards"


Values = Mapping[str, Any]
"""JSON in the shape of `expected`."""

Answered = tuple[Values, tuple[Problem, ...]]
Answerer = Callable[[Input], Answered]
KINDS: dict[str, Answerer] = {}


def answers(kind: str) -> Callable[[Answerer], Answerer]:
    """Register the function that answers cases of this kind."""

    def register(answerer: Answerer) -> Answerer:
        KINDS[kind] = answerer
        return answerer

    return register


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules' answer to a case. `values` has the shape of `expected`; `problems` explain it."""

    case: str
    values: Values
    problems: tuple[Problem, ...] = ()
    agrees: bool | None = None


def answer(case: Case, *, same: Same = lambda _damaged, _by_card: True) -> Answer:
    """Answer one case. Refused CASE_UNREADABLE if kind or input cannot be read."""
    name = str(case.get("id") or case.get("kind") or "?")
    fields = Input(name, case.get("input"))
    if case.get("kind") == "action":
        values, problems = _action(fields, same)
    else:
        kind = KINDS.get(str(case.get("kind")))
        if kind is None:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=name, field="kind")
        values, problems = kind(fields)
    agrees = values == case["expected"] if "expected" in case else None
    return Answer(name, values, problems, agrees)


def _refused(problems: tuple[Problem, ...]) -> Answered:
    return {"valid": False, "error": errors(problems)[0]}, problems


@answers("booster_order")
def answer_booster(fields: Input) -> Answered:
    seats, size, packs = fields.integer("players"), fields.integer("pack_size"), fields.integer("packs_each")
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


@answers("rochester_order")
def answer_rochester(fields: Input) -> Answered:
    seats, size, packs = fields.integer("players"), fields.integer("pack_size"), fields.integer("packs_each")
    if problems := (*check_pods(seats, (seats,)), *check_even(packs)):
        return _refused(problems)
    openings: list[Values] = []
    counted: Counter[int] = Counter()
    for number in range(1, seats * packs // TOGETHER + 1):
        opener, cards = rochester.opener_of(number, seats), TOGETHER * size
        picks = rochester.snake(seats, opener, cards)
        openings.append({"opening": number, "opener": opener, "cards_on_table": cards, "picks": list(picks)})
        counted.update(picks)
    return {"openings": openings, "cards_per_player": _by_seat(counted, seats), "face_up": True}, ()


@answers("solomon_order")
def answer_solomon(fields: Input) -> Answered:
    players, stack = fields.integer("players", PAIR), fields.integer("stack")
    if players != PAIR:
        facts = {"players": players, "pairs": players // PAIR, "left": players % PAIR}
        odd = check_pairs(players) or (Problem(DraftRefusal.NOT_A_PAIR, "error", (), "R-094", facts),)
        return _refused(odd)
    groups: list[Values] = []
    counted: Counter[int] = Counter()
    for number, cards in enumerate(solomon.groups(stack), start=1):
        turner = solomon.turner_of(number)
        picks = solomon.picks_of(turner, cards)
        group = {"group": number, "turned_over_by": turner, "cards": cards, "picks": list(picks)}
        groups.append(group if cards == solomon.GROUP else {**group, "confidence": SHORT_GROUP})
        counted.update(picks)
    return {"groups": groups, "cards_per_player": _by_seat(counted, PAIR), "face_down_piles": True}, ()


def _by_seat(counted: Counter[int], seats: int) -> dict[str, int]:
    return {str(seat): counted[seat] for seat in range(1, seats + 1)}


@answers("pods")
def answer_pods(fields: Input) -> Answered:
    players, style = fields.integer("players"), fields.one_of("style", SUBTYPES, "booster")
    if style == "solomon":
        problems = check_pairs(players)
        pairs = None if problems else players // PAIR
        return {"valid": not problems, "pairs": pairs, "error": next(iter(errors(problems)), None)}, problems
    problems = check_pods(players) if style != "sealed" else ()
    whole = best(players)
    values = {
        "valid": not problems,
        "options": [asdict(pods) for pods in equal_pods(players)],
        "best": asdict(whole) if whole else None,
        "error": next(iter(errors(problems)), None),
    }
    return values if whole else {**values, "proposal": _proposed(players)}, problems


def _proposed(players: int) -> dict[str, int] | None:
    out = proposal(players)
    return {"sit_out": out.sit_out, "pod_size": out.pods.pod_size, "pods": out.pods.pods} if out else None


def setup_of(fields: Input) -> Setup:
    """The set-up a case or a plan describes."""
    return Setup(
        subtype=fields.text("subtype"),
        card_format=fields.text("format", "standard"),
        style=fields.text("style", "limited"),
        players=fields.maybe("players"),
        packs_each=fields.maybe("packs_each"),
        pack_size=fields.maybe("pack_size"),
        pods=tuple(fields.wholes("pods")),
        boosters=tuple(fields.texts("boosters")),
        redraft_round=fields.maybe("redraft_round"),
        redraft_announced=fields.yes("announced_before_event"),
        cooperative=fields.yes("cooperative"),
        cooperation_announced=fields.yes("announced_before_draft"),
        energy_announced=fields.optional_bool("basic_energy_announced_before"),
        energy_announced_again=fields.optional_bool("basic_energy_announced_at_event"),
        override=fields.yes("override") or bool(fields.text("override_reason", "").strip()),
        settings=fields.settings(),
    )


@answers("setup")
def answer_setup(fields: Input) -> Answered:
    setup = setup_of(fields)
    problems = check(setup)
    if errors(problems):
        return _refused(problems)
    warned = warnings(problems)
    return {"valid": True, **({"warnings": warned} if warned else {}), **_of_redraft(setup)}, problems


def _of_redraft(setup: Setup) -> dict[str, bool]:
    # all drafted cards stay with their players for the whole event.
    return {} if setup.redraft_round is None else {"players_keep_cards": True}


@answers("plan")
def answer_plan(fields: Input) -> Answered:
    """The whole plan of an event, as used for its run sheet."""
    setup = setup_of(fields)
    for name in ("players", "packs_each", "pack_size"):
        fields.integer(name)
    seconds = fields.maybe("pick_seconds")
    whole = plan(setup, pick_seconds=seconds, energy_supplied=fields.yes("energy_supplied", usual=True))
    if whole.refused:
        return {"valid": False, "error": errors(whole.problems)[0]}, whole.problems
    return {
        "valid": True,
        "pods": list(whole.pods),
        "packs": whole.packs,
        "tables": [asdict(table) for table in whole.tables],
        "steps": [asdict(step) for step in whole.steps],
        "announcements": [asdict(notice) for notice in whole.notices],
        "proposal": _proposed(setup.players or 0) if whole.proposal else None,
        **_of_redraft(setup),
    }, whole.problems


@answers("deck_building_clock")
def answer_clock(fields: Input) -> Answered:
    """Whether building was over in time. Refused: CASE_UNREADABLE (case, field)."""
    times = []
    for name in ("started", "submitted"):
        try:
            at = time.fromisoformat(fields.text(name))
        except ValueError:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=fields.case, field=name) from None
        times.append(timedelta(hours=at.hour, minutes=at.minute, seconds=at.second))
    limit = int(actions.BUILDING.total_seconds() // 60)
    return {"on_time": actions.on_time(*times), "limit_minutes": limit}, ()


@answers("pool_list")
def answer_pool_list(fields: Input) -> Answered:
    problem = actions.pool_complete(
        deck=fields.integer("registered_deck"),
        supplied_energy=fields.integer("supplied_energy", 0),
        unused=fields.integer("unused", 0),
        pool=fields.integer("pool"),
        settings=fields.settings(),
    )
    return ({"valid": True}, ()) if problem is None else _refused((problem,))


def _action(fields: Input, same: Same) -> Answered:
    name = fields.text("action")
    verdict = ACTIONS.get(name)
    if name == "replace_damaged_card":
        damaged, by_card = fields.inside("damaged"), fields.inside("by_card")
        problem = actions.may_replace(
            damaged.text("name"), by_card.text("name"), same=lambda: same(damaged.values, by_card.values)
        )
    elif verdict is None:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=fields.case, field="action")
    else:
        problem = verdict(fields)
    if problem is None:
        return {"allowed": True}, ()
    return {"allowed": False, "error": problem.code}, (problem,)


def _change(fields: Input) -> Verdict:
    redraft = None
    if fields.values.get("redraft") is not None:
        inner = fields.inside("redraft")
        redraft = Redraft(
            inner.maybe("round"), inner.yes("announced_before_event"), inner.text("subtype", "solomon")
        )
    return actions.may_change(
        Change(
            fields.text("phase", ""),
            fields.maybe("round"),
            fields.yes("list_handed_in"),
            fields.one_of("by", CHANGED_BY, PLAYER) != PLAYER,
            redraft,
            fields.settings(),
        )
    )


ACTIONS: dict[str, Callable[[Input], Verdict]] = {
    "trade_between_players": lambda fields: actions.may_trade(
        before_end=fields.yes("before_end", usual=True)
    ),
    "change_deck_after_round_1_start": _change,
    "change_deck": _change,
    "booster_swap_pick": lambda fields: actions.may_swap(placed=fields.yes("after_placed", usual=True)),
    "rochester_realign": lambda fields: actions.may_rearrange(fields.text("when")),
    "solomon_talk_about_picks": lambda fields: actions.may_talk(
        cards_left=fields.integer("stack_left"),
        cooperative=fields.yes("cooperative") and fields.yes("announced_before_draft", usual=True),
    ),
}
