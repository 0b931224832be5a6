"""Sentences of a player's own page: their status, what comes next, what was reported."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core import sentences
from core.sentences import Facts
from core.wording import moment_text
from floor.engine.next_acts import Act, ActLine, Follows, ListState
from pairings.engine.player_status import PlayerStatus

Step = tuple[str, str | Promise, str | Promise]
"""State, title and text."""

NEXT: dict[PlayerStatus, Step] = {
    PlayerStatus.BEFORE: (
        "info",
        _("You are checked in. Round 1 is not posted yet."),
        _("This page shows your table as soon as it is posted."),
    ),
    PlayerStatus.NOT_HERE: (
        "warning",
        _("You are not checked in."),
        _("Check in at the desk, so that you are paired."),
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
        _("You play from the next round on. If this is wrong, ask at the desk."),
    ),
    PlayerStatus.UNSEATED: ("warning", _("You have no match in this round."), _("Go to the desk at once.")),
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
        _("You both reported the same result. The desk has not accepted it yet."),
        _("Stay near your table until it does."),
    ),
    PlayerStatus.DISAGREE: (
        "dispute",
        _("Your results don’t match. A judge has been told."),
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
        _("Your points and win percentages stay as they are. Thank you for playing."),
    ),
    PlayerStatus.NOT_IN_CUT: (
        "info",
        _("You did not reach the top cut this time."),
        _("Your place in the standings counts. Thank you for playing."),
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
        _("Questions: ask the head judge."),
    ),
    PlayerStatus.OVER: ("good", _("The event is over."), _("Thank you for playing.")),
}
"""State, title and text by status."""

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
"""Each act in a word or two, short enough for five side by side on a phone."""

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
"""Texts that replace the one about the next round if something else follows."""

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
    """Facts of the sentences of acts. `follows`: what comes after this round.

    `judge`: why a judge is at the table, a key of JUDGE_AT_TABLE or "". `counts_for`: sentences about pools to
    count. `called`: time was called at the table. `judge_coming`: to decide between two reports.
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
    judge: str = ""
    called: bool = False
    judge_coming: bool = False

    @property
    def facts(self) -> Facts:
        return {
            "next": self.round,
            "round": self.round,
            "table": self.table or "–",
            "opponent": self.opponent,
        }


class ActStep(TypedDict):
    """One act of the line. `url`: its own page, if it has one."""

    label: str
    past: bool
    current: bool
    url: str


def act_steps(line: ActLine, at: ActWords) -> list[ActStep]:
    past = True
    steps: list[ActStep] = []
    for act in line.acts:
        past = past and act is not line.now
        words = FOLLOWS[at.follows] if act is Act.NEXT_ROUND else LABELS[act]
        url = {Act.DECK_LIST: at.deck_url, Act.POOL: at.pool_url}.get(act, "")
        label = sentences.filled(words, at.facts)
        steps.append({"label": label, "past": past, "current": act is line.now, "url": url})
    return steps


def next_step(where: PlayerStatus, act: Act | None, at: ActWords, *, phones: bool = True) -> dict[str, str]:
    """The message on top of the page: `state`, `icon`, `title`, `text`, `url` with `action` if it is done on
    another page, and `list`, the state of the deck list as in marks. `phones`: results are reported on this
    page.
    """
    state, title, usual = _step(where, act, at)
    if where is PlayerStatus.PLAYING and not phones and not at.judge:
        usual = AT_THE_DESK
    text = sentences.filled(usual, at.facts)
    # The player's own list, pool or build replaces the usual text.
    if act is Act.DECK_LIST and at.sent_back:
        text = at.sent_back
    elif act is Act.DECK_LIST and at.list_state is ListState.MISSING and at.closes_at:
        text = str(_("Lists close on %(when)s.")) % {"when": moment_text(at.closes_at, "j F, H:i")}
    elif act is Act.POOL and at.counts_for:
        text = " · ".join(at.counts_for)
    elif act is Act.BUILD and at.builds_until:
        text = str(_("Until %(at)s.")) % {"at": moment_text(at.builds_until, "H:i")}
    urls = {Act.DECK_LIST: at.deck_url, Act.BUILD: at.deck_url, Act.POOL: at.pool_url}
    url = urls.get(act, "") if act else ""
    return {
        "state": state,
        "icon": ICONS.get(state, "info"),
        "title": sentences.filled(title, at.facts),
        "text": text,
        "url": url,
        "list": "" if act is not Act.DECK_LIST or at.sent_back else LIST_CODES.get(at.list_state, ""),
        "action": str(_("My pool") if act is Act.POOL else _("My deck list")) if url else "",
    }


def _step(where: PlayerStatus, act: Act | None, at: ActWords) -> Step:
    if at.judge and where in (PlayerStatus.PLAYING, PlayerStatus.TO_CONFIRM, PlayerStatus.REPORTED):
        return JUDGE_AT_TABLE[at.judge]
    if where is PlayerStatus.DISAGREE and at.judge_coming:
        return DISPUTE_CLAIMED
    if act is Act.DECK_LIST:
        return LISTS[at.list_state]
    if act is Act.CHECK_IN:
        return NEXT[PlayerStatus.NOT_HERE]
    if act is Act.PLAY and at.called:
        return TIME_CALLED
    if act in ACTS and not (act is Act.TABLE and at.table is None):
        return ACTS[act]
    state, title, text = NEXT[where]
    return state, title, NO_ROUND_FOLLOWS.get(at.follows, {}).get(where, text)
