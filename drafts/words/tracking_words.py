"""Texts shown while physical packs are drafted and every pick is tapped (R-092–094)."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from drafts.engine.pods import PAIR
from drafts.engine.procedures.booster import LEFT
from drafts.engine.refusals import DraftRefusal
from drafts.engine.run import RunStep
from drafts.queries.seat_views import DraftSeatView
from drafts.words import draft_run_words
from drafts.words.draft_run_words import pod_text

sentences.REFUSALS.update(
    {
        DraftRefusal.COIN_NOT_AGREED: _(
            "First agree on the coin flip: enter who won, and the other player confirms it. Or ask a judge."
        ),
        DraftRefusal.COIN_DIFFERS: _(
            "Another entry about the coin flip came first. Look at it, then confirm it or flip again."
        ),
        DraftRefusal.COIN_SETTLED: _("It is already decided who goes first. If that is wrong, call a judge."),
        DraftRefusal.CARDS_NOT_NAMED: _("Name all cards that are face up, then pick."),
        DraftRefusal.STAFF_ONLY: _("Only staff can do that. Call a judge."),
        DraftRefusal.CARD_UNNAMED: _("Choose the card: tap it in the list, or write its name."),
        DraftRefusal.CARD_NUMBERS_UNKNOWN: _(
            "No card in these packs matches: %(numbers)s. Check the number, or write the name of the card."
        ),
        DraftRefusal.NAMES_NOT_WANTED: _(
            "You named %(names)s cards, and %(cards)s are face up without a name. Check the table again."
        ),
        DraftRefusal.CARD_NOT_YOURS: _("This card is no longer in this pile. Check the pile."),
        DraftRefusal.PACK_NOT_THERE: _(
            "There are no cards there now, so none can be missing or extra. Check what you chose."
        ),
        DraftRefusal.SEAT_NOT_FOUND: _("The draft already continues without seat %(seat)s."),
        DraftRefusal.SEAT_IS_THERE: _(
            "The player at seat %(seat)s picks. Random picks are only for a player who has dropped."
        ),
        DraftRefusal.SEAT_PICKS_AT_RANDOM: _(
            "Seat %(seat)s picks at random, and only a staff member opens packs and picks for it. If the "
            "player is back, ask a judge to undo the drop."
        ),
        DraftRefusal.LEAVING_UNKNOWN: _(
            "Choose how the draft continues. The rest of a stack can only be given away in a Solomon pair, "
            "while cards are left."
        ),
        DraftRefusal.PICK_STANDS: _(
            "This pick can no longer be undone here: another player has picked since, or it was "
            "tapped on another device. Call a judge."
        ),
        DraftRefusal.PICK_TIME_NOT_OVER: _(
            "This pick’s time is not over, or the player has picked since. Check the draft page."
        ),
        DraftRefusal.DRAFT_NOT_TRACKED: _("This draft is run on paper. No picks are tapped."),
        DraftRefusal.PACKS_NOT_NAMED: _(
            "Enter how many packs each player opens and how many cards a pack has. Then picks can be tapped."
        ),
        DraftRefusal.NOTHING_TO_PICK: _("There are no picks in Sealed, so there is nothing to tap."),
    }
)
JUDGED: Mapping[tuple[str, str], sentences.Sentence] = {
    ("undo_move", ""): _("move %(of_text)s was undone"),
    ("short", ""): _("a card was missing at seat %(seat)s"),
    ("extra", ""): _("there was an extra card at seat %(seat)s"),
    ("leave", "skip"): _("seat %(seat)s has dropped, the draft continues without it"),
    ("leave", "half"): _("seat %(seat)s dropped, the other player gets half of the stack"),
    ("leave", "rest"): _("seat %(seat)s dropped, the other player gets the rest of the stack"),
    ("leave", "random"): _("seat %(seat)s dropped and picks at random"),
}
ON_TABLE: Mapping[str, sentences.Sentence] = {
    "short": _("a card was missing on the table"),
    "extra": _("there was an extra card on the table"),
}


def _judged_move_sentence_facts(facts: Facts) -> Facts:
    """Return a judge's decision as text, with its pod and move, for its journal line."""
    move, move_index = str(facts.get("move", "")), facts.get("of")
    texts = {
        "of_text": move_index + 1 if isinstance(move_index, int) else "",
        "pod_text": pod_text(facts.get("pod")),
    }
    sentence = JUDGED.get((move, str(facts.get("way", ""))), move)
    if not facts.get("seat"):
        sentence = ON_TABLE.get(move, sentence)
    return {**texts, "judged_text": sentences.fill_sentence(sentence, {**facts, **texts})}


DIRECTION_TEXTS = {LEFT: _("to the left"), -LEFT: _("to the right")}


def view_position_text(seat_view: DraftSeatView) -> str:
    """Return the position in the draft, such as "Pack 2 of 4, pick 3 of 10"; "" while no packs are open."""
    if not seat_view.begun or seat_view.idle or seat_view.view.over:
        return ""
    code = {"booster": "PICK_OWN", "solomon": "GROUP"}.get(seat_view.subtype, "PICK_ONE")
    turn = 0 if code == "GROUP" else seat_view.pick
    step = RunStep(code, seat_view.opening, seat_view.openings, turn, seat_view.picks)
    sentence = draft_run_words.step_position_text(step)
    if code != "GROUP":
        return sentence
    pick = gettext("pick %(turn)s of %(turns)s") % {"turn": seat_view.pick, "turns": seat_view.picks}
    return f"{sentence}, {pick}"


def seat_texts(seat_view: DraftSeatView, names: Mapping[int, str]) -> tuple[str, str]:
    """Return a short line and an instruction, addressed to the player of the seat or, for seat 0, to spectators."""
    facts: Facts = {
        "opening": seat_view.coming if seat_view.idle else seat_view.opening,
        "picked": seat_view.picked,
        "there": seat_view.seats_left,
        "cards": seat_view.last_group,
        "name": seat_name(next(iter(seat_view.view.to_act), 0), names),
        "way": DIRECTION_TEXTS.get(seat_view.way, ""),
        "to": names.get(seat_view.passes_to, ""),
        "from": names.get(seat_view.gets_from, ""),
    }
    line, hint = TEXTS[_seat_view_state_code(seat_view)]
    return sentences.fill_sentence(line, facts), sentences.fill_sentence(hint, facts)


def seat_name(seat: int, names: Mapping[int, str]) -> str:
    """Return the name of the player at a seat, or "seat 3" if it is unknown."""
    return names.get(seat) or gettext("seat %(seat)d") % {"seat": seat}


def _seat_view_state_code(seat_view: DraftSeatView) -> str:
    """Return the state of a view as a key of `TEXTS`."""
    if seat_view.view.over:
        return "OVER" if seat_view.seat else "OVER_ALL"
    if seat_view.seat in seat_view.dropped:
        return "DROPPED"
    if seat_view.seat and seat_view.seat in seat_view.at_random:
        return "RANDOM"
    if seat_view.subtype == "booster":
        if seat_view.idle:
            return "SIGNAL" if seat_view.seat else "SIGNAL_ALL"
        if not seat_view.seat:
            return "PICKING"
        if not seat_view.acts:
            return "PICKED"
        return "LAST" if len(seat_view.view.hand) == 1 else "PICK"
    if seat_view.awaits_coin_flip:
        return "COIN_OF_THREE" if seat_view.seats > PAIR else "COIN"
    actor = "YOU" if seat_view.acts else "OTHER"
    if seat_view.idle:
        group = "GROUP_OF_THREE" if seat_view.seats > PAIR else "GROUP"
        group = "LAST_GROUP" if seat_view.last_group else group
        return f"{'OPEN' if seat_view.subtype == 'rochester' else group}_{actor}"
    return f"TAKE_{actor}"


TEXTS: dict[str, tuple[sentences.Sentence, sentences.Sentence]] = {
    "SIGNAL": (
        _("Wait for the signal"),
        _("Pack %(opening)s stays closed until the signal. Then everyone opens at the same time."),
    ),
    "SIGNAL_ALL": (
        _("Pack %(opening)s is opened next"),
        _("Packs stay closed until the signal. Then everyone opens at the same time."),
    ),
    "PICK": (
        _("Pick a card"),
        _("Take one card and tap it here. Lay it face down, and pass the rest face down %(way)s, to %(to)s."),
    ),
    "LAST": (_("Take the last card"), _("Tap it here to add it to your pile.")),
    "PICKED": (
        _("%(picked)s of %(there)s have picked"),
        _("Your pick is saved. Once everyone has picked, the next cards come from %(from)s."),
    ),
    "PICKING": (
        _("%(picked)s of %(there)s have picked"),
        _("Take one card face down, then pass the rest face down %(way)s."),
    ),
    "OPEN_YOU": (_("You open two packs"), _("Lay all cards face up, so that everyone can look.")),
    "OPEN_OTHER": (_("%(name)s opens two packs"), _("All cards are face up, and everyone looks.")),
    "COIN": (_("Flip a coin"), _("The winner turns over the first cards and picks first.")),
    "COIN_OF_THREE": (
        _("Decide who goes first"),
        _(
            "Roll a die. The player who goes first turns over the first cards and picks first; the others "
            "follow clockwise."
        ),
    ),
    "GROUP_OF_THREE_YOU": (
        _("You turn four cards over"),
        _(
            "You take one card, each of the others takes one, and you take the last. Lay the cards you "
            "took face down."
        ),
    ),
    "GROUP_OF_THREE_OTHER": (
        _("%(name)s turns four cards over"),
        _("Each takes one card, clockwise, and %(name)s takes the last one."),
    ),
    "GROUP_YOU": (
        _("You turn four cards over"),
        _(
            "You take one card, your opponent takes two, and you take the last. Lay the cards you took "
            "face down."
        ),
    ),
    "GROUP_OTHER": (_("%(name)s turns four cards over"), _("One card, then two, then the last one.")),
    "LAST_GROUP_YOU": (
        _("You turn the last cards over"),
        _(
            "Fewer than four cards are left: %(cards)s. The rules do not cover this, so the roles "
            "continue in the same order until no card is left."
        ),
    ),
    "LAST_GROUP_OTHER": (
        _("%(name)s turns the last cards over"),
        _(
            "Fewer than four cards are left: %(cards)s. The rules do not cover this, so the roles "
            "continue in the same order until no card is left."
        ),
    ),
    "TAKE_YOU": (_("You pick"), _("Take one card from the table and tap it here.")),
    "TAKE_OTHER": (_("%(name)s picks"), _("Takes one card from the table.")),
    "DROPPED": (
        _("The draft continues without you"),
        _("The cards you drafted so far are below. If this is wrong, ask a judge."),
    ),
    "RANDOM": (_("A staff member picks for you at random"), _("Are you back? Tell a judge.")),
    "OVER": (_("The draft is over"), _("Count your cards, then build your deck.")),
    "OVER_ALL": (_("The draft is over"), _("Everyone builds a deck from the cards they drafted.")),
}
"""State of a view -> a short line, and an instruction."""


sentences.register_sentences(
    {
        "DraftJudged": (
            _("Draft %(number)s, %(pod_text)s: %(judged_text)s. %(reason)s"),
            _("The decision is undone, as one more move in the log."),
        ),
        "DraftTapBack": (
            _(
                "Draft %(number)s, %(pod_text)s: move %(of_text)s, a pick tapped wrongly at seat %(seat)s, was "
                "undone"
            ),
            _("The pick at seat %(seat)s counts again, as one more move of the log."),
        ),
        "DraftPickAssigned": (
            _(
                "Draft %(number)s, %(pod_text)s: time was over, seat %(seat)s got card %(place)s of %(cards)s "
                "from the top at random"
            ),
            _("The random card of seat %(seat)s goes back, as one more move of the log."),
        ),
        "DraftPickTimeAdded": (
            _("Draft %(number)s, %(pod_text)s: time was over, %(seconds)s seconds more for this pick"),
            _("This pick’s time is over again."),
        ),
    },
    facts=_judged_move_sentence_facts,
)

sentences.register_sentences(
    {
        "DraftTabletsShut": _("Draft %(number)s: the links of all table tablets were disabled"),
    },
)


COINS: Mapping[str, sentences.Sentence] = {
    "coin": _("the coin flip was agreed"),
    "draw": _("both agreed to decide at random"),
    "staff": _("staff confirmed the coin flip"),
    "staff_draw": _("staff decided at random"),
}
"""How it was decided who begins in a Solomon pair."""


def _coin_sentence_facts(facts: Facts) -> Facts:
    way = str(facts.get("way", ""))
    if facts.get("by_staff"):
        way = "staff_draw" if way == "draw" else "staff"
    return {"pod_text": pod_text(facts.get("pod"), pair=True), "coin_text": str(COINS.get(way, way))}


sentences.register_sentences(
    {
        "DraftCoinSettled": (
            _("Draft %(number)s, %(pod_text)s: %(name)s goes first, %(coin_text)s"),
            _("The pair flips the coin again."),
        ),
    },
    facts=_coin_sentence_facts,
)
