"""Sentences on a player's own page: the player's status, the next act, and the reports."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core import sentences
from core.sentences import Facts
from core.text_parts import moment_text
from floor.engine.next_acts import Act, ActLine, Follows, ListState
from pairings.engine.player_status import PlayerStatus

Step = tuple[str, str | Promise, str | Promise]
"""State, title and text of a message."""

NEXT: dict[PlayerStatus, Step] = {
    PlayerStatus.BEFORE: (
        "info",
        _("You are checked in. Round 1 is not posted yet."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.NOT_HERE: (
        "warning",
        _("You are not checked in."),
        _("Show your code at the door or check in at the desk, so that you are paired."),
    ),
    PlayerStatus.NOT_OUT: (
        "info",
        _("Round %(next)s is not posted yet."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.DAY_TWO_COMING: (
        "info",
        _("Day 1 is over. Day 2 comes next."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.DAY_TWO_CHECK_IN: (
        "good",
        _("You are on day 2. Check in for it when you arrive."),
        _("Enter the hall code on the next page, or show your own code at the door."),
    ),
    PlayerStatus.ON_DAY_TWO: (
        "good",
        _("You are checked in for day 2. Round %(next)s is not posted yet."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.CUT_COMING: (
        "info",
        _("All Swiss rounds have been played. The top cut comes next."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.BELOW_CUT: (
        "info",
        _("All Swiss rounds have been played. You did not reach the top cut."),
        _("You play on only if a player ahead of you drops before it starts."),
    ),
    PlayerStatus.BYE: (
        "good",
        _("You have a bye: no match this round, and it counts as a win."),
        _("Come back for the next round."),
    ),
    PlayerStatus.MISSED: (
        "warning",
        _("You missed this round, so it counts as a loss."),
        _("You play starting with the next round. If this is wrong, ask at the desk."),
    ),
    PlayerStatus.UNSEATED: (
        "warning",
        _("You have no match in this round."),
        _("Go to the desk right away."),
    ),
    PlayerStatus.PLAYING: ("playing", _("Play your match."), _("Then both players report the result here.")),
    PlayerStatus.REPORTED: (
        "missing",
        _("%(opponent)s has not confirmed it yet."),
        _("Ask them to open their page, or hand in the match slip."),
    ),
    PlayerStatus.TO_CONFIRM: (
        "missing",
        _("%(opponent)s reported a result."),
        _("If it is right, confirm it."),
    ),
    PlayerStatus.BOTH_REPORTED: (
        "missing",
        _("You both reported the same result."),
        _("If it is right, confirm it."),
    ),
    PlayerStatus.DISAGREE: (
        "dispute",
        _("Your results don’t match. A judge has been notified."),
        _("Stay at your table. You can still change your report."),
    ),
    PlayerStatus.RESULT_IN: (
        "done",
        _("Your result is in."),
        _("The next round starts when all tables are finished."),
    ),
    PlayerStatus.LAST_RESULT_IN: (
        "done",
        _("Your result is in."),
        _("It was your last match of this event. Thank you for playing."),
    ),
    PlayerStatus.NOT_ON_DAY_TWO: (
        "info",
        _("You did not reach day 2 this time."),
        _("Your points and win percentages are final. Thank you for playing."),
    ),
    PlayerStatus.NOT_IN_CUT: (
        "info",
        _("You did not reach the top cut this time."),
        _("You keep your place in the standings. Thank you for playing."),
    ),
    PlayerStatus.OUT: ("info", _("You are no longer in the top cut."), _("Thank you for playing.")),
    PlayerStatus.LEFT: (
        "info",
        _("You have dropped from this event."),
        _("You will not be paired again. If this is wrong, go to the desk before the next round is paired."),
    ),
    PlayerStatus.DISQUALIFIED: (
        "error",
        _("You are disqualified from this event."),
        _("Questions? Ask the head judge."),
    ),
    PlayerStatus.OVER: ("good", _("The event is over."), _("Thank you for playing.")),
}
"""Messages by the player's status."""

DISPUTE_CLAIMED: Step = (
    "dispute",
    _("Your results don’t match. A judge is on the way."),
    _("Stay at your table. You can still change your report."),
)

AT_THE_DESK = _("Then hand in your match slip, or report at the desk.")

LABELS: dict[Act, str | Promise] = {
    Act.DECK_LIST: pgettext_lazy("act", "Deck list"),
    Act.CHECK_IN: pgettext_lazy("act", "Check in"),
    Act.DRAFT: pgettext_lazy("act", "Draft"),
    Act.POOL: pgettext_lazy("act", "Pool"),
    Act.BUILD: pgettext_lazy("act", "Build"),
    Act.SEAT: pgettext_lazy("act", "Round %(round)s"),
    Act.TABLE: pgettext_lazy("act", "Table %(table)s"),
    Act.PLAY: pgettext_lazy("act", "Play"),
    Act.REPORT: pgettext_lazy("act", "Report"),
    Act.SLIP: pgettext_lazy("act", "Match slip"),
    Act.CONFIRM: pgettext_lazy("act", "Confirm"),
    Act.JUDGE: pgettext_lazy("act", "Judge"),
}
"""Acts in one or two words, so that five fit side by side on a phone."""

FOLLOWS: dict[Follows, str | Promise] = {
    Follows.ROUND: pgettext_lazy("act", "Round %(round)s"),
    Follows.DAY_TWO: pgettext_lazy("act", "Day 2"),
    Follows.CUT: pgettext_lazy("act", "Top cut"),
    Follows.STANDINGS: pgettext_lazy("act", "Standings"),
    Follows.NEXT: pgettext_lazy("act", "Next round"),
}

LAST_OF_DAY_ONE = _("It is the last round of day 1.")
LAST_OF_EVENT = _("It was your last round of this event. Thank you for playing.")
CUT_FOLLOWS = _("The top cut follows when all tables are finished.")

NO_ROUND_FOLLOWS: dict[Follows, dict[PlayerStatus, str | Promise]] = {
    Follows.CUT: dict.fromkeys((PlayerStatus.RESULT_IN, PlayerStatus.BYE, PlayerStatus.MISSED), CUT_FOLLOWS),
    Follows.DAY_TWO: dict.fromkeys(
        (PlayerStatus.RESULT_IN, PlayerStatus.BYE, PlayerStatus.MISSED), LAST_OF_DAY_ONE
    ),
    Follows.STANDINGS: dict.fromkeys((PlayerStatus.BYE, PlayerStatus.MISSED), LAST_OF_EVENT),
}
"""Texts that replace the text about the next round if something else follows."""

LISTS: dict[ListState, Step] = {
    ListState.MISSING: (
        "missing",
        _("Hand in your deck list."),
        _("Write it here, or paste it from Pokémon TCG Live."),
    ),
    ListState.FAULTY: (
        "warning",
        _("Your deck list needs a change."),
        _("It is not legal yet. Open it to see what to change."),
    ),
    ListState.CLOSED: (
        "warning",
        _("Bring your deck list to the desk."),
        _("Lists are closed, and yours is missing."),
    ),
}

LIST_CODES = {ListState.MISSING: "missing", ListState.CLOSED: "missing", ListState.FAULTY: "illegal"}

ACTS: dict[Act, Step] = {
    Act.DRAFT: ("playing", _("Take your seat for the draft."), _("Then build a deck from what you picked.")),
    Act.POOL: ("missing", _("Register your pool."), _("Enter the cards you opened, then build your deck.")),
    Act.BUILD: ("playing", _("Build your deck."), ""),
    Act.REPORT: ("good", _("The result is clear."), _("Report it below. Then your opponent confirms it.")),
    Act.TABLE: (
        "playing",
        _("Go to table %(table)s."),
        _("Play your match. Then both players report the result here."),
    ),
}

ALONE: Step = ("playing", _("Get your packs from a judge."), _("Then build a deck from what you open."))

TIME_CALLED: Step = (
    "extraturns",
    _("Time was called."),
    _("Answer the questions here until the result is clear."),
)

JUDGE_AT_TABLE: dict[str, Step] = {
    "deck_check": (
        "deckcheck",
        _("Deck check: stay at your table."),
        _("A judge has your deck. You get a time extension."),
    ),
    "call": ("extension", _("A judge is at your table."), _("You get a time extension.")),
}

ICONS = {
    "dispute": "split",
    "missing": "blank",
    "done": "check",
    "good": "check",
    "playing": "play",
    "warning": "warn",
    "error": "warn",
    "deckcheck": "cards",
    "extension": "extra",
    "extraturns": "turns",
}


@dataclass(frozen=True, slots=True)
class ActWords:
    """Facts for the sentences about acts. `follows` is the part of the event after this round.

    `judge` is the reason why a judge is at the table: a key of JUDGE_AT_TABLE, or empty. `counts_for` are
    sentences about pools to count. `called` is true once time was called at the table, and `judge_coming` if a
    judge is on the way to decide between two reports. `opens_alone`: whether the player is the odd player of a
    Solomon draft, who has no pair (S13).
    """

    table: int | None
    round: int
    follows: Follows
    opponent: str
    closes_at: datetime | None = None
    sent_back: str = ""
    list_state: ListState = ListState.NONE
    builds_until: datetime | None = None
    counts_for: Sequence[str] = ()
    deck_url: str = ""
    pool_url: str = ""
    arrive_url: str = ""
    judge: str = ""
    called: bool = False
    judge_coming: bool = False
    opens_alone: bool = False

    @property
    def facts(self) -> Facts:
        return {
            "next": self.round,
            "round": self.round,
            "table": self.table or "–",
            "opponent": self.opponent,
        }

    def step(self, status: PlayerStatus, act: Act | None) -> Step:
        """Return the state, the title and the usual text of the current act."""
        if self.judge and status in (PlayerStatus.PLAYING, PlayerStatus.TO_CONFIRM, PlayerStatus.REPORTED):
            return JUDGE_AT_TABLE[self.judge]
        if status is PlayerStatus.DISAGREE and self.judge_coming:
            return DISPUTE_CLAIMED
        if act is Act.DECK_LIST:
            return LISTS[self.list_state]
        if act is Act.CHECK_IN and status is not PlayerStatus.DAY_TWO_CHECK_IN:
            return NEXT[PlayerStatus.NOT_HERE]
        if act is Act.PLAY and self.called:
            return TIME_CALLED
        if act is Act.DRAFT and self.opens_alone:
            return ALONE
        if act in ACTS and not (act is Act.TABLE and self.table is None):
            return ACTS[act]
        state, title, text = NEXT[status]
        return state, title, NO_ROUND_FOLLOWS.get(self.follows, {}).get(status, text)


class ActStep(TypedDict):
    """An act of the line. `url` is the page of the act, or "" if the act has none."""

    label: str
    past: bool
    current: bool
    url: str


def act_steps(line: ActLine, act_words: ActWords) -> list[ActStep]:
    """Return the acts of a line as steps with their labels."""
    is_past = True
    steps: list[ActStep] = []
    for act in line.acts:
        is_past = is_past and act is not line.now
        label_text = FOLLOWS[act_words.follows] if act is Act.NEXT_ROUND else LABELS[act]
        urls = {
            Act.DECK_LIST: act_words.deck_url,
            Act.POOL: act_words.pool_url,
            Act.CHECK_IN: act_words.arrive_url,
        }
        url = urls.get(act, "")
        label = sentences.fill_sentence(label_text, act_words.facts)
        steps.append({"label": label, "past": is_past, "current": act is line.now, "url": url})
    return steps


def next_step_texts(
    status: PlayerStatus, act: Act | None, act_words: ActWords, *, phones: bool = True
) -> dict[str, str]:
    """Return the message at the top of the page.

    Its keys are `state`, `icon`, `title` and `text`; `url` and `action` of another page on which the act is done;
    and `list`, the state of the deck list for the attributes that mark facts. `phones` is true if results are
    reported on this page.
    """
    state, title, usual_text = act_words.step(status, act)
    if status is PlayerStatus.PLAYING and not phones and not act_words.judge:
        usual_text = AT_THE_DESK
    text = sentences.fill_sentence(usual_text, act_words.facts)
    # A text about the player's own list, pool or build replaces the usual one.
    if act is Act.DECK_LIST and act_words.sent_back:
        text = act_words.sent_back
    elif act is Act.DECK_LIST and act_words.list_state is ListState.MISSING and act_words.closes_at:
        text = str(_("Lists close on %(when)s.")) % {"when": moment_text(act_words.closes_at, "j F, H:i")}
    elif act is Act.POOL and act_words.counts_for:
        text = " · ".join(act_words.counts_for)
    elif act is Act.BUILD and act_words.builds_until:
        text = str(_("Until %(at)s.")) % {"at": moment_text(act_words.builds_until, "H:i")}
    links = {
        Act.DECK_LIST: (act_words.deck_url, _("My deck list")),
        Act.BUILD: (act_words.deck_url, _("My deck list")),
        Act.POOL: (act_words.pool_url, _("My pool")),
        Act.CHECK_IN: (act_words.arrive_url, _("Check in")),
    }
    url, action = links.get(act, ("", "")) if act else ("", "")
    return {
        "state": state,
        "icon": ICONS.get(state, "info"),
        "title": sentences.fill_sentence(title, act_words.facts),
        "text": text,
        "url": url,
        "list": ""
        if act is not Act.DECK_LIST or act_words.sent_back
        else LIST_CODES.get(act_words.list_state, ""),
        "action": str(action) if url else "",
    }
