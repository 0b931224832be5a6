"""The set-up of a Limited event, and its problems under the rules with the nearest legal choice."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from cards.engine.rule_settings import choice_of_setting
from decks.engine.counting import FIRST_REDRAFT
from decks.engine.legality.context import Problem, Severity
from decks.engine.refusals import DeckRefusal
from drafts.engine import SUBTYPES
from drafts.engine.packs import check_even_pack_count, check_pack_expansions
from drafts.engine.pods import check_pairs, check_pods
from drafts.engine.refusals import DraftRefusal

FORMATS = ("standard", "expanded", "unlimited", "2v2")
"""Card formats whose rules a draft can follow."""

WITHOUT_SOLOMON = ("unlimited", "2v2")
"""Card formats whose rules list all kinds of Limited except Solomon as suitable (R-089, S20)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """An organizer's plan for a draft. Fields that are None are not checked.

    - `pods`: sizes of the pods, empty for equal pods.
    - `boosters`: the expansion codes of a player's packs.
    - `redraft_announced`: whether the redraft was announced before the event (R-095).
    - `cooperation_announced`: whether cooperation was announced before the draft (R-096).
    - `energy_announced`: whether it was announced before the day of the event if basic Energy is supplied
      (R-053).
    - `energy_announced_again`: whether this announcement was repeated at the event before the start (R-053).
    - `override`: whether a judge proceeds with a reason, where the rules allow it (R-002).
    - `hurry`: whether pick times in Booster shrink with the packs.
    - `trio`: whether a judge lets three players of an odd Solomon field draft as one group (S13).
    - `odd_open`: whether a judge decides about the odd player of Solomon when seats are assigned (S13).
    """

    subtype: str
    card_format: str = "standard"
    style: str = "limited"
    players: int | None = None
    packs_each: int | None = None
    pack_size: int | None = None
    pods: tuple[int, ...] = ()
    boosters: tuple[str, ...] = ()
    redraft_round: int | None = None
    redraft_announced: bool = False
    cooperative: bool = False
    cooperation_announced: bool = False
    energy_announced: bool | None = None
    energy_announced_again: bool | None = None
    override: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    hurry: bool = False
    trio: bool = False
    odd_open: bool = False


def setup_error_codes(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems if problem.severity == "error"]


def setup_warning_codes(problems: tuple[Problem, ...]) -> list[str]:
    return [problem.code for problem in problems if problem.severity == "warning"]


def check_draft_setup(setup: Setup) -> tuple[Problem, ...]:
    """Return all errors and warnings of a set-up."""
    return (
        *_subtype_problems(setup),
        *_field_problems(setup),
        *check_pack_expansions(setup.boosters, override=setup.override),
        *(
            check_even_pack_count(setup.packs_each)
            if setup.subtype == "rochester" and setup.packs_each is not None
            else ()
        ),
        *_announcement_problems(setup),
    )


def _subtype_problems(setup: Setup) -> Iterator[Problem]:
    """Check that the format offers this kind of Limited (R-089, S20)."""
    facts = {"subtype": setup.subtype, "format": setup.card_format}
    if setup.subtype not in SUBTYPES or "limited" not in setup.style:
        yield Problem(DraftRefusal.SUBTYPE_NOT_OFFERED, "error", (), "R-089", facts)
    elif setup.subtype == "solomon" and setup.card_format in WITHOUT_SOLOMON:
        is_refused = choice_of_setting(setup.settings, "S20") == "refuse"
        severity: Severity = "error" if is_refused else "warning"
        omission_facts = {**facts, "left_out": True, "refused": is_refused}
        yield Problem(DraftRefusal.SUBTYPE_NOT_OFFERED, severity, (), "R-089", omission_facts, "S20")


def _field_problems(setup: Setup) -> Iterator[Problem]:
    """Check that the players fit into pods or pairs; Sealed takes two or more (R-091, R-094)."""
    if setup.players is None:
        return
    if setup.subtype == "solomon":
        yield from check_pairs(setup.players, trio=setup.trio, odd_open=setup.odd_open)
    elif setup.subtype in ("booster", "rochester"):
        yield from check_pods(setup.players, setup.pods, settings=setup.settings, override=setup.override)
    elif setup.players < 2:
        yield Problem(DraftRefusal.TOO_FEW_TO_DRAFT, "error", (), "R-097", {"players": setup.players})


def _announcement_problems(setup: Setup) -> Iterator[Problem]:
    """Check the announcements of basic Energy and of the redraft, and whether players may cooperate."""
    # Whether Energy is supplied must be announced before the day and again before the start.
    if False in (setup.energy_announced, setup.energy_announced_again):
        yield Problem(DraftRefusal.ENERGY_ANNOUNCEMENT_MISSING, "error", (), "R-053")
    # Only Solomon has redrafts; they come before a later round and are announced before the tournament.
    if setup.redraft_round is not None:
        facts = {"round": setup.redraft_round, "subtype": setup.subtype}
        if setup.subtype != "solomon" or setup.redraft_round < FIRST_REDRAFT:
            yield Problem(DraftRefusal.REDRAFT_NOT_OFFERED, "error", (), "R-095", facts)
        elif not setup.redraft_announced:
            yield Problem(DeckRefusal.REDRAFT_NOT_ANNOUNCED, "error", (), "R-095", facts)
    # Players may only cooperate in Solomon, and only if that is announced before the draft.
    if setup.cooperative and setup.subtype != "solomon":
        yield Problem(DraftRefusal.COOPERATION_NOT_OFFERED, "error", (), "R-096", {"subtype": setup.subtype})
    elif setup.cooperative and not setup.cooperation_announced:
        yield Problem(
            DraftRefusal.COOPERATION_NOT_ANNOUNCED, "error", (), "R-096", {"subtype": setup.subtype}
        )


def stored_setup(setup: Setup) -> Mapping[str, Any]:
    """Return a set-up as the JSON values in which a draft stores it."""
    return asdict(replace(setup, settings=dict(setup.settings)))
