"""Texts about the odd player of a Solomon draft, for pages and the run sheet (R-094, S13)."""

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from drafts.engine.draft_plan import DraftPlan
from drafts.engine.odd_player import CODES, OddStep
from drafts.engine.refusals import DraftRefusal
from drafts.queries.odd_player import GroupOfThree, OddPlayer
from drafts.words.draft_words import draft_summary_lines, int_or_zero, register_text

WHEN: dict[str, sentences.Sentence] = {
    "PACKS": _("While everyone takes their seats"),
    "POOL": _("On the signal to open packs"),
    "BUILD": _("When the pairs build"),
    "LIST": _("When the pairs hand in"),
}
TEXTS: dict[str, sentences.Sentence] = {
    "PACKS": _("Hand out %(packs)s to %(name)s. They stay closed until the signal."),
    "POOL": _("%(name)s opens the packs alone. Enter the pool by hand and name its packs."),
    "BUILD": _("%(name)s builds in the same 30 minutes."),
    "LIST": _("%(name)s hands in the list with the unused cards."),
}
YOUR_TEXTS: dict[str, sentences.Sentence] = {
    "PACKS": _("Get %(packs)s from a judge. They stay closed until the signal."),
    "POOL": _("On the signal, open your packs alone. A staff member enters your pool with you."),
    "BUILD": _("Build your deck in the same 30 minutes as the pairs."),
    "LIST": _("Hand in your list with the unused cards."),
}
GROUP_TEXTS: dict[str, sentences.Sentence] = {
    "SEATS": _("Take your seats at one table. The packs stay closed until the signal."),
    "STACK": _("Open all packs and look, then shuffle everything into one stack."),
    "COIN": _("Roll a die to see who goes first. The others follow clockwise."),
    "GROUP": _(
        "Four cards at a time: one card each, face down, and the last for the player who turned them over. Then the "
        "next player clockwise turns over four."
    ),
    "BUILD": _("Build your deck. You have 30 minutes."),
    "HAND_IN": _("Hand in your list with the unused cards."),
}

GROUP_ROWS: tuple[tuple[sentences.Sentence, sentences.Sentence], ...] = (
    (
        _("On the signal to open packs"),
        _("They open all packs, look, and shuffle everything into one stack."),
    ),
    (
        _("When the pairs flip coins"),
        _("They roll a die. The player who goes first is Player 1; Players 2 and 3 follow clockwise."),
    ),
    (
        _("Every four cards"),
        _("Each takes one card, clockwise. The player who turned them over also takes the last."),
    ),
)


def odd_title(player: OddPlayer) -> str:
    """Return the heading of the part about the odd player."""
    return gettext("Without a pair: %(name)s") % {"name": player.name}


def odd_step_text(player: OddPlayer, step: OddStep) -> str:
    """Return what has to be done at a step of the odd player."""
    return sentences.fill_sentence(TEXTS[step.code], {"name": player.name, "packs": _packs_text(player)})


def group_rows() -> list[tuple[str, str]]:
    """Return the time and the text of each step that a group of three drafts by, for the run sheet."""
    return [(str(when), str(text)) for when, text in GROUP_ROWS]


def your_step_text(player: OddPlayer, step: OddStep) -> str:
    """Return what the odd player does at a step, for their own page."""
    return sentences.fill_sentence(YOUR_TEXTS[step.code], {"packs": _packs_text(player)})


def group_step_text(group: GroupOfThree, step: OddStep) -> str:
    """Return what a player of a group of three does at a step, with their cards of the current four."""
    text = str(GROUP_TEXTS[step.code])
    if step.code != "GROUP" or step.state != "now":
        return text
    picks = gettext(" and ").join(map(str, group.picks))
    if not group.turns_over:
        turn_text = gettext("Now you turn the cards over. Your picks: %(picks)s.") % {"picks": picks}
    elif picks:
        turn_text = gettext("Now %(name)s turns the cards over. Your pick: %(picks)s.") % {
            "name": group.turns_over,
            "picks": picks,
        }
    else:
        turn_text = gettext("Now %(name)s turns the last cards over.") % {"name": group.turns_over}
    return f"{text} {turn_text}"


def _packs_text(player: OddPlayer) -> str:
    packs = ngettext("%(packs)d pack", "%(packs)d packs", player.packs) % {"packs": player.packs}
    return packs if player.packs else gettext("the packs")


def odd_rows(player: OddPlayer) -> list[tuple[str, str]]:
    """Return the time and the text of each step of the odd player, for the run sheet."""
    return [(str(WHEN[code]), odd_step_text(player, OddStep(code, "to_come"))) for code in CODES]


def paper_lines(plan: DraftPlan, reason: str) -> list[str]:
    """Return the lines that `draft_summary_lines` returns, for a run sheet.

    A last line says that the odd player of Solomon is still to be decided (S13).
    """
    lines = draft_summary_lines(plan.setup, reason)
    if any(problem.code == DraftRefusal.ODD_PLAYERS for problem in plan.problems):
        lines.append(
            gettext("One player has no pair: pool by hand, or a group of three. The head judge decides.")
        )
    return lines


@register_text(DraftRefusal.ODD_PLAYERS)
def odd_players_text(facts: sentences.Facts) -> str:
    pairs = int_or_zero(facts.get("pairs"))
    if facts.get("open"):
        sentence = ngettext(
            "%(players)s players make %(pairs)d pair, and one player is left over. When seats are assigned, the head "
            "judge gives this player a pool by hand or makes a group of three.",
            "%(players)s players make %(pairs)d pairs, and one player is left over. When seats are assigned, the head "
            "judge gives this player a pool by hand or makes a group of three.",
            pairs,
        )
        return sentence % {"players": facts.get("players"), "pairs": pairs}
    explanation = (
        gettext("Solomon is drafted in pairs, and with %(players)s players one is left over.") % facts
    )
    sentence = ngettext(
        "Nearest: %(pairs)d pair. When seats are assigned, the head judge gives one player a pool by hand or makes a "
        "group of three.",
        "Nearest: %(pairs)d pairs. When seats are assigned, the head judge gives one player a pool by hand or makes a "
        "group of three.",
        pairs,
    )
    return f"{explanation} {sentence % {'pairs': pairs}}"
