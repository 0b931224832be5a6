"""The panel of a table: recorded taps, possible next taps, and the verdict under the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Self

from django.urls import reverse
from django.utils.translation import gettext as _

from floor.engine import table as engine
from floor.engine.resolution import FINAL, Ask, Decision, Ending, Phase, Question, TablePlayer
from floor.engine.table import SIDES, SPECS, Away, Kind, Loss, TableGame, TableTap
from floor.models import TableMark
from floor.queries import table_state as queries
from floor.queries.table_state import LoadedTable
from floor.services import table_taps as services
from floor.views.table import table_panel_parts
from floor.views.table.table_panel_parts import (
    AbsenceRow,
    Button,
    ClockSide,
    DueLoss,
    NextQuestion,
    PrizesRow,
    RuledVerdict,
    TapRow,
    TurnRow,
    TwoSidedClock,
)
from floor.views.table.time_link import time_called_url
from floor.words.resolution_questions import HINTS, question_text
from floor.words.resolution_words import Names, next_step_text, verdict_text, verdict_title
from floor.words.table_words import HOW, tap_label, tap_text
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from pairings.services.reports.results import MatchResult
from tournaments.models import Entry

MAX_TAPS, MINUTE = 6, 60


@dataclass(frozen=True)
class TablePanel:
    """A table as displayed to one reader.

    `player` is the owner of the phone, or None for staff. `urls` are the targets of the buttons, `names` the players'
    names.
    """

    at: LoadedTable
    rows: list[TableMark]
    names: Names
    urls: Mapping[str, str]
    player: Entry | None = None

    @classmethod
    def load(
        cls,
        match: Match,
        now: datetime,
        urls: Mapping[str, str],
        *,
        player: Entry | None = None,
        names: Names | None = None,
    ) -> Self:
        """Load the panel of a match with two players. `names` defaults to the players' full names.

        Four queries, and one each for the seeds of a bracket and the Prizes of penalties.
        """
        rows = queries.preload_marks(match)
        names = names or {TablePlayer.A: str(match.left), TablePlayer.B: str(match.right)}
        return cls(queries.load_table(match, now), rows, names, urls, player)

    @cached_property
    def is_open(self) -> bool:
        """Whether anything can be tapped."""
        match = self.at.match
        return match.outcome == Outcome.PENDING and match.round.state == Round.State.POSTED

    @property
    def for_staff(self) -> bool:
        return self.player is None

    @property
    def called(self) -> bool:
        """Whether time was called."""
        return self.at.called

    @property
    def quiet(self) -> bool:
        """Whether nothing has been recorded yet and time has not been called."""
        return not self.rows and not self.at.called

    @cached_property
    def result(self) -> MatchResult | None:
        """The verdict under the rules as a result, or None if there is no final verdict."""
        return services.verdict_as_result(self.at)

    @property
    def time_url(self) -> str:
        return time_called_url(self.at)

    @property
    def stamp(self) -> str:
        """A stamp that changes whenever the panel does, except for running clocks."""
        answer = self.at.answer
        code = answer.ask.value if isinstance(answer, Question) else f"{answer.code}{answer.rule}"
        numbers = ".".join(str(mark.number) for mark in self.rows)
        due_count = sum(loss.is_due(self.at.clock.now) for loss in self.at.due)
        return f"{numbers}-{code}-{self.at.called}-{due_count}-{self.at.match.outcome}"

    def buttons(self, taps: Iterable[TableTap], pressed: Iterable[str] = ()) -> list[Button]:
        """Return a button for each tap, pressed if it is in `pressed`. Players get only taps that they may make."""
        pressed_values = set(pressed)
        return [
            Button(
                tap.form_value(),
                tap_label(tap, self.names, self._game_of_tap(tap)),
                tap.form_value() in pressed_values,
            )
            for tap in taps
            if self.player is None or SPECS[tap.kind].by_players
        ]

    def _game_of_tap(self, tap: TableTap) -> TableGame | None:
        """Return the game of a tap, or None if the tap has no game or the game has not been recorded."""
        games = self.at.state.games
        return games[tap.game - 1] if tap.game is not None and tap.game <= len(games) else None

    @cached_property
    def head(self) -> dict[str, str]:
        """The state of the match, with a short text about it."""
        state, game = self.at.state, self.at.state.game
        if not self.is_open:
            return {"state": "done", "text": ""}
        if self.at.called:
            text = _("Time is called, %(n)d of 3 extra turns played") if state.turns else _("Time is called")
            return {"state": "extraturns", "text": text % {"n": state.turns or 0}}
        if game is None or not game.playing:
            return {
                "state": "playing",
                "text": _("Before game %(n)d") % {"n": game.number + 1 if game else 1},
            }
        if game.decider:
            return {"state": "playing", "text": _("Sudden Death or tiebreaker")}
        return {"state": "playing", "text": _("Game %(n)d") % {"n": game.number}}

    @cached_property
    def games(self) -> list[dict[str, str]]:
        """Rows of the recorded games."""
        return [self._game_row(game) for game in self.at.state.games]

    def _game_row(self, game: TableGame) -> dict[str, str]:
        """Return the name of a game, its state, and a note on its starter, mulligans and kind of win."""
        name = _("Sudden Death or tiebreaker") if game.decider else _("Game %(n)d") % {"n": game.number}
        notes = []
        if game.starter is not None:
            notes.append(_("%(name)s started") % {"name": self.names[game.starter]})
        if game.alone.a or game.alone.b:
            notes.append(_("mulligans %(a)d and %(b)d") % {"a": game.alone.a, "b": game.alone.b})
        if game.how:
            notes.append(str(HOW[game.how]))
        undecided = {
            Ending.BOTH_WON: _("both won at the same time"),
            Ending.BOTH_LOST: _("both lost"),
            Ending.LOOP: _("cannot end"),
        }
        if game.winner is not None:
            text = _("%(name)s won") % {"name": self.names[game.winner]}
        elif game.playing:
            text = _("under way") if game.begun else _("not started yet")
        else:
            text = undecided.get(game.ending, _("over")) if game.ending else _("over")
        return {"name": name, "text": text, "note": " · ".join(notes)}

    @property
    def lists_games(self) -> bool:
        """Whether the games have a separate list. Otherwise the dock shows the only game."""
        dock_is_taken = bool(self.turns or self.question or self.verdict)
        return len(self.games) > 1 or bool(self.games and (dock_is_taken or not self.is_open))

    @cached_property
    def taps(self) -> list[TapRow]:
        """The newest taps, at most MAX_TAPS, newest first. `back` is true for a tap that can be withdrawn.

        Players may withdraw only their own taps.
        """
        match, rows = self.at.match, []
        sides = {match.left_id: TablePlayer.A, match.right_id: TablePlayer.B}
        for mark in self.rows[: -MAX_TAPS - 1 : -1]:
            tap = queries.mark_of_row(mark).tap
            text = tap_text(tap, self.names, self._game_of_tap(tap))
            # If a player tapped, use the name by which this page calls the player.
            player = sides.get(mark.entry_id) if mark.entry_id else None
            rows.append(
                TapRow(
                    number=mark.number,
                    text=text[:1].upper() + text[1:],
                    at=mark.at,
                    by=str(self.names[player]) if player else queries.mark_author_name(mark),
                    back=self.is_open and (self.player is None or mark.entry_id == self.player.pk),
                )
            )
        return rows

    @cached_property
    def missing(self) -> list[AbsenceRow]:
        """Rows of all absences, past and current."""
        return [self._absence_row(absence) for absence in self.at.state.away]

    def _absence_row(self, absence: Away) -> AbsenceRow:
        """Build the row of one absence: its times, who recorded it, and the losses that are due.

        Losses are listed only for staff, and only while the seat is empty.
        """
        if absence.permission:
            text = _("%(name)s left with permission. This does not count against them.")
        elif absence.empty:
            text = _("%(name)s’s seat was empty.")
        else:
            text = _("%(name)s was away without permission.")
        losses, games = [], self.at.state.games
        if absence.until is None and absence.empty and self.player is None:
            losses = [
                DueLoss(
                    value=f"{due.loss}:{SIDES[absence.player]}",
                    at=due.at,
                    due=due.is_due(self.at.clock.now),
                    match=due.loss is Loss.MATCH,
                )
                for due in self.at.due
                if due.loss is Loss.MATCH or not games or games[0].playing
            ]
        return AbsenceRow(
            name=str(self.names[absence.player]),
            text=text % {"name": self.names[absence.player]},
            since=absence.since,
            until=absence.until,
            by=absence.by,
            counts=engine.is_absence_penalized(absence, self.at.clock),
            losses=losses,
        )

    @cached_property
    def question(self) -> NextQuestion | None:
        """The next question of the rules, or None if the rules need no answer."""
        question = self.at.answer
        if not self.is_open or not isinstance(question, Question):
            return None
        buttons = self.buttons(self.at.options.answers)
        places = buttons if question.ask is Ask.PLACE else []
        rare = [
            button for button in places if ":place=both" in button.value or ":place=decider" in button.value
        ]
        return NextQuestion(
            text=question_text(question, self.at.situation, self.names),
            hint=HINTS.get(question.ask, ""),
            numbers=question.ask in (Ask.PRIZES_A, Ask.PRIZES_B),
            buttons=[button for button in buttons if button not in rare],
            rare=rare,
        )

    @cached_property
    def verdict(self) -> RuledVerdict | None:
        """The verdict under the rules once time is called or a game needs a decision, otherwise None."""
        verdict = self.at.answer
        if not self.is_open or isinstance(verdict, Question):
            return None
        if not self.at.called and verdict.match in (Decision.CONTINUE, Decision.NEXT_GAME):
            return None
        games = self.result.games if self.result else None
        games = games[::-1] if games and verdict.match is Decision.B else games
        is_final = verdict.match in FINAL
        return RuledVerdict(
            title=verdict_title(verdict, self.names),
            games="-".join(map(str, games)) if games else "",
            rule=verdict.rule,
            text=verdict_text(verdict, self.names),
            next="" if is_final else next_step_text(verdict, self.names),
            state="good" if is_final else "warning" if verdict.match is Decision.HEAD_JUDGE else "info",
            code=services.verdict_token(self.at) if self.result and self.player is None else "",
            deciders=self.buttons(self.at.options.decider),
        )

    @property
    def hint(self) -> str:
        """Who chooses the starter of the next game, or "" at other times."""
        answer = self.at.answer
        if not self.is_open or self.at.called or isinstance(answer, Question):
            return ""
        return verdict_text(answer, self.names) if answer.match is Decision.NEXT_GAME else ""

    @cached_property
    def choices(self) -> dict[str, list[Button]]:
        """Buttons for what can happen in a game, by subject."""
        if not self.is_open:
            return {}
        options = self.at.options
        return {
            "start": self.buttons(options.start),
            "ends": self.buttons(options.ends),
            "rare": self.buttons(options.rare),
            "how": self.buttons(options.how),
            "time": self.buttons(options.time),
            "absence": self.buttons(options.absence),
        }

    @cached_property
    def before(self) -> table_panel_parts.Setup | None:
        """The setup of a game: mulligans, and the two minutes before the game."""
        if not self.is_open:
            return None
        setup_taps = self.at.options.before
        return replace(
            table_panel_parts.setup_of_game(self.at, self.at.state.game, self.rows, self.names),
            mulligans=self.buttons(tap for tap in setup_taps if tap.kind is Kind.MULLIGAN),
            pregame=self.buttons(tap for tap in setup_taps if tap.kind is Kind.PREGAME),
        )

    @cached_property
    def turns(self) -> list[TurnRow]:
        """Turns 1 to 3 with their players, if known. Finished turns are pressed."""
        state, game, situation = self.at.state, self.at.state.game, self.at.situation
        if not self.is_open or not self.at.called or game is None or not game.begun or not game.playing:
            return []
        turns_played = state.turns or 0
        taps = [engine.make_tap(Kind.TURNS, count=count) for count in range(1, 4)]
        buttons = self.buttons(taps, (tap.form_value() for tap in taps[:turns_played]))
        # A turn that was under way when time was called does not count.
        first_player = situation.turn_of
        if first_player is not None and situation.phase is Phase.DURING_TURN:
            first_player = first_player.other
        players = [first_player, first_player and first_player.other, first_player]
        return [
            TurnRow(
                button=button,
                name=str(self.names[player]) if player else "",
                now=number == turns_played and first_player is not None,
            )
            for number, (button, player) in enumerate(zip(buttons, players, strict=False))
        ]

    @cached_property
    def prizes(self) -> list[PrizesRow]:
        """Recorded Prizes, which can be changed while play continues (R-133)."""
        game = self.at.state.game
        if not self.is_open or game is None:
            return []
        prizes = {TablePlayer.A: game.prizes_a, TablePlayer.B: game.prizes_b}
        game_number = len(self.at.state.games)
        rows = []
        for player, prizes_left in prizes.items():
            taps = [tap for tap in self.at.options.prizes if tap.player is player]
            if prizes_left is None or not taps:
                continue
            current_tap = engine.make_tap(Kind.PRIZES, player, game_number, left=prizes_left)
            taps = sorted([*taps, current_tap], key=lambda tap: tap.facts["left"])
            rows.append(
                PrizesRow(
                    name=str(self.names[player]), buttons=self.buttons(taps, [current_tap.form_value()])
                )
            )
        return rows

    @cached_property
    def clock(self) -> TwoSidedClock | None:
        """The two-sided clock, or None for players."""
        thinking, now = self.at.state.thinking, self.at.clock.now
        if self.player is not None:
            return None
        sides = []
        for player in TablePlayer:
            seconds = max(0, int(thinking.used(player, now).total_seconds()))
            sides.append(
                ClockSide(
                    value=engine.make_tap(Kind.CLOCK, player).form_value(),
                    name=str(self.names[player]),
                    seconds=seconds,
                    time=f"{seconds // MINUTE:02d}:{seconds % MINUTE:02d}",
                    running=thinking.running is player,
                )
            )
        stop = engine.make_tap(Kind.CLOCK).form_value() if thinking.running is not None else ""
        return TwoSidedClock(sides=sides, stop=stop, measured=thinking.is_measured)


def staff_panel(match: Match, now: datetime) -> TablePanel:
    """Load the panel for the judge's table page."""
    address_parts = [
        match.round.division.tournament.slug,
        match.round.division_id,
        match.round.number,
        match.pk,
    ]
    names = {"record": "record", "mark": "mark", "back": "mark_back", "accept": "accept", "absent": "absent"}
    return TablePanel.load(
        match, now, {key: reverse(f"floor:{name}", args=address_parts) for key, name in names.items()}
    )
