"""Texts about drafts: refusals with the nearest legal choice, announcements, parts of the day."""

from collections.abc import Callable, Mapping
from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from cards.engine.formats import DECK_RULES
from core import sentences
from decks.engine.faults import DeckFault
from decks.engine.legality import Problem
from decks.engine.refusals import DeckRefusal
from decks.words import limited_words
from drafts.engine.draft_plan import PICK_SECONDS, Notice, pick_times
from drafts.engine.draft_setup import Setup
from drafts.engine.pods import TRIO
from drafts.engine.refusals import DraftRefusal

Facts = Mapping[str, object]

FORMATS: dict[str, sentences.Sentence] = {
    "standard": _("Standard"),
    "expanded": _("Expanded"),
    "unlimited": _("Unlimited"),
    "2v2": _("2-on-2"),
}

POD_TOO_BIG = _("A pod has at most %(largest)s players; this one has %(size)s.")

FIXED: dict[str, sentences.Sentence] = {
    DraftRefusal.TOO_FEW_TO_DRAFT: _("A draft needs at least 2 players; there are %(players)s."),
    DraftRefusal.PODS_MISS_PLAYERS: _(
        "These pods have %(seats)s seats for %(players)s players. Give everyone one seat."
    ),
    DraftRefusal.REDRAFT_NOT_OFFERED: _(
        "Only Solomon can be drafted again, in round 2 or later. Leave the redraft out."
    ),
    DeckRefusal.REDRAFT_NOT_ANNOUNCED: limited_words.REDRAFT_NOT_ANNOUNCED,
    DraftRefusal.COOPERATION_NOT_OFFERED: _("Players pick together only in Solomon. Turn this off."),
    DraftRefusal.COOPERATION_NOT_ANNOUNCED: _(
        "Picking together is announced before the draft starts. Announce it, or let everyone pick in silence."
    ),
    DraftRefusal.ENERGY_ANNOUNCEMENT_MISSING: _(
        "Whether basic Energy is supplied is announced before the day of the event, and once more at the event before "
        "it starts. Make the announcement that is missing."
    ),
    DeckRefusal.PICK_FINAL: _("A card placed on your pile is a final pick. Pass the other cards on."),
    DeckRefusal.TRADE_FORBIDDEN: _("Do not trade cards before the tournament ends."),
    DeckRefusal.REARRANGE_TOO_EARLY: _("Rearrange drafted cards only after all opened cards are taken."),
    DeckRefusal.NO_TALK_DURING_DRAFT: _("Do not talk about picks before the stack is used up."),
}
"""Code -> its sentence, for codes that always have the same one."""

TEXTS: dict[str, Callable[[Facts], str]] = {}
"""Code -> function that writes its sentence from the facts."""


def register_text(code: str) -> Callable[[Callable[[Facts], str]], Callable[[Facts], str]]:
    """Register the decorated function as the one that writes the sentence of a refusal code."""

    def register(text: Callable[[Facts], str]) -> Callable[[Facts], str]:
        TEXTS[code] = text
        return text

    return register


NOTICES: dict[str, sentences.Sentence] = {
    "ENERGY_SUPPLIED": _("Basic Energy is supplied at the event."),
    "ENERGY_NOT_SUPPLIED": _("No basic Energy is supplied; use only what is in the packs."),
    "ENERGY_SUPPLIED_AGAIN": _("Reminder: basic Energy is supplied. Staff will show you where it is."),
    "ENERGY_NOT_SUPPLIED_AGAIN": _("Reminder: no basic Energy is supplied."),
    "REDRAFT": _(
        "Round %(redraft_round)s is played after a redraft; decks are built from all cards drafted so far."
    ),
    "REDRAFT_ALONE": _(
        "Round %(redraft_round)s is played after a redraft; decks are built from the new draft alone. "
        "Players keep all drafted cards."
    ),
    "COOPERATION": _("Players may talk and pick together."),
    "SILENCE": _("Do not talk about picks until the stack is used up."),
    "SIGNAL": _("Packs stay closed until the signal; everyone opens at the same time."),
    "SECRET": _("Keep picks secret: take one card face down, then pass the rest face down to the next seat."),
    "REARRANGE": _("Leave picks face up; rearrange them only after all opened cards are taken."),
    "BUILDING": _("30 minutes to build a deck of exactly %(cards)s cards."),
    "LIST_AND_UNUSED": _("Hand in a list: the deck, the supplied Energy, and every unused card."),
    "LIST": _("Hand in a deck list."),
    "NO_TRADING": _("Do not trade cards before the tournament ends."),
    "LOCKED": _("Once round 1 starts, decks can’t change."),
    "LOCKED_BUT_REDRAFT": _(
        "Once round 1 starts, decks can’t change until the redraft before round %(redraft_round)s."
    ),
    "LOCKED_AFTER_REDRAFT": _("Once round %(redraft_round)s starts, decks can’t change."),
    "PRIZES": _("Games are played with %(prizes)s Prize cards."),
}
WHEN: dict[str, sentences.Sentence] = {
    "before_event": _("Before event day"),
    "before_start": _("Before the start"),
    "during": _("While drafting"),
    "after": _("Then"),
}
WHEN_SEALED: dict[str, sentences.Sentence] = {"during": _("Before opening")}
"""Texts that are different in Sealed, where no cards are drafted."""

STEPS: dict[str, sentences.Sentence] = {
    "SEATING": _("Seats and packs"),
    "DRAFT": _("Draft"),
    "REGISTER": _("Opening packs and registering pools"),
    "BUILDING": _("Deck building"),
    "ROUND_1": _("Round 1"),
    "NEXT_ROUND": _("Next round"),
}


def setup_problem_text(problem: Problem) -> str:
    """Return sentences that describe a problem and suggest the nearest legal choice."""
    build_text = TEXTS.get(problem.code)
    if build_text:
        return build_text(problem.facts)
    return sentences.fill_sentence(FIXED[problem.code], problem.facts)


def packs_text(setup: Setup) -> str:
    """Return the packs of a player, such as "4 packs of 10 cards per player"."""
    packs, cards = setup.packs_each or 0, setup.pack_size or 0
    facts = {
        "packs": ngettext("%(packs)d pack", "%(packs)d packs", packs) % {"packs": packs},
        "cards": ngettext("%(cards)d card", "%(cards)d cards", cards) % {"cards": cards},
    }
    return gettext("%(packs)s of %(cards)s per player") % facts


def draft_summary_lines(setup: Setup, reason: str) -> list[str]:
    """Return lines about a draft for pages and paper, including the `reason` why a judge overrides a problem."""
    names = ", ".join(limited_words.expansion_name(code) for code in dict.fromkeys(setup.boosters))
    lines = [" · ".join(part for part in (packs_text(setup), names) if part)]
    if reason:
        lines.append(gettext("Going ahead anyway: %(reason)s") % {"reason": reason})
    return lines


def notice_text(notice: Notice, setup: Setup) -> str:
    """Return the text of an announcement, with the numbers of the event."""
    rules = DECK_RULES[setup.style]
    facts = {"redraft_round": setup.redraft_round, "cards": rules.cards, "prizes": rules.prizes}
    return sentences.fill_sentence(NOTICES[notice.code], facts)


def notice_due_text(notice: Notice, setup: Setup) -> str:
    """Return when an announcement is due."""
    texts_of_subtype = WHEN_SEALED if setup.subtype == "sealed" else {}
    return str(texts_of_subtype.get(notice.when, WHEN[notice.when]))


def draft_format_name(code: object) -> str:
    return str(FORMATS.get(str(code), code))


def pods_text(pods: int, size: int) -> str:
    """Return pods of one size as text, such as "2 pods of 5"."""
    return ngettext("%(pods)d pod of %(size)d", "%(pods)d pods of %(size)d", pods) % {
        "pods": pods,
        "size": size,
    }


def draft_tables_text(subtype: str, pods: int, size: int) -> str:
    """Return the tables of one size as text: "2 pods of 5", or in Solomon "4 pairs" or "1 group of three"."""
    if subtype != "solomon":
        return pods_text(pods, size)
    if size == TRIO:
        return ngettext("%(groups)d group of three", "%(groups)d groups of three", pods) % {"groups": pods}
    return ngettext("%(pairs)d pair", "%(pairs)d pairs", pods) % {"pairs": pods}


def sit_out_text(sit_out: int, pods: int, size: int) -> str:
    """Return how many players must sit out, and the pods that the others fill."""
    sentence = ngettext(
        "If %(out)d player sits out, the others fill %(pods)s.",
        "If %(out)d players sit out, the others fill %(pods)s.",
        sit_out,
    )
    return sentence % {"out": sit_out, "pods": pods_text(pods, size)}


def int_or_zero(value: object) -> int:
    """Return a fact that is a whole number, or 0 for any other value."""
    return value if isinstance(value, int) else 0


def _items_as_text(value: object) -> list[str]:
    """Return the items of a tuple or list as texts, or an empty result for any other value."""
    return [str(item) for item in value] if isinstance(value, tuple | list) else []


@register_text(DraftRefusal.POD_TOO_BIG)
def pod_too_big_text(facts: Facts) -> str:
    return " ".join([str(POD_TOO_BIG) % facts, *_nearest_choices(facts)])


@register_text(DraftRefusal.PODS_NOT_EQUAL)
def pods_not_equal_text(facts: Facts) -> str:
    sentence = gettext("Pods are of equal size, at most 8 players each.")
    sizes = _items_as_text(facts.get("sizes"))
    if sizes:
        fault = gettext("These have %(sizes)s.") % {"sizes": ", ".join(sizes)}
    else:
        fault = gettext("%(players)s players cannot be split that way.") % facts
    return " ".join([sentence, fault, *_nearest_choices(facts)])


def _nearest_choices(facts: Facts) -> list[str]:
    """Return sentences about the nearest legal choices."""
    choice_sentences = []
    if "pods" in facts:
        choice_sentences.append(
            gettext("Nearest: %(pods)s.")
            % {"pods": pods_text(int_or_zero(facts["pods"]), int_or_zero(facts["pod_size"]))}
        )
    if "sit_out" in facts:
        numbers = (int_or_zero(facts[name]) for name in ("sit_out", "out_pods", "out_size"))
        choice_sentences.append(sit_out_text(*numbers))
    if "pods" not in facts:
        choice_sentences.append(gettext("Or play Sealed, which works with any number of players."))
    return choice_sentences


@register_text(DraftRefusal.NOT_A_PAIR)
def not_a_pair_text(facts: Facts) -> str:
    pairs = int_or_zero(facts.get("pairs"))
    sentence = ngettext("Make it %(pairs)d pair.", "Make it %(pairs)d pairs.", pairs) % {"pairs": pairs}
    return gettext("Two players share one stack in Solomon, not %(players)s.") % facts + f" {sentence}"


@register_text(DeckFault.POOL_MIXED_EXPANSIONS)
def mixed_expansions_text(facts: Facts) -> str:
    texts = {"expansions": ", ".join(_items_as_text(facts.get("expansions"))), "most": facts.get("most")}
    return (
        gettext(
            "All packs of an event come from the same expansion; these come from %(expansions)s. "
            "Nearest: %(most)s for all."
        )
        % texts
    )


@register_text(DraftRefusal.ODD_PACKS_FOR_ROCHESTER)
def odd_packs_text(facts: Facts) -> str:
    less, more = int_or_zero(facts.get("less")), int_or_zero(facts.get("more"))
    explanation = gettext(
        "Rochester opens two packs at a time, so every player has an even number, not %(packs_each)s."
    )
    nearest = gettext("Nearest: %(less)d or %(more)d.") if less > 0 else gettext("Nearest: %(more)d.")
    return f"{explanation % facts} {nearest % {'less': less, 'more': more}}"


@register_text(DraftRefusal.SUBTYPE_NOT_OFFERED)
def subtype_not_offered_text(facts: Facts) -> str:
    if facts.get("left_out"):
        explanation = gettext(
            "The rules of %(format)s name Sealed, Booster and Rochester, and leave Solomon out."
        )
        nearest = (
            gettext("Nearest: Booster.")
            if facts.get("refused")
            else gettext("It is not forbidden; the organizer decides.")
        )
        return f"{explanation % {'format': draft_format_name(facts.get('format'))}} {nearest}"
    return gettext("Limited is played as Sealed, Booster, Rochester or Solomon. Choose one of these.")


@register_text(DeckFault.PACKS_NOT_IN_FORMAT)
def packs_not_in_format_text(facts: Facts) -> str:
    """Return why decks with cards from these packs are not legal in the format, and what can be done about it."""
    texts = {**facts, "format": draft_format_name(facts.get("format")), "day": _day_text(facts.get("day"))}
    cards, illegal = int_or_zero(facts.get("known")), int_or_zero(facts.get("out"))
    if illegal == cards:
        explanation = gettext(
            "%(set)s is not in %(format)s on %(day)s, so decks with its cards are not legal."
        )
    else:
        explanation = gettext(
            "%(out)s of the %(known)s known cards of %(set)s are not in %(format)s on %(day)s, so decks "
            "with them are not legal."
        )
    formats = gettext(" or ").join(map(draft_format_name, _items_as_text(facts.get("formats"))))
    if formats:
        advice = gettext(
            "If these are the packs of the event, set its format to %(formats)s. Otherwise, choose other packs."
        )
    else:
        advice = gettext("Choose other packs, or let a judge rule on the lists.")
    return f"{explanation % texts} {advice % {'formats': formats}}"


@register_text(DeckFault.PACKS_NOT_YET_LEGAL)
def packs_not_yet_legal_text(facts: Facts) -> str:
    texts = {**facts, "day": _day_text(facts.get("day")), "date": _day_text(facts.get("date"))}
    sentence = gettext(
        "%(set)s becomes legal on %(date)s, and the event is on %(day)s, so decks with its cards are not "
        "legal. Choose other packs or a later day; for a Prerelease, enter its expansion under Deck list "
        "rules."
    )
    return sentence % texts


def _day_text(value: object) -> str:
    return date_format(value, "j F Y") if isinstance(value, date) else str(value)


@register_text(DeckRefusal.DECK_LOCKED)
def deck_locked_text(facts: Facts) -> str:
    if facts.get("redraft_not_announced"):
        return gettext("The redraft was not announced before the tournament, so decks can’t change.")
    if "by_card" in facts:
        return gettext("A damaged card is replaced by another copy of the same card: %(damaged)s.") % facts
    if "by_staff" in facts:
        return gettext("The list is handed in. Ask staff if something must change.")
    return gettext("The deck can no longer change.")


@register_text(DeckRefusal.POOL_LIST_INCOMPLETE)
def pool_list_incomplete_text(facts: Facts) -> str:
    missing, pool = int_or_zero(facts.get("missing")), facts.get("pool")
    rule = gettext(
        "The deck without supplied Energy and the unused cards add up to the pool of %(pool)s."
    ) % {"pool": pool}
    if missing > 0:
        sentence = ngettext("One card is missing.", "%(missing)d cards are missing.", missing)
        return f"{rule} {sentence % {'missing': missing}}"
    if missing < 0:
        sentence = ngettext("One card too many.", "%(over)d cards too many.", -missing) % {"over": -missing}
        return f"{rule} {sentence}"
    limit = gettext("The supplied Energy cannot exceed the cards in the deck.")
    return f"{rule} {limit}"


sentences.REFUSALS.update(
    {
        DraftRefusal.TOO_FEW_TO_DRAFT: FIXED[DraftRefusal.TOO_FEW_TO_DRAFT],
        DraftRefusal.PODS_MISS_PLAYERS: FIXED[DraftRefusal.PODS_MISS_PLAYERS],
        DraftRefusal.POD_TOO_BIG: POD_TOO_BIG,
        DraftRefusal.PODS_NOT_EQUAL: _("A pod has 2 to 8 players, not %(players)s."),
        DraftRefusal.NOT_A_PAIR: _("Two players share one stack in Solomon, not %(players)s."),
        DraftRefusal.PACKS_NOT_EVEN: _(
            "%(packs)s packs do not give %(seats)s players the same number. Every pack needs a card, "
            "and every player the same number of packs."
        ),
        DraftRefusal.ODD_PACKS_FOR_ROCHESTER: _(
            "Rochester opens two packs at a time, so every player has an even number, not %(packs_each)s."
        ),
        DraftRefusal.NO_PODS: _("There are no pods."),
        DraftRefusal.DRAFT_OVER: _("This draft is over."),
        DraftRefusal.NOT_YOUR_MOVE: _("It is not seat %(seat)s’s turn."),
        DraftRefusal.CARD_NOT_OFFERED: _("That card cannot be picked. Check the table again."),
        DraftRefusal.MOVE_NOT_THERE: _("That move was already undone."),
        DraftRefusal.MOVE_BUILT_UPON: _(
            "Others have picked since then. Undo their moves first, one at a time, newest first."
        ),
    }
)


sentences.register_sentences(
    {
        "PodsDrawn": (
            _("Draft pods made: %(pods)s, players: %(players)s, random seed %(seed)s"),
            _("The draft pods are back as they were."),
        ),
        "PodsCleared": (_("Draft pods deleted"), _("The draft pods are restored.")),
    },
)


def pick_times_text(setup: Setup, pick_seconds: int | None) -> str:
    """Return the seconds of each pick from one pack as text, or "" unless pick times shrink."""
    if not (setup.hurry and setup.subtype == "booster" and setup.pack_size):
        return ""
    seconds = PICK_SECONDS[setup.subtype] if pick_seconds is None else pick_seconds
    times = pick_times(seconds, setup.pack_size, hurry=True)
    return _("Seconds per pick: %(times)s.") % {"times": ", ".join(map(str, times))}
