"""Texts about the drafts of an event: refusals, journal lines, and notices on the board."""

from collections.abc import Mapping
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refused import Refused
from core.sentences import Facts
from decks.engine.counting import FIRST_REDRAFT
from decks.engine.faults import DeckFault
from decks.models import Draft
from decks.words.limited_words import subtype_name
from drafts.engine.refusals import DraftRefusal
from drafts.words import draft_words as words
from drafts.words.draft_run_words import pod_journal_texts, pod_text
from tournaments.models import Announcement

sentences.REFUSALS.update(
    {
        DraftRefusal.REDRAFT_NOT_OFFERED: words.FIXED[DraftRefusal.REDRAFT_NOT_OFFERED],
        DraftRefusal.COOPERATION_NOT_OFFERED: words.FIXED[DraftRefusal.COOPERATION_NOT_OFFERED],
        DraftRefusal.COOPERATION_NOT_ANNOUNCED: words.FIXED[DraftRefusal.COOPERATION_NOT_ANNOUNCED],
        DraftRefusal.ODD_PLAYERS: _(
            "Solomon is drafted in pairs, and with %(players)s players one is left over."
        ),
        DeckFault.POOL_MIXED_EXPANSIONS: _("All packs of an event come from the same expansion."),
        DraftRefusal.SUBTYPE_NOT_OFFERED: _("Limited is played as Sealed, Booster, Rochester or Solomon."),
        DraftRefusal.DRAFT_NEEDS_LIMITED: _(
            "This event plays Constructed. Set its play style to Limited in the settings, then set up the draft."
        ),
        DraftRefusal.DRAFT_NEEDS_OWN_EVENT: _(
            "This event plays Constructed and round 1 is posted. Create another event for the draft, a side event for "
            "example."
        ),
        DraftRefusal.DRAFTS_STAY_LIMITED: _(
            "A draft is set up in this event, so its play style can’t be changed. Remove the draft "
            "first, if it has not started."
        ),
        DraftRefusal.PODS_TO_CHOOSE: _(
            "%(players)s players do not fit in equal pods of 4 to 8. Choose smaller pods, or decide "
            "who sits out."
        ),
        DraftRefusal.PODS_OF_DRAFT: _(
            "These pods belong to a draft. Assign its seats again on the Drafts page."
        ),
        DraftRefusal.SEATS_ASSIGNED: _(
            "%(by)s assigned the seats on %(at)s, after this page was loaded. Nothing was changed: check "
            "the seats, then choose again."
        ),
        DraftRefusal.NOTICE_NOT_FOUND: _("This draft no longer needs that announcement."),
        DraftRefusal.NOTICE_ANNOUNCED: _("That was already announced."),
        DraftRefusal.DRAFT_WAY_UNKNOWN: _(
            "A draft is either on paper or tracked pick by pick. Choose one of these."
        ),
        DraftRefusal.REDRAFT_TOO_LATE: _(
            "Round %(round)s is already posted, so it is too late for its redraft."
        ),
        DraftRefusal.LATE_AFTER_PICKS: _(
            "Cards were already picked, so no seat can be added. Hand out packs, then enter this player’s "
            "pool by hand on the pools page."
        ),
        DraftRefusal.LATE_IN_PAIRS: _(
            "Solomon is drafted in pairs, so a late player gets no seat. Hand out packs, then enter the "
            "pool by hand on the pools page."
        ),
        DraftRefusal.LATE_IS_SEATED: _("%(name)s has a seat in this draft."),
        DraftRefusal.LATE_NOT_CHECKED_IN: _("%(name)s is not checked in. Check the player in first."),
        DraftRefusal.DRAFT_NOT_BEGUN: _("This draft has not started, so there is nothing to cancel."),
        DraftRefusal.DRAFT_PICKED: _(
            "Cards were already picked in this draft. The head judge or an organizer can cancel it on the Drafts page."
        ),
        DraftRefusal.DRAFT_ROUND_POSTED: _(
            "Round %(round)s is posted, so decks of this draft are in play. Unpost the round first."
        ),
        DraftRefusal.DRAFT_BEGIN_NOT_YOURS: _(
            "Only an organizer, the head judge or the scorekeeper can start a draft. Ask one of them."
        ),
        DraftRefusal.DRAFT_CANCELED: _("This draft was canceled. Go to the Drafts page."),
        DraftRefusal.DRAFT_NOT_LAST: _("There is a redraft after this draft. Delete the redraft first."),
    }
)

Kind = Announcement.Kind
ABOUT: Mapping[str, str] = {
    **dict.fromkeys(("ENERGY_SUPPLIED", "ENERGY_NOT_SUPPLIED"), Kind.ENERGY),
    **dict.fromkeys(("ENERGY_SUPPLIED_AGAIN", "ENERGY_NOT_SUPPLIED_AGAIN"), Kind.ENERGY),
    **dict.fromkeys(("REDRAFT", "REDRAFT_ALONE"), Kind.REDRAFT),
    "COOPERATION": Kind.COOPERATION,
}
"""Notice code -> kind of announcement. Other notices are of the kind "other"."""


WAY_TEXTS = dict(Draft.Way.choices)

REDRAFT_TITLE = _("Redraft")
REDRAFT: Mapping[str, sentences.Sentence] = {
    "unannounced": _(
        "A redraft before round %(round)s is planned. Announce it before the tournament starts; otherwise round "
        "%(round)s is played with the same decks."
    ),
    "never": _(
        "The redraft before round %(round)s was not announced before the tournament, so round %(round)s is played "
        "with the same decks."
    ),
    "to_come": _(
        "Before round %(round)s all players draft again, against another opponent. Players keep all drafted cards."
    ),
    "due": _("It is due now: set it up and assign its pairs before round %(round)s is paired."),
    "drawn": _("Its pairs are assigned. Pair round %(round)s once decks are built."),
}
"""State of a redraft before its round is posted -> text (R-095)."""


def draft_title(draft: Draft, *, redraft: bool = False) -> str:
    """Return the title of a draft, such as "Solomon Draft".

    A later draft, or a draft with `redraft`, has a title such as "Solomon Draft, redraft before round 3" (R-095).
    """
    name = subtype_name(draft.subtype)
    if draft.number == 1 and not redraft:
        return name
    facts = {"subtype": name, "round": draft.setup.get("redraft_round") or FIRST_REDRAFT}
    return gettext("%(subtype)s, redraft before round %(round)d") % facts


def draft_refusal_text(refused: Refused) -> str:
    """Return the text of a refusal, with the nearest legal choice if there is one."""
    build_text = words.TEXTS.get(refused.code)
    return build_text(refused.facts) if build_text else sentences.refusal_text(refused)


def redraft_text(state: str, round_number: int) -> str:
    """Return the text about a redraft in this state, or "" once its round is posted."""
    return sentences.fill_sentence(REDRAFT[state], {"round": round_number}) if state in REDRAFT else ""


def announced_text(at: datetime, *, late: bool) -> str:
    """Return when a notice was announced, such as "announced on 21 Nov, 09:40", and whether that was too late."""
    announced_on = date_format(localtime(at), "j M, H:i")
    if late:
        return gettext("announced on %(when)s: too late, it has to be before event day") % {
            "when": announced_on
        }
    return gettext("announced on %(when)s") % {"when": announced_on}


sentences.register_sentences(
    {
        "DraftSetUp": (
            _("Draft %(number)s set up: %(subtype_name)s. %(reason)s"),
            _("The draft plan is back as it was."),
        ),
        "DraftRemoved": (
            _("Draft %(number)s deleted: %(subtype_name)s"),
            _("The draft is restored with its seats."),
        ),
    },
    facts=lambda facts: {"subtype_name": subtype_name(facts.get("subtype"))},
)

sentences.register_sentences(
    {
        "DraftSeated": (
            _("Draft %(number)s: seats assigned, players: %(players)s, random seed %(seed)s"),
            _("The draft’s seats and pods are back as they were."),
        ),
    },
)


def opened_packs_text(opened: Mapping[int, int], *, pair: bool) -> str:
    """Return how many packs were opened, such as "12 packs opened (pod 1: 6, pod 2: 6)".

    `opened`: number of packs by pod; those of pod 0, the whole field, are only in the total.
    """
    total = sum(opened.values())
    text = ngettext("%(packs)d pack opened", "%(packs)d packs opened", total) % {"packs": total}
    by_pod = [f"{pod_text(pod, pair=pair)}: {packs}" for pod, packs in opened.items() if pod and packs]
    return f"{text} ({', '.join(by_pod)})" if by_pod else text


def _cancellation_sentence_facts(facts: Facts) -> Facts:
    """Return the format and the opened packs as text, for the journal line of a canceled draft."""
    opened = facts.get("opened")
    packs = dict(opened) if isinstance(opened, list | tuple) else {}
    boosters = facts.get("boosters")
    expansions = ", ".join(map(str, boosters)) if isinstance(boosters, list | tuple) else ""
    text = opened_packs_text(packs, pair=facts.get("subtype") == "solomon")
    return {
        "subtype_name": subtype_name(facts.get("subtype")),
        "packs_text": f"{text}, {expansions}" if expansions else text,
    }


def _odd_player_sentence_facts(facts: Facts) -> Facts:
    """Return the reason and the pair as text, for journal lines about the odd player of a Solomon draft."""
    return {"reason": facts.get("reason") or "", "pod_text": pod_text(facts.get("pod"), pair=True)}


sentences.register_sentences(
    {
        "DraftByeGiven": _("Draft %(number)s: %(name)s gets no pair, and opens packs alone. %(reason)s"),
        "DraftTrioSeated": _(
            "Draft %(number)s: %(name)s joins %(pod_text)s, which drafts as a group of three. %(reason)s"
        ),
    },
    facts=_odd_player_sentence_facts,
)

sentences.register_sentences(
    {
        "LatePlayerSeated": (
            _("Draft %(number)s: %(name)s came late and got seat %(seat)s, %(pod_text)s. %(reason)s"),
            _("The late player has no seat in the draft."),
        ),
    },
    facts=pod_journal_texts,
)

sentences.register_sentences(
    {"DraftCanceled": _("Draft %(number)s canceled: %(subtype_name)s, %(packs_text)s. %(reason)s")},
    facts=_cancellation_sentence_facts,
)

sentences.register_sentences(
    {
        "DraftWayChanged": (
            _("Draft %(number)s: draft mode changed: %(way_text)s"),
            _("The draft is run as it was before."),
        ),
    },
    facts=lambda facts: {"way_text": WAY_TEXTS.get(str(facts.get("way", "")), facts.get("way", ""))},
)
