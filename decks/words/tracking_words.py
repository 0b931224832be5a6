"""What is said while real packs are drafted and every pick is tapped (R-092–094)."""

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from decks.engine.draft.booster import LEFT
from decks.engine.draft.run import RunStep
from decks.queries.draft.seat_views import SeatView
from decks.words import draft_run_words
from decks.words.draft_run_words import pod_said
from tournaments import sentences
from tournaments.sentences import Facts

sentences.REFUSALS.update(
    {
        "STAFF_ONLY": _("Only the staff can do that. Call a judge."),
        "CARD_UNNAMED": _("Say which card it is: tap it in the list, or write its name."),
        "CARD_NUMBERS_UNKNOWN": _(
            "Not one card of these packs: %(numbers)s. Look at the number again, or write the name of the card."
        ),
        "NAMES_NOT_ASKED": _(
            "You named %(names)s cards, and %(cards)s lie face up without a name. Look at the table again."
        ),
        "CARD_NOT_YOURS": _("That card is not in this pile any more. Look at it again."),
        "PACK_NOT_THERE": _("No cards lie there now, so none can be missing or too many."),
        "SEAT_IS_GONE": _("The draft goes on without seat %(seat)s already."),
        "SEAT_IS_THERE": _(
            "The player at seat %(seat)s picks. Random picks are only for a player who has left."
        ),
        "SEAT_BY_LOT": _(
            "Seat %(seat)s picks at random, and only the staff open and pick for it. If the player is back, ask a "
            "judge to undo the drop."
        ),
        "LEAVING_UNKNOWN": _(
            "Choose how the draft goes on. The rest of a stack can only be given away in Solomon, while cards are left."
        ),
        "PICK_STANDS": _(
            "This pick cannot be taken back here any more: somebody has moved on, or it was tapped elsewhere. "
            "Call a judge."
        ),
        "DRAFT_NOT_TRACKED": _("This draft is run on paper. No picks are tapped."),
        "PACKS_NOT_TOLD": _(
            "Say how many packs each player opens and how many cards a pack has. Then picks can be tapped."
        ),
        "NOTHING_TO_PICK": _("In Sealed nobody picks, so there is nothing to tap."),
    }
)
JUDGED: Mapping[tuple[str, str], sentences.Sentence] = {
    ("take_back", ""): _("move %(of_text)s was taken back"),
    ("short", ""): _("a card was missing at seat %(seat)s"),
    ("extra", ""): _("there was a card too many at seat %(seat)s"),
    ("leave", "skip"): _("seat %(seat)s has left, the draft goes on without it"),
    ("leave", "half"): _("seat %(seat)s has left, the other player has half of the stack"),
    ("leave", "rest"): _("seat %(seat)s has left, the other player gets the rest of the stack"),
    ("leave", "lot"): _("seat %(seat)s has left and picks at random"),
}
ON_TABLE: Mapping[str, sentences.Sentence] = {
    "short": _("a card was missing on the table"),
    "extra": _("there was a card too many on the table"),
}


def _judged(facts: Facts) -> Facts:
    move, of = str(facts.get("move", "")), facts.get("of")
    told = {"of_text": of + 1 if isinstance(of, int) else "", "pod_text": pod_said(facts.get("pod"))}
    sentence = JUDGED.get((move, str(facts.get("way", ""))), move)
    if not facts.get("seat"):
        sentence = ON_TABLE.get(move, sentence)
    return {**told, "judged_text": sentences.filled(sentence, {**facts, **told})}


WAYS = {LEFT: _("to the left"), -LEFT: _("to the right")}


def where(sight: SeatView) -> str:
    """ "Pack 2 of 4, pick 3 of 10"; "" before anything is open."""
    if not sight.begun or sight.idle or sight.view.over:
        return ""
    code = {"booster": "PICK_OWN", "solomon": "GROUP"}.get(sight.subtype, "PICK_ONE")
    step = RunStep(code, sight.opening, sight.openings, 0 if code == "GROUP" else sight.pick, sight.picks)
    said = draft_run_words.where(step)
    if code != "GROUP":
        return said
    pick = gettext("pick %(turn)s of %(turns)s") % {"turn": sight.pick, "turns": sight.picks}
    return f"{said}, {pick}"


def said(sight: SeatView, names: Mapping[int, str]) -> tuple[str, str]:
    """What happens, and what to do: to a player in their own words, to seat 0 as somebody who looks on."""
    facts: dict[str, object] = {
        "opening": sight.coming if sight.idle else sight.opening,
        "picked": sight.picked,
        "there": sight.there,
        "cards": sight.last_group,
        "name": name_of(next(iter(sight.view.to_act), 0), names),
        "way": WAYS.get(sight.way, ""),
        "to": names.get(sight.passes_to, ""),
        "from": names.get(sight.gets_from, ""),
    }
    line, hint = SAID[_state(sight)]
    return sentences.filled(line, facts), sentences.filled(hint, facts)


def name_of(seat: int, names: Mapping[int, str]) -> str:
    """Who sits there."""
    return names.get(seat) or gettext("seat %(seat)d") % {"seat": seat}


def _state(sight: SeatView) -> str:
    """The key of `SAID`."""
    if sight.view.over:
        return "OVER" if sight.seat else "OVER_ALL"
    if sight.seat in sight.gone:
        return "GONE"
    if sight.seat and sight.seat in sight.by_lot:
        return "LOT"
    if sight.subtype == "booster":
        if sight.idle:
            return "SIGNAL" if sight.seat else "SIGNAL_ALL"
        if not sight.seat:
            return "PICKING"
        if not sight.acts:
            return "PICKED"
        return "LAST" if len(sight.view.hand) == 1 else "PICK"
    if sight.idle and sight.subtype == "solomon" and not sight.begun:
        return "COIN"
    who = "YOU" if sight.acts else "OTHER"
    if sight.idle:
        return f"{'OPEN' if sight.subtype == 'rochester' else 'LAST_GROUP' if sight.last_group else 'GROUP'}_{who}"
    return f"TAKE_{who}"


SAID: dict[str, tuple[sentences.Sentence, sentences.Sentence]] = {
    "SIGNAL": (
        _("Wait for the signal"),
        _("Pack %(opening)s stays closed until the staff say so. Then everybody opens together."),
    ),
    "SIGNAL_ALL": (
        _("Pack %(opening)s is opened next"),
        _("Packs stay closed until the signal. Then everybody opens together."),
    ),
    "PICK": (
        _("Pick a card"),
        _("Take one card and tap it here. Lay it face down, and pass the rest face down %(way)s, to %(to)s."),
    ),
    "LAST": (_("Take the last card"), _("Tap it here, so that it stands in your pile.")),
    "PICKED": (
        _("%(picked)s of %(there)s have picked"),
        _("Your pick is kept. Once everybody has picked, the next cards come from %(from)s."),
    ),
    "PICKING": (
        _("%(picked)s of %(there)s have picked"),
        _("One card face down, then the rest face down %(way)s."),
    ),
    "OPEN_YOU": (_("You open two packs"), _("Lay all cards face up, so that everybody can look.")),
    "OPEN_OTHER": (_("%(name)s opens two packs"), _("All cards are laid face up, and everybody looks.")),
    "COIN": (_("Flip a coin"), _("Who wins turns the first cards over and picks first.")),
    "GROUP_YOU": (
        _("You turn four cards over"),
        _("You take one, your opponent two, you the last. Cards you took lie face down."),
    ),
    "GROUP_OTHER": (_("%(name)s turns four cards over"), _("One card, then two, then the last one.")),
    "LAST_GROUP_YOU": (
        _("You turn the last cards over"),
        _(
            "Fewer than four cards are left: %(cards)s. The rules do not say what then, so the roles go on in the "
            "same order until the cards are gone (S13)."
        ),
    ),
    "LAST_GROUP_OTHER": (
        _("%(name)s turns the last cards over"),
        _(
            "Fewer than four cards are left: %(cards)s. The rules do not say what then, so the roles go on in the "
            "same order until the cards are gone (S13)."
        ),
    ),
    "TAKE_YOU": (_("You pick"), _("Take one card from the table and tap it here.")),
    "TAKE_OTHER": (_("%(name)s picks"), _("One card from the table.")),
    "GONE": (
        _("The draft goes on without you"),
        _("What you drafted so far is below. Ask a judge if that is wrong."),
    ),
    "LOT": (_("The staff pick for you at random"), _("Are you back? Tell a judge.")),
    "OVER": (_("The draft is over"), _("Count your cards, then build your deck.")),
    "OVER_ALL": (_("The draft is over"), _("Everybody builds a deck from the cards they drafted.")),
}
"""A short line, and what to do."""


sentences.word_kinds(
    {
        "DraftJudged": (
            _("Draft %(number)s, %(pod_text)s: %(judged_text)s. %(reason)s"),
            _("What was decided in the draft is taken back, as one more move of its log."),
        ),
        "DraftTapBack": (
            _(
                "Draft %(number)s, %(pod_text)s: move %(of_text)s, a pick tapped wrongly at seat %(seat)s, was taken "
                "back"
            ),
            _("The pick at seat %(seat)s counts again, as one more move of the log."),
        ),
    },
    facts=_judged,
)

sentences.word_kinds(
    {
        "DraftTabletsShut": _("Draft %(number)s: the links of all table tablets were shut"),
    },
)
