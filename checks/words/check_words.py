"""Texts of deck checks."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from checks.engine.check_sheet import MARKS, MARKS_SEPARATOR, CountedDeck, MarkedCards
from checks.engine.refusals import CheckRefusal
from checks.models import DeckCheck
from core import sentences
from core.engine.refused import Refused
from core.sentences import Facts
from core.text_parts import joined_with_semicolons, lowercase_first
from decks.words.language_words import languages_text

sentences.REFUSALS.update(
    {
        CheckRefusal.CHECK_IS_OPEN: _("%(name)s’s deck is already on the list."),
        CheckRefusal.CHECK_SEED_ODD: _("A random seed is a whole number from 0 to %(most)s."),
        CheckRefusal.CHECK_NEEDS_WHY: _("Give a short reason for checking this deck."),
        CheckRefusal.CHECK_HAS_BEGUN: _("%(name)s’s deck check has already started."),
        CheckRefusal.CHECK_NOT_FOUND: _("This check is no longer on the list."),
        CheckRefusal.NOBODY_TO_CHECK: _("All of these decks are already checked or waiting to be checked."),
        CheckRefusal.NO_TABLES_TO_CHECK: _(
            "Every table has a result. Pick at random, or wait for the next round."
        ),
        CheckRefusal.NO_CUT_TO_CHECK: _(
            "No top cut is being played. Pick decks at random or from the top tables."
        ),
        CheckRefusal.CHECK_IS_OVER: _("%(name)s’s deck check is over."),
        CheckRefusal.CHECK_NOT_RUNNING: _("%(name)s’s deck is not being checked now."),
        CheckRefusal.CHECK_DIFFERS: _(
            "The sheet shows a problem with this deck. Count again there, or choose another outcome."
        ),
        CheckRefusal.CHECK_NOT_COUNTED: _(
            "Only %(cards)s of %(whole)s cards are counted. Finish counting, or write why the deck "
            "was not counted."
        ),
        CheckRefusal.CHECK_TAP_ODD: _(
            "Enter a number of cards, at most 999, and the name of the card where one is required."
        ),
        CheckRefusal.CHECK_TAP_CROSSED: _(
            "%(who)s counted at the same time. %(what)s: %(who)s said %(theirs_text)s, you said "
            "%(yours_text)s. Nothing was overwritten; tap again if yours is right."
        ),
        CheckRefusal.PHOTOS_TOO_MANY: _("A check can have %(most)s photos. Withdraw one first."),
        CheckRefusal.PHOTO_NOT_FOUND: _("This photo was already withdrawn."),
        CheckRefusal.CHECK_TIMES_ODD: _("The end must be after the start and not in the future."),
    }
)

STEP_WORDS = {
    "legible": _("The list, Player ID and date of birth are legible"),
    "sleeves": _("Sleeves match; no marks"),
    "total": _("Number of cards"),
    "contents": _("Cards match the list"),
    "proxies": _("Reference cards of the proxies were shown"),
}
STEP_HINTS = {
    "sleeves": _("Same color, size and texture; clear front; card fully covered; back allowed here"),
    "contents": _("The player lays the deck out in the order of the list"),
    "unsigned": _("No signatures or pen marks; no cards from World Championships decks"),
    "backs": _("Even in opaque sleeves"),
}
"""Hints shown with the text of a step."""

COPY_STEP_WORDS = {
    "languages": _("Languages allowed here"),
    "unsigned": _("No card is signed or written on"),
    "backs": _("All cards have the same back as the cards sold here"),
}


def card_copy_steps(languages: Sequence[str] | None) -> list[tuple[str, str]]:
    """Return the steps about copies with their labels.

    `languages` are the allowed languages, empty if a judge decides, or None if the event does not limit them.
    """
    label_by_step = {step: str(words) for step, words in COPY_STEP_WORDS.items()}
    if languages is None:
        del label_by_step["languages"]
    elif languages:
        label_by_step["languages"] = str(
            _("Cards only in %(languages)s") % {"languages": languages_text(languages)}
        )
    return list(label_by_step.items())


MARK_WORDS = {"": _("open"), "fine": pgettext_lazy("check", "OK"), "wrong": pgettext_lazy("check", "not OK")}
MARK_STATES = {"": "missing", "fine": "good", "wrong": "error"}
SECTION_WORDS = {
    "pokemon": _("Pokémon"),
    "trainer": _("Trainer"),
    "energy": _("Energy"),
    "": _("Unknown cards"),
}


def marks_text(note: MarkedCards) -> str:
    """Return a note about marked cards in one line."""
    marked_text = (
        _("%(what)s (%(cards)s)") % {"what": note.what, "cards": note.cards} if note.cards else note.what
    )
    sentence = _("marked, a pattern: %(what)s") if note.pattern else _("marked, no pattern: %(what)s")
    return str(sentence % {"what": marked_text})


FINDING_BY_STEP = {
    "legible": _("the list cannot be read in full"),
    "sleeves": _("sleeves do not match"),
    "proxies": _("reference cards of proxies were not shown"),
    "languages": _("cards in a language that is not allowed here"),
    "unsigned": _("signed or marked cards, or cards of a World Championships deck"),
    "backs": _("some card backs differ from those of the cards sold here"),
}
"""Step -> the finding if it failed, as part of a sentence."""


def check_findings_text(counted: CountedDeck, names: Sequence[str], *, round_inside: str) -> str:
    """Return the findings of a check in one sentence, as the note of a penalty, or "" if nothing is wrong.

    - `names`: card names of the rows.
    - `round_inside`: such as "round 5", "" for a check without a round.
    """
    findings = [
        _("%(name)s: %(found)s instead of %(expected)s")
        % {"name": names[row], "found": counted.found[row], "expected": counted.expected[row]}
        for row in counted.differing
    ]
    findings += [
        _("%(copies)s %(card)s not on the list") % {"copies": copies, "card": card}
        for card, copies in counted.others.items()
    ]
    if counted.steps["total"] == "wrong":
        cards = {"n": counted.total, "whole": counted.expected_total}
        findings.append(_("%(n)s cards instead of %(whole)s") % cards)
    findings += [marks_text(note) for note in counted.marked]
    findings += [str(words) for step, words in FINDING_BY_STEP.items() if counted.marks.get(step) == "wrong"]
    if not findings:
        return ""
    facts = {"round": round_inside, "found": joined_with_semicolons(findings)}
    sentence = _("Deck check, %(round)s: %(found)s.") if round_inside else _("Deck check: %(found)s.")
    return str(sentence % facts)


def check_outcome_text(check: DeckCheck) -> str:
    """Return the outcome of a check during the event.

    If the cards were not counted, “Not counted” replaces “All right”, and “, not counted” follows other outcomes.
    """
    if not check.not_counted:
        return str(check.get_outcome_display())
    if check.outcome == DeckCheck.Outcome.PASSED:
        return str(_("Not counted"))
    return str(_("%(outcome)s, not counted") % {"outcome": check.get_outcome_display()})


def with_tap_words(refused: Refused, names: Sequence[str]) -> Refused:
    """Replace the facts of a CHECK_TAP_CROSSED refusal with the texts for its sentence.

    Other refusals are returned unchanged. `names`: card names of the rows.
    """
    facts = refused.facts
    kind, subject = str(facts.get("kind", "")), str(facts.get("subject", ""))
    if refused.code != CheckRefusal.CHECK_TAP_CROSSED:
        return refused
    subject_texts: dict[str, Callable[[], object]] = {
        "line": lambda: names[int(subject)],
        "step": lambda: {**STEP_WORDS, **COPY_STEP_WORDS}[subject],
        "total": lambda: STEP_WORDS["total"],
        "replaced": lambda: _("Sleeves replaced"),
        "pattern": lambda: subject.replace(MARKS_SEPARATOR, ", ").strip(", "),
    }
    texts = {name: _tap_text(kind, int(str(facts[name]))) for name in ("theirs", "yours")}
    subject_text = str(subject_texts.get(kind, lambda: subject)())
    return Refused(
        refused.code,
        who=facts["who"] or _("Another judge"),
        what=subject_text,
        theirs_text=texts["theirs"],
        yours_text=texts["yours"],
    )


def _tap_text(kind: str, number: int) -> str:
    """Return the number of a tap of this kind in words, such as "not OK" or "3"."""
    if kind == "step":
        return str(MARK_WORDS[MARKS[number]])
    if kind == "pattern":
        return str((_("withdrawn"), _("no pattern"), _("a pattern"))[number])
    return str(number if number >= 0 else _("not counted"))


def why_picked_sentences(check: DeckCheck) -> list[str]:
    """Return sentences that explain why a deck was picked, for players who ask."""
    facts = check.facts
    if check.kind == DeckCheck.Kind.SUSPICION:
        return [str(_("Requested by a judge: %(why)s") % {"why": check.why})]
    if check.kind == DeckCheck.Kind.BEFORE:
        return [str(_("Every deck is checked before the event."))]
    if check.kind == DeckCheck.Kind.CUT:
        return [str(_("Every deck of the top cut is checked."))]
    if check.kind == DeckCheck.Kind.TOP:
        return [str(_("The first %(among)s tables are checked; this is number %(place)s.") % facts)]
    if facts.get("why") == "checked_before":
        pick_sentence = ngettext(
            "Picked at random: number %(place)s, the only table or deck checked only before the event.",
            "Picked at random: number %(place)s of %(among)s checked only before the event.",
            int(facts.get("among", 0)),
        )
    else:
        pick_sentence = ngettext(
            "Picked at random: number %(place)s, the only table or deck never checked.",
            "Picked at random: number %(place)s of %(among)s tables or decks never checked.",
            int(facts.get("among", 0)),
        )
    seed_sentence = _("Random seed %(seed)s: the same seed gives the same selection.") % {"seed": check.seed}
    return [pick_sentence % facts, str(seed_sentence)]


def _picks_sentence_facts(facts: Facts) -> Facts:
    """Return the round, cause and reason of picks as texts for the journal line."""
    cause, why = str(facts.get("cause", "")), facts.get("why")
    return {
        "round_text": str(_(", round %(round)s") % facts) if facts.get("round") else "",
        "cause_text": lowercase_first(str(dict(DeckCheck.Kind.choices).get(cause, cause))),
        "why_text": f" ({why})" if why else "",
    }


def _ended_check_sentence_facts(facts: Facts) -> Facts:
    """Return the outcome for a journal line, with the reason if the deck was not counted."""
    check = DeckCheck(outcome=str(facts.get("outcome", "")), not_counted=str(facts.get("not_counted", "")))
    why = f" ({check.not_counted})" if check.not_counted else ""
    return {"outcome_text": f"{check_outcome_text(check)}{why}"}


sentences.register_sentences(
    {
        "DeckCheckTakenOff": (
            _("Removed %(name)s’s deck check"),
            _("%(name)s’s deck is back on the list."),
        ),
        "DeckCheckBegan": (
            _("Started %(name)s’s deck check"),
            _(
                "%(name)s’s deck is waiting to be checked again. The stopwatch started with the check "
                "is discarded."
            ),
        ),
        "CheckPhotoTaken": (
            _("Added a photo to %(name)s’s deck check"),
            _("This photo of %(name)s’s deck is withdrawn."),
        ),
        "CheckPhotoWithdrawn": (
            _("Withdrew a photo from %(name)s’s deck check"),
            _("This photo of %(name)s’s deck is restored."),
        ),
    },
)

sentences.register_sentences(
    {
        "DecksPicked": (
            _("Deck checks%(round_text)s (%(cause_text)s): %(names)s%(why_text)s"),
            _("These decks are removed from the list: %(names)s."),
        ),
    },
    facts=_picks_sentence_facts,
)

sentences.register_sentences(
    {
        "DeckCheckEnded": (
            _("%(name)s’s deck check: %(outcome_text)s"),
            _(
                "%(name)s’s deck check is open again. The table’s stopwatch keeps running, and its time "
                "extension is withdrawn."
            ),
        ),
    },
    facts=_ended_check_sentence_facts,
)
