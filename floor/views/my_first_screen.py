"""The top of a player's table page: the pitch (table number), the table's clock, and the extra turns after time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.scoreboard.clock_face import ClockFace
from floor.engine.resolution import Ask, Phase, Question
from floor.engine.table import MAX_TURNS, PLACES, Kind, make_tap
from floor.forms.my_table import PlayerReportForm
from floor.queries.my_table import MyTable
from floor.queries.table_state import mark_of_row
from floor.views.my_taps import PlayerPanel
from floor.views.table.table_panel_parts import Button
from pairings.engine.outcomes import Outcome
from pairings.engine.player_status import PlayerStatus
from pairings.models import Match
from pairings.queries.reports import clocks
from pairings.views.reports import scoreboard
from pairings.words import result_words

NO_FURTHER_MATCH = frozenset(
    {
        PlayerStatus.NOT_ON_DAY_TWO,
        PlayerStatus.NOT_IN_CUT,
        PlayerStatus.OUT,
        PlayerStatus.LEFT,
        PlayerStatus.DISQUALIFIED,
    }
)
"""Statuses of players who have no further match."""

COUNTER_KINDS = frozenset({Kind.PLACE, Kind.TURNS})
"""Kinds of taps that the counter of extra turns makes."""

PLAYS_ALONE = frozenset({PlayerStatus.BYE, PlayerStatus.MISSED, PlayerStatus.UNSEATED})


@dataclass(frozen=True, slots=True)
class TurnStep:
    """A turn after time; the first is the turn in which time was called."""

    label: str
    past: bool
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraTurns:
    """The counter of extra turns (R-121).

    `left` is the number of turns to play, or None if no turns are played. `back` is the number of the tap that can be
    undone, or 0.
    """

    left: int | None
    title: str
    text: str
    steps: Sequence[TurnStep] = field(default_factory=tuple)
    buttons: Sequence[Button] = field(default_factory=tuple)
    back: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedResult:
    """The result that follows from the taps.

    `label` is the label of this result in the player's report form. `games` is a score such as "2-1", or "".
    `back` is the number of the tap that can be undone, or 0.
    """

    title: str
    label: str
    games: str
    back: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstScreen:
    """The top of the page: the pitch, and below it the clock, the extra turns or the clear result.

    The `spot` of the pitch is a table, or the place of the player once the event is over. `half` is shown instead
    of an opponent, with `half_note` below it.
    """

    pitch_classes: str
    spot: str
    spot_is_word: bool
    spot_is_place: bool
    half: str
    half_note: str
    face: ClockFace | None
    turns: ExtraTurns | None
    clear: DecidedResult | None
    has_open_question: bool
    shows_acts: bool
    shows_moment: bool
    shows_reports: bool


def top_of_player_page(
    player_table: MyTable, record: PlayerPanel | None, form: PlayerReportForm | None, step: Mapping[str, str]
) -> FirstScreen:
    """Collect the top of the page.

    `record` is the panel of the table and `step` the message of the current act.
    """
    status, match = player_table.where, player_table.match
    is_playing = status is PlayerStatus.PLAYING
    is_out = status in NO_FURTHER_MATCH
    spot_word, half = "", ""
    if is_out:
        spot_word, half = pgettext("instead of a table", "Out"), _("No more matches")
    elif status in PLAYS_ALONE:
        spot_word = pgettext("instead of a table", "Bye") if status is PlayerStatus.BYE else ""
        half = _("No opponent")
    elif status is not PlayerStatus.OVER:
        half = _("Not posted yet")
    clear = decided_result(record, form) if is_playing and record and form else None
    turns = extra_turns_counter(record) if is_playing and record and record.called and not clear else None
    is_open = match is not None and match.outcome == Outcome.PENDING
    # Once the event is over, the pitch shows the final place instead of the last table.
    place, half_note = player_table.place if status is PlayerStatus.OVER else None, ""
    if place:
        half, half_note = player_table.me.record, result_words.points_text(player_table.me.points)
    result_class = "reported" if player_table.mine and not place else ""
    if match and player_table.side and not place and match.outcome in (Outcome.LEFT, Outcome.RIGHT):
        result_class = "won" if match.outcome == player_table.side else "lost"
    return FirstScreen(
        pitch_classes=" ".join(filter(None, ("pitch", "off" if is_out else "", result_class))),
        spot=spot_word or str(place or (match and match.table) or result_words.DASH),
        spot_is_word=bool(spot_word),
        spot_is_place=bool(place),
        half=half,
        half_note=half_note,
        face=clock_face_of_table(match) if match and player_table.side and is_open else None,
        turns=turns,
        clear=clear,
        has_open_question=bool(record and record.called and record.question and is_playing)
        and not (turns and turns.buttons),
        # Before and between matches, the line of acts says what to do. At a table, the rest of the page does.
        shows_acts=not player_table.side,
        # During a match, the pitch and the buttons make the message unnecessary.
        shows_moment=not is_playing
        or not player_table.reports
        or step["state"] in ("deckcheck", "extension"),
        shows_reports=status in (PlayerStatus.TO_CONFIRM, PlayerStatus.REPORTED, PlayerStatus.DISAGREE),
    )


def clock_face_of_table(match: Match) -> ClockFace | None:
    """Return the clock of a table, or None if the round has no clock.

    Its `share` is the remaining part of the round's time in percent.
    """
    face = scoreboard.match_clock(match)
    if face is None:
        return None
    total = 60 * clocks.minutes_of_round(match.round)
    share = min(100, round(100 * face.seconds / total)) if total else None
    return replace(face, total=total, share=share)


def decided_result(record: PlayerPanel, form: PlayerReportForm) -> DecidedResult | None:
    """Return the result that the rules derive from the taps, or None if players cannot report one yet."""
    report = record.report
    if record.verdict is None or report is None:
        return None
    label = next((ending.label for ending in form.endings if ending.how == report.how), "")
    return DecidedResult(
        title=record.verdict.title, label=label, games=record.verdict.games, back=_undoable_tap(record)
    )


def extra_turns_counter(record: PlayerPanel) -> ExtraTurns:
    """Return the counter of extra turns of a table at which time was called."""
    question, undoable_tap = record.at.answer, _undoable_tap(record)
    # The counter offers only games. Other places, such as Sudden Death, are answers to the questions below.
    is_place_question = isinstance(question, Question) and question.ask is Ask.PLACE
    game_taps = [
        tap
        for tap in record.at.options.answers
        if tap.facts.get("place", "").startswith("game-") and is_place_question
    ]
    if len(game_taps) > 1:
        return ExtraTurns(
            left=MAX_TURNS,
            title=_("Time was called"),
            text=_("Finish the current turn, then play three more. Which game are you playing?"),
            buttons=[
                Button(tap.form_value(), _("Game %(n)d") % {"n": PLACES[tap.facts["place"]][1]})
                for tap in game_taps
            ],
        )
    turns_played = record.at.state.turns or 0
    if turns_played >= MAX_TURNS:
        return ExtraTurns(
            left=0,
            title=_("The extra turns are over"),
            text=_("Stop playing. Report the result, or answer the questions below until it is clear."),
            back=undoable_tap,
        )
    if not record.at.options.turns:
        return ExtraTurns(
            left=None,
            title=_("Time was called"),
            text=_("Report the result, or answer the questions below until it is clear."),
            back=undoable_tap,
        )
    is_between = record.at.situation.phase is Phase.BETWEEN_TURNS
    is_running_turn_over = record.at.state.turns is not None or is_between
    if is_running_turn_over:
        label = _("Turn %(n)d is over") % {"n": turns_played + 1}
        text = _("The current turn is over. Play three more turns, then stop.")
        if turns_played:
            text = _("Tap when the turn is over, on either phone.")
    else:
        label = _("The current turn is over")
        text = _("Finish the current turn: it does not count. Then play three more turns.")
    tap = make_tap(Kind.TURNS, count=turns_played + 1 if is_running_turn_over else 0)
    labels = [_("Running"), *(_("Turn %(n)d") % {"n": number} for number in range(1, MAX_TURNS + 1))]
    current = turns_played + 1 if is_running_turn_over else 0
    return ExtraTurns(
        left=MAX_TURNS - turns_played,
        title=_("extra turns left"),
        text=text,
        steps=[
            TurnStep(name, past=number < current, current=number == current)
            for number, name in enumerate(labels)
        ],
        buttons=[Button(tap.form_value(), label)],
        back=undoable_tap,
    )


def _undoable_tap(record: PlayerPanel) -> int:
    """Return the number of the newest tap if the player made it with the counter, otherwise 0."""
    newest = record.taps[0] if record.taps else None
    if newest is None or not newest.back or mark_of_row(record.rows[-1]).tap.kind not in COUNTER_KINDS:
        return 0
    return int(newest.number)
