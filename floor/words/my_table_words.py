"""What a player reads on their own page: where they stand, what comes next, what was told."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from pairings.engine.player_status import PlayerStatus
from tournaments import sentences

NEXT: dict[PlayerStatus, tuple[str, str | Promise, str | Promise]] = {
    PlayerStatus.BEFORE: (
        "info",
        _("You are in. Round 1 is not out yet."),
        _("This page shows your table as soon as it is."),
    ),
    PlayerStatus.NOT_HERE: (
        "warning",
        _("You are not checked in."),
        _("Go to the door or to the desk, so that you are paired."),
    ),
    PlayerStatus.NOT_OUT: (
        "info",
        _("Round %(next)s is not out yet."),
        _("This page shows your table as soon as it is."),
    ),
    PlayerStatus.CUT_COMING: (
        "info",
        _("All Swiss rounds are played. The top cut comes next."),
        _("This page shows your table as soon as it is out."),
    ),
    PlayerStatus.BYE: (
        "good",
        _("You have a bye: no match this round, and it counts as a win."),
        _("Come back for the next round."),
    ),
    PlayerStatus.MISSED: (
        "warning",
        _("You missed this round, so it counts as a loss."),
        _("You play from the next round on. Is that wrong? Tell the desk."),
    ),
    PlayerStatus.UNSEATED: ("warning", _("You have no match in this round."), _("Tell the desk at once.")),
    PlayerStatus.PLAYING: ("playing", _("Play your match."), _("Then tell the result here, both of you.")),
    PlayerStatus.TOLD: (
        "missing",
        _("%(opponent)s has not confirmed it yet."),
        _("Ask them to open their page, or hand in the match slip."),
    ),
    PlayerStatus.ASKED: ("missing", _("%(opponent)s told a result."), _("Is it right? Then confirm it.")),
    PlayerStatus.BOTH_TOLD: (
        "missing",
        _("You both told the same, and the desk has not taken it in yet."),
        _("Stay near your table until it does."),
    ),
    PlayerStatus.DISAGREE: (
        "dispute",
        _("You two told us different results. A judge is coming."),
        _("Stay at your table. You can still change what you told."),
    ),
    PlayerStatus.RESULT_IN: (
        "done",
        _("Your result is in."),
        _("The next round comes when all tables are done."),
    ),
    PlayerStatus.NOT_ON_DAY_TWO: (
        "info",
        _("You did not reach day 2 this time."),
        _("Your points and percentages stay as they are. Thank you for playing."),
    ),
    PlayerStatus.NOT_IN_CUT: (
        "info",
        _("You did not reach the top cut this time."),
        _("Your place in the standings counts. Thank you for playing."),
    ),
    PlayerStatus.OUT: ("info", _("You are not in the top cut any more."), _("Thank you for playing.")),
    PlayerStatus.LEFT: (
        "info",
        _("You have left this event."),
        _("You get no more opponents. Is that wrong? Tell the desk before the next round is drawn."),
    ),
    PlayerStatus.DISQUALIFIED: (
        "error",
        _("You are out of this event."),
        _("Questions go to the head judge."),
    ),
    PlayerStatus.OVER: ("good", _("The event is over."), _("Thank you for playing.")),
}
"""The state shown, what is, and what to do next."""

AT_THE_DESK = _("Then hand in your match slip, or tell the desk.")


def next_step(where: PlayerStatus, facts: Mapping[str, object], *, phones: bool = True) -> dict[str, str]:
    """`state`, `title` and `text` of the message on top of the page. `phones`: results are told on this page."""
    state, title, text = NEXT[where]
    if where is PlayerStatus.PLAYING and not phones:
        text = AT_THE_DESK
    return {"state": state, "title": sentences.filled(title, facts), "text": sentences.filled(text, facts)}
