"""Texts for the steps of a draft on paper: a short line for the hall, and an instruction."""

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from drafts.engine.pods import PAIR
from drafts.engine.procedures.booster import LEFT
from drafts.engine.procedures.solomon import GROUP
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import RunStep
from drafts.models import BuildMark

sentences.REFUSALS.update(
    {
        DraftRefusal.DRAFT_MOVED_ON: _("Another judge has advanced this draft. Check where it is."),
        DraftRefusal.DRAFT_CLOCK_MOVED_ON: _(
            "The clock has already started the next step. Check where the draft is."
        ),
        DraftRefusal.DRAFT_AT_END: _("This was the last step."),
        DraftRefusal.DRAFT_AT_START: _("This is the first step."),
        DraftRefusal.DRAFT_TAP_UNKNOWN: _(
            "That is not possible at this step. Nothing was changed. Reload the page."
        ),
        DraftRefusal.DRAFT_HAS_BEGUN: _("This draft has started, so its seats can no longer change."),
        DraftRefusal.COIN_NOT_ENTERED: _("Enter who won the coin flip, or flip here."),
        DraftRefusal.SEAT_NOT_IN_PAIR: _("This player is not in this pair."),
        DraftRefusal.POOLS_NOT_IN: _(
            "%(done)s of %(all)s pools are registered and checked. Missing: %(names)s."
        ),
        DraftRefusal.BUILD_NOT_OVER: _(
            "%(left)s of building time left. Players can still change their decks."
        ),
        DraftRefusal.BUILD_NOT_OVER_LISTS: _(
            "%(left)s of building time left. Lists missing (%(missing)s): %(names)s."
        ),
        DraftRefusal.BUILD_RUNS: _("Deck building is already running. Add minutes, or end it first."),
        DraftRefusal.BUILD_NOT_BEGUN: _("Deck building is not running here. Start the clock first."),
        DraftRefusal.BUILD_PAUSED: _("The clock is already paused."),
        DraftRefusal.BUILD_NOT_PAUSED: _("The clock is already running."),
        DraftRefusal.BUILD_MINUTES_WRONG: _("Enter 1 to %(most)s minutes."),
        DraftRefusal.BUILD_TOO_LATE: _("Round %(round)s is posted, so decks can no longer change."),
        DraftRefusal.BUILD_TAP_NOT_FOUND: _("That was already undone."),
    }
)


def pod_text(pod: object, *, pair: bool = False) -> str:
    """Return the name of a pod: "pod 2", "pair 2", or "everyone" for 0."""
    if not pod:
        return gettext("everyone")
    return (gettext("pair %(pod)s") if pair else gettext("pod %(pod)s")) % {"pod": pod}


def build_tap_text(mark: BuildMark, *, pair: bool) -> str:
    """Return the effect of a tap on a building clock as a sentence."""
    pod_name = pod_text(mark.pod, pair=pair)
    if mark.kind == BuildMark.Kind.MORE:
        facts = {"minutes": mark.minutes, "who": pod_name}
        return gettext("%(minutes)s more minutes to build: %(who)s.") % facts
    if mark.kind == BuildMark.Kind.PAUSED:
        return gettext("Deck building paused: %(who)s.") % {"who": pod_name}
    if mark.kind == BuildMark.Kind.RESUMED:
        return gettext("Deck building resumed: %(who)s.") % {"who": pod_name}
    if mark.kind == BuildMark.Kind.END:
        return gettext("Deck building is over: %(who)s.") % {"who": pod_name}
    return gettext("Deck building begins: %(who)s, 30 minutes.") % {"who": pod_name}


def pod_journal_texts(facts: Facts) -> Facts:
    """Return additional facts as text, for journal kinds about one pod."""
    return {"pod_text": pod_text(facts.get("pod"))}


TEXTS: dict[str, tuple[sentences.Sentence, sentences.Sentence]] = {
    "SEATS": (_("Take your seats"), _("Hand out the packs. They stay closed until the signal.")),
    "OPEN_OWN_LEFT": (
        _("Everyone opens pack %(opening)s"),
        _("Look at your cards in secret. This pack is passed to the left, clockwise."),
    ),
    "OPEN_OWN_RIGHT": (
        _("Everyone opens pack %(opening)s"),
        _("Look at your cards in secret. This pack is passed to the right, counterclockwise."),
    ),
    "PICK_OWN_LEFT": (
        _("Pick %(turn)s of %(turns)s"),
        _("Take one card face down, then pass the rest face down to the left."),
    ),
    "PICK_OWN_RIGHT": (
        _("Pick %(turn)s of %(turns)s"),
        _("Take one card face down, then pass the rest face down to the right."),
    ),
    "PICK_OWN_LAST": (_("Pick %(turn)s of %(turns)s"), _("Take the last card, face down.")),
    "OPEN_TWO": (
        _("%(name)s opens two packs"),
        _("Seat %(seat)s lays all cards face up. Everyone looks."),
    ),
    "PICK_ONE": (_("%(name)s picks"), _("Seat %(seat)s takes one card, face up.")),
    "REARRANGE": (_("All cards are taken"), _("Rearrange your cards now, if you like.")),
    "STACK": (_("Open all packs and look"), _("Then shuffle everything into one face-down stack.")),
    "COIN": (_("Flip a coin"), _("The winner is Player 1, who turns over the first cards and picks first.")),
    "COIN_OF_THREE": (
        _("Decide who goes first"),
        _(
            "Roll a die, or decide at random here. The player who goes first is Player 1 and turns over "
            "the first cards; the others follow clockwise."
        ),
    ),
    "GROUP": (
        _("%(name)s turns four cards over"),
        _("%(name)s takes one, %(other_name)s two, %(name)s the last, face down."),
    ),
    "GROUP_OF_THREE": (
        _("%(name)s turns four cards over"),
        _("Each takes one card, face down: %(name)s, %(other_name)s. %(name)s also takes the last."),
    ),
    "GROUP_SMALL": (
        _("%(name)s turns the last cards over"),
        _(
            "Fewer than four cards are left. The rules do not cover this, so the roles continue: "
            "pick in the order below until no card is left."
        ),
    ),
    "SIGNAL": (_("Open your packs"), _("Everyone opens at the same time. Count the cards; no building yet.")),
    "REGISTER": (
        _("Register your pool"),
        _("Count your cards, on the phone or on the sheet. The verifier counts again and signs."),
    ),
    "BUILD": (_("Build your deck"), _("30 minutes, using only your cards and the supplied basic Energy.")),
    "HAND_IN": (_("Hand in your list"), _("The deck, the supplied Energy, and every unused card.")),
}
"""Variant of a step -> a short line for the hall, and an instruction."""


def step_texts(step: RunStep, name: str, opponent: str = "") -> tuple[str, str]:
    """Return the short line and the instruction of a step.

    `name`: the player who acts. `opponent`: the other player in Solomon. "" shows the seat instead.
    """
    facts: sentences.Facts = {
        "name": name or _actor_text(step, step.seat),
        "other_name": opponent or ", ".join(_actor_text(step, seat) for seat in _other_players_of_step(step)),
        "seat": step.seat,
        "opening": step.opening,
        "turn": step.turn,
        "turns": step.turns,
    }
    variant = step.code
    if step.code == "GROUP" and len(step.order) != GROUP:
        variant = "GROUP_SMALL"
    elif step.code == "GROUP" and len(set(step.order)) > PAIR:
        variant = "GROUP_OF_THREE"
    elif step.code == "COIN" and step.turns:
        variant = "COIN_OF_THREE"
    elif step.code == "PICK_OWN" and step.turn == step.turns:
        variant = "PICK_OWN_LAST"
    elif step.code != "GROUP" and step.way:
        variant = f"{step.code}_LEFT" if step.way == LEFT else f"{step.code}_RIGHT"
    line, hint = TEXTS[variant]
    return sentences.fill_sentence(line, facts), sentences.fill_sentence(hint, facts)


def _other_players_of_step(step: RunStep) -> list[int]:
    """Return the other players of a step in Solomon, in order of their picks."""
    others = list(dict.fromkeys(seat for seat in step.order if seat != step.seat))
    return others or [PAIR + 1 - step.seat]


def _actor_text(step: RunStep, seat: int) -> str:
    """Return a substitute for an unknown name: player 1 or 2 in Solomon, otherwise the seat."""
    facts = {"seat": seat}
    return gettext("player %(seat)d") % facts if step.code == "GROUP" else gettext("seat %(seat)d") % facts


def step_position_text(step: RunStep) -> str:
    """Return the position of a step in the draft, such as "Pack 2 of 4, pick 3 of 10"; "" outside of openings."""
    facts = {"one": step.opening, "all": step.openings, "turn": step.turn, "turns": step.turns}
    if step.turn and step.code == "PICK_OWN":
        return gettext("Pack %(one)s of %(all)s, pick %(turn)s of %(turns)s") % facts
    if step.turn:
        return gettext("Opening %(one)s of %(all)s, pick %(turn)s of %(turns)s") % facts
    if step.code == "GROUP":
        return pgettext("four cards", "Group %(one)s of %(all)s") % facts
    if step.code == "OPEN_OWN":
        return gettext("Pack %(one)s of %(all)s") % facts
    return gettext("Opening %(one)s of %(all)s") % facts if step.opening else ""


sentences.register_sentences(
    {
        "DraftBegun": (
            _("Draft %(number)s started"),
            _("The draft has not started; its seats can change."),
        ),
    },
)

sentences.register_sentences(
    {
        "BuildStarted": _("Draft %(number)s, %(pod_text)s: deck building begins"),
        "BuildLonger": _("Draft %(number)s, %(pod_text)s: %(minutes)s more minutes to build. %(reason)s"),
        "BuildPaused": _("Draft %(number)s, %(pod_text)s: deck building is paused"),
        "BuildResumed": _("Draft %(number)s, %(pod_text)s: deck building resumed"),
        "BuildEnded": _("Draft %(number)s, %(pod_text)s: deck building is over"),
        "BuildTapWithdrawn": _("Draft %(number)s, %(pod_text)s: a tap on the building clock was undone"),
    },
    facts=pod_journal_texts,
)
