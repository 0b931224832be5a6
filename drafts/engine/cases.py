"""Answer the cases of the draft files: objects with `kind` and `input`, answered in the shape of `expected`."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import time, timedelta
from typing import Any

from core.engine.refusals import CoreRefusal
from core.engine.refused import Refused
from decks.engine import limited_rules
from decks.engine.legality.context import Problem
from decks.engine.limited_rules import DeckChange, Redraft, Verdict
from drafts.engine import SUBTYPES
from drafts.engine.case_input import DraftCaseInput
from drafts.engine.draft_plan import plan_draft
from drafts.engine.draft_setup import Setup, check_draft_setup, setup_error_codes, setup_warning_codes
from drafts.engine.packs import TOGETHER, check_even_pack_count
from drafts.engine.pods import PAIR, check_pairs, check_pods, equal_pods, largest_equal_pods, propose_sit_out
from drafts.engine.procedures import booster, rochester, solomon
from drafts.engine.refusals import DraftRefusal

Case = Mapping[str, Any]
Same = Callable[[Mapping[str, Any], Mapping[str, Any]], bool]
"""Function that compares two cards with the same name, supplied by callers that have a catalogue."""

PLAYER = "player"
CHANGED_BY = (PLAYER, "staff", "judge", "head_judge", "organizer")

DIRECTIONS = {booster.LEFT: "left (clockwise, seat+1)", booster.RIGHT: "right (counter-clockwise, seat-1)"}
KEEPS_CARDS = {"players_keep_cards": True}
"""Added to answers about redrafts: players keep all drafted cards for the whole event (R-095)."""

SHORT_GROUP = "inferred: the source does not say what happens with fewer than 4 cards"


Values = Mapping[str, Any]
"""JSON in the shape of `expected`."""

Answered = tuple[Values, tuple[Problem, ...]]
"""The values of an answer, and the problems that explain it."""

Answerer = Callable[[DraftCaseInput], Answered]
KINDS: dict[str, Answerer] = {}
"""Kind of case -> the function that answers it; filled by `register_case_answer`."""


def register_case_answer(kind: str) -> Callable[[Answerer], Answerer]:
    """Register the function that answers cases of this kind."""

    def register(answerer: Answerer) -> Answerer:
        KINDS[kind] = answerer
        return answerer

    return register


@dataclass(frozen=True, slots=True)
class Answer:
    """The rules' answer to a case.

    `values`: in the shape of `expected`. `problems`: the explanation. `agrees`: whether the values are as expected,
    None if the case has no `expected`.
    """

    case: str
    values: Values
    problems: tuple[Problem, ...] = ()
    agrees: bool | None = None


def answer_draft_case(case: Case, *, same: Same = lambda _damaged, _by_card: True) -> Answer:
    """Answer one case. Refused: CASE_UNREADABLE if its kind or input cannot be read.

    `same`: compares a damaged card with its replacement; by default, cards with the same name are the same card.
    """
    name = str(case.get("id") or case.get("kind") or "?")
    fields = DraftCaseInput(name, case.get("input"))
    if case.get("kind") == "action":
        values, problems = _action_answer(fields, same)
    else:
        answerer = KINDS.get(str(case.get("kind")))
        if answerer is None:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=name, field="kind")
        values, problems = answerer(fields)
    agrees = values == case["expected"] if "expected" in case else None
    return Answer(name, values, problems, agrees)


def _invalid_answer(problems: tuple[Problem, ...]) -> Answered:
    """Return the answer for an invalid case, with the code of its first error."""
    return {"valid": False, "error": setup_error_codes(problems)[0]}, problems


@register_case_answer("booster_order")
def answer_booster_order(fields: DraftCaseInput) -> Answered:
    """Answer in which direction packs are passed in each round, and who picks from each pack."""
    seats, size, packs = fields.integer("players"), fields.integer("pack_size"), fields.integer("packs_each")
    if problems := check_pods(seats, (seats,)):
        return _invalid_answer(problems)
    rounds = [
        {
            "pack_round": number,
            "pass_direction": DIRECTIONS[booster.direction(number)],
            "picks_by_opening_seat": {
                str(seat): list(booster.pick_order(seats, seat, number, size)) for seat in range(1, seats + 1)
            },
        }
        for number in range(1, packs + 1)
    ]
    return {"rounds": rounds, "cards_per_player": packs * size, "hidden": True}, ()


@register_case_answer("rochester_order")
def answer_rochester_order(fields: DraftCaseInput) -> Answered:
    """Answer who opens the packs of each opening, who picks each card, and how many cards each seat gets."""
    seats, size, packs = fields.integer("players"), fields.integer("pack_size"), fields.integer("packs_each")
    if problems := (*check_pods(seats, (seats,)), *check_even_pack_count(packs)):
        return _invalid_answer(problems)
    openings: list[Values] = []
    counts: Counter[int] = Counter()
    for number in range(1, seats * packs // TOGETHER + 1):
        opener, cards = rochester.opener_of(number, seats), TOGETHER * size
        picks = rochester.snake_order(seats, opener, cards)
        openings.append({"opening": number, "opener": opener, "cards_on_table": cards, "picks": list(picks)})
        counts.update(picks)
    return {
        "openings": openings,
        "cards_per_player": {str(seat): counts[seat] for seat in range(1, seats + 1)},
        "face_up": True,
    }, ()


@register_case_answer("solomon_order")
def answer_solomon_order(fields: DraftCaseInput) -> Answered:
    """Answer who turns over each group, who picks each card, and how many cards each player gets."""
    players, stack = fields.integer("players", PAIR), fields.integer("stack")
    if players != PAIR:
        facts = {"players": players, "pairs": players // PAIR, "left": players % PAIR}
        problems = check_pairs(players) or (Problem(DraftRefusal.NOT_A_PAIR, "error", (), "R-094", facts),)
        return _invalid_answer(problems)
    groups: list[Values] = []
    counts: Counter[int] = Counter()
    for number, cards in enumerate(solomon.group_sizes(stack), start=1):
        revealer = solomon.revealer_of(number)
        picks = solomon.picking_seats(revealer, cards)
        group = {"group": number, "turned_over_by": revealer, "cards": cards, "picks": list(picks)}
        groups.append(group if cards == solomon.GROUP else {**group, "confidence": SHORT_GROUP})
        counts.update(picks)
    return {
        "groups": groups,
        "cards_per_player": {"1": counts[1], "2": counts[2]},
        "face_down_piles": True,
    }, ()


@register_case_answer("pods")
def answer_pods(fields: DraftCaseInput) -> Answered:
    """Answer which equal pods the players can form or, for Solomon drafts, how many pairs."""
    players, style = fields.integer("players"), fields.one_of("style", SUBTYPES, "booster")
    if style == "solomon":
        problems = check_pairs(players)
        pairs = None if problems else players // PAIR
        return {
            "valid": not problems,
            "pairs": pairs,
            "error": next(iter(setup_error_codes(problems)), None),
        }, problems
    problems = check_pods(players) if style != "sealed" else ()
    best_pods = largest_equal_pods(players)
    values = {
        "valid": not problems,
        "options": [asdict(pods) for pods in equal_pods(players)],
        "best": asdict(best_pods) if best_pods else None,
        "error": next(iter(setup_error_codes(problems)), None),
    }
    return values if best_pods else {**values, "proposal": _sit_out_values(players)}, problems


def _sit_out_values(players: int) -> dict[str, int] | None:
    """Return how many players should sit out, and the pods of the others, or None if no number works."""
    sit_out = propose_sit_out(players)
    return (
        {"sit_out": sit_out.sit_out, "pod_size": sit_out.pods.pod_size, "pods": sit_out.pods.pods}
        if sit_out
        else None
    )


def setup_of_case(fields: DraftCaseInput) -> Setup:
    """Return the set-up described by the input of a case."""
    return Setup(
        subtype=fields.text("subtype"),
        card_format=fields.text("format", "standard"),
        style=fields.text("style", "limited"),
        players=fields.optional_integer("players"),
        packs_each=fields.optional_integer("packs_each"),
        pack_size=fields.optional_integer("pack_size"),
        pods=tuple(fields.integers("pods")),
        boosters=tuple(fields.texts("boosters")),
        redraft_round=fields.optional_integer("redraft_round"),
        redraft_announced=fields.boolean("announced_before_event"),
        cooperative=fields.boolean("cooperative"),
        cooperation_announced=fields.boolean("announced_before_draft"),
        energy_announced=fields.optional_boolean("basic_energy_announced_before"),
        energy_announced_again=fields.optional_boolean("basic_energy_announced_at_event"),
        override=fields.boolean("override") or bool(fields.text("override_reason", "").strip()),
        settings=fields.settings(),
    )


@register_case_answer("setup")
def answer_setup(fields: DraftCaseInput) -> Answered:
    """Answer whether a set-up is valid, with its first error or all its warnings."""
    setup = setup_of_case(fields)
    problems = check_draft_setup(setup)
    if setup_error_codes(problems):
        return _invalid_answer(problems)
    values: dict[str, object] = {"valid": True}
    if codes := setup_warning_codes(problems):
        values["warnings"] = codes
    return values | (KEEPS_CARDS if setup.redraft_round is not None else {}), problems


@register_case_answer("plan")
def answer_plan(fields: DraftCaseInput) -> Answered:
    """Answer with the complete plan of an event, as printed on its run sheet.

    Refused: CASE_UNREADABLE if players, packs per player or cards per pack are missing.
    """
    setup = setup_of_case(fields)
    for name in ("players", "packs_each", "pack_size"):
        fields.integer(name)
    seconds = fields.optional_integer("pick_seconds")
    planned = plan_draft(
        setup, pick_seconds=seconds, energy_supplied=fields.boolean("energy_supplied", default=True)
    )
    if planned.refused:
        return {"valid": False, "error": setup_error_codes(planned.problems)[0]}, planned.problems
    return {
        "valid": True,
        "pods": list(planned.pods),
        "packs": planned.packs,
        "tables": [asdict(table) for table in planned.tables],
        "steps": [asdict(step) for step in planned.steps],
        "announcements": [asdict(notice) for notice in planned.notices],
        "proposal": _sit_out_values(setup.players or 0) if planned.proposal else None,
        **(KEEPS_CARDS if setup.redraft_round is not None else {}),
    }, planned.problems


@register_case_answer("deck_building_clock")
def answer_building_clock(fields: DraftCaseInput) -> Answered:
    """Answer whether a list was submitted within the building time. Refused: CASE_UNREADABLE (case, field)."""
    times = []
    for name in ("started", "submitted"):
        try:
            clock_time = time.fromisoformat(fields.text(name))
        except ValueError:
            raise Refused(CoreRefusal.CASE_UNREADABLE, case=fields.case, field=name) from None
        times.append(timedelta(hours=clock_time.hour, minutes=clock_time.minute, seconds=clock_time.second))
    limit = int(limited_rules.BUILDING.total_seconds() // 60)
    return {"on_time": limited_rules.is_within_building_time(*times), "limit_minutes": limit}, ()


@register_case_answer("pool_list")
def answer_pool_list(fields: DraftCaseInput) -> Answered:
    """Answer whether the list of a deck and its unused cards adds up to the pool."""
    problem = limited_rules.pool_list_problem(
        deck=fields.integer("registered_deck"),
        supplied_energy=fields.integer("supplied_energy", 0),
        unused=fields.integer("unused", 0),
        pool=fields.integer("pool"),
        settings=fields.settings(),
    )
    return ({"valid": True}, ()) if problem is None else _invalid_answer((problem,))


def _action_answer(fields: DraftCaseInput, same: Same) -> Answered:
    """Answer whether an action is allowed. Refused: CASE_UNREADABLE if the action is unknown."""
    name = fields.text("action")
    find_problem = ACTIONS.get(name)
    if name == "replace_damaged_card":
        damaged, by_card = fields.nested("damaged"), fields.nested("by_card")
        problem = limited_rules.replacement_problem(
            damaged.text("name"), by_card.text("name"), same=lambda: same(damaged.values, by_card.values)
        )
    elif find_problem is None:
        raise Refused(CoreRefusal.CASE_UNREADABLE, case=fields.case, field="action")
    else:
        problem = find_problem(fields)
    if problem is None:
        return {"allowed": True}, ()
    return {"allowed": False, "error": problem.code}, (problem,)


def _deck_change_problem(fields: DraftCaseInput) -> Verdict:
    """Return why a deck may not be changed during the event, or None if it may."""
    redraft = None
    if fields.values.get("redraft") is not None:
        redraft_fields = fields.nested("redraft")
        redraft = Redraft(
            redraft_fields.optional_integer("round"),
            redraft_fields.boolean("announced_before_event"),
            redraft_fields.text("subtype", "solomon"),
        )
    return limited_rules.deck_change_problem(
        DeckChange(
            fields.text("phase", ""),
            fields.optional_integer("round"),
            fields.boolean("list_handed_in"),
            fields.one_of("by", CHANGED_BY, PLAYER) != PLAYER,
            redraft,
            fields.settings(),
        )
    )


ACTIONS: dict[str, Callable[[DraftCaseInput], Verdict]] = {
    "trade_between_players": lambda fields: limited_rules.trade_problem(
        before_end=fields.boolean("before_end", default=True)
    ),
    "change_deck_after_round_1_start": _deck_change_problem,
    "change_deck": _deck_change_problem,
    "booster_swap_pick": lambda fields: limited_rules.pick_swap_problem(
        placed=fields.boolean("after_placed", default=True)
    ),
    "rochester_realign": lambda fields: limited_rules.rearrangement_problem(fields.text("when")),
    "solomon_talk_about_picks": lambda fields: limited_rules.talk_about_picks_problem(
        cards_left=fields.integer("stack_left"),
        cooperative=fields.boolean("cooperative") and fields.boolean("announced_before_draft", default=True),
    ),
}
