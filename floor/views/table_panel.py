"""The panel of a table: recorded taps, taps possible next, and the verdict of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from floor.engine import table as engine
from floor.engine.resolution import FINAL, Ask, Decision, Ending, Phase, Player, Question, Verdict
from floor.engine.table import SIDES, SPECS, Away, Game, Kind, Loss, Tap
from floor.models import TableMark
from floor.queries import table as queries
from floor.queries.table import Table
from floor.services import table as services
from floor.views import table_setup
from floor.views.time_link import time_url
from floor.words.resolution_questions import HINTS, ask
from floor.words.resolution_words import Names, next_step, sentence, title
from floor.words.table_words import HOW, label, tap_text
from pairings.engine.outcomes import Outcome
from pairings.models import Match, Round
from tournaments.models import Entry

MOST_TAPS = 6
MINUTE = 60


@dataclass(frozen=True, slots=True)
class Button:
    value: str
    label: str
    pressed: bool = False


@dataclass(frozen=True)
class Panel:
    """A table as shown to one reader. `player`: the owner of the phone, None for staff."""

    at: Table
    rows: list[TableMark]
    names: Names
    player: Entry | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything can be tapped."""
        match = self.at.match
        return match.outcome == Outcome.PENDING and match.round.state == Round.State.POSTED

    def stamp(self) -> str:
        """Changes whenever the panel does, except for running clocks."""
        answer = self.at.answer
        code = answer.ask.value if isinstance(answer, Question) else f"{answer.code}{answer.rule}"
        numbers = ".".join(str(row.number) for row in self.rows)
        due = sum(loss.is_due(self.at.clock.now) for loss in self.at.due)
        return f"{numbers}-{code}-{self.at.called}-{due}-{self.at.match.outcome}"

    def buttons(self, taps: Iterable[Tap], pressed: Iterable[str] = ()) -> list[Button]:
        """The taps as buttons; players get only those allowed to them."""
        marked = set(pressed)
        return [
            Button(tap.form_value(), label(tap, self.names, self._game(tap)), tap.form_value() in marked)
            for tap in taps
            if self.player is None or SPECS[tap.kind].by_players
        ]

    def _game(self, tap: Tap) -> Game | None:
        games = self.at.state.games
        return games[tap.game - 1] if tap.game is not None and tap.game <= len(games) else None

    def context(self) -> dict[str, Any]:
        """Everything the panel shows."""
        context: dict[str, Any] = {
            "open": self.is_open,
            "stamp": self.stamp(),
            "head": self._head(),
            "games": [self._line(game) for game in self.at.state.games],
            "taps": self._taps(),
            "missing": [self._missing(away) for away in self.at.state.away],
            "clock": self._thinking(),
            "for_staff": self.player is None,
            "called": self.at.called,
            "quiet": not self.rows and not self.at.called,
        }
        if self.is_open:
            answer, options, game = self.at.answer, self.at.options, self.at.state.game
            if isinstance(answer, Question):
                context["question"] = self._question(answer)
            elif self.at.called or answer.match not in (Decision.CONTINUE, Decision.NEXT_GAME):
                context["verdict"] = self._verdict(answer)
            else:
                context["hint"] = sentence(answer, self.names) if answer.match is Decision.NEXT_GAME else ""
            context |= {
                "start": self.buttons(options.start),
                "ends": self.buttons(options.ends),
                "rare": self.buttons(options.rare),
                "how": self.buttons(options.how),
                "before": {
                    "mulligans": self.buttons(tap for tap in options.before if tap.kind is Kind.MULLIGAN),
                    "pregame": self.buttons(tap for tap in options.before if tap.kind is Kind.PREGAME),
                    **table_setup.setup_context(self.at, game, self.rows, self.names),
                },
                "turns": self._turns(),
                "prizes": self._prizes(game),
                "time": self.buttons(options.time),
                "absence": self.buttons(options.absence),
            }
        # Whether the games have a separate list; otherwise the dock shows the only one
        dock_is_taken = any(context.get(part) for part in ("turns", "question", "verdict"))
        games = len(self.at.state.games)
        context["lists_games"] = games > 1 or bool(games and (dock_is_taken or not self.is_open))
        return context

    def _head(self) -> dict[str, str]:
        """Where the match stands, in a few words, with its state."""
        state, game = self.at.state, self.at.state.game
        if not self.is_open:
            return {"state": "done", "text": ""}
        if self.at.called:
            words = _("Time is called, %(n)d of 3 extra turns played") if state.turns else _("Time is called")
            return {"state": "extraturns", "text": words % {"n": state.turns or 0}}
        if game is None or not game.playing:
            return {
                "state": "playing",
                "text": _("Before game %(n)d") % {"n": game.number + 1 if game else 1},
            }
        if game.decider:
            return {"state": "playing", "text": _("Sudden Death or tiebreaker")}
        return {"state": "playing", "text": _("Game %(n)d") % {"n": game.number}}

    def _line(self, game: Game) -> dict[str, str]:
        name = _("Sudden Death or tiebreaker") if game.decider else _("Game %(n)d") % {"n": game.number}
        notes = []
        if game.starter is not None:
            notes.append(_("%(name)s started") % {"name": self.names[game.starter]})
        if game.alone.a or game.alone.b:
            notes.append(_("mulligans %(a)d and %(b)d") % {"a": game.alone.a, "b": game.alone.b})
        if game.how:
            notes.append(str(HOW[game.how]))
        undecided = {
            Ending.BOTH_WON: _("both won at once"),
            Ending.BOTH_LOST: _("both lost"),
            Ending.LOOP: _("cannot end"),
        }
        if game.winner is not None:
            text = _("%(name)s won") % {"name": self.names[game.winner]}
        elif game.playing:
            text = _("under way") if game.begun else _("not begun")
        else:
            text = undecided.get(game.ending, _("over")) if game.ending else _("over")
        return {"name": name, "text": text, "note": " · ".join(notes)}

    def _taps(self) -> list[dict[str, Any]]:
        """The newest taps. `back`: can be withdrawn, by players only their own."""
        match, lines = self.at.match, []
        sides = {match.left_id: Player.A, match.right_id: Player.B}
        for row in self.rows[: -MOST_TAPS - 1 : -1]:
            tap = queries.mark_of(row).tap
            text = tap_text(tap, self.names, self._game(tap))
            # Players are called as on this page.
            player = sides.get(row.entry_id) if row.entry_id else None
            lines.append(
                {
                    "number": row.number,
                    "text": text[:1].upper() + text[1:],
                    "at": row.at,
                    "by": str(self.names[player]) if player else queries.who(row),
                    "back": self.is_open and (self.player is None or row.entry_id == self.player.pk),
                }
            )
        return lines

    def _missing(self, away: Away) -> dict[str, Any]:
        """One absence: since when, recorded by whom, and the losses due."""
        if away.permission:
            words = _("%(name)s left with permission. This does not count against them.")
        elif away.empty:
            words = _("The seat of %(name)s was empty.")
        else:
            words = _("%(name)s was away without permission.")
        return {
            "name": str(self.names[away.player]),
            "text": words % {"name": self.names[away.player]},
            "since": away.since,
            "until": away.until,
            "by": away.by,
            "counts": engine.counts(away, self.at.clock),
            "losses": [] if away.until or not away.empty or self.player else self._losses(away),
        }

    def _losses(self, away: Away) -> list[dict[str, Any]]:
        games = self.at.state.games
        return [
            {
                "value": f"{due.loss}:{SIDES[away.player]}",
                "at": due.at,
                "due": due.is_due(self.at.clock.now),
                "match": due.loss is Loss.MATCH,
            }
            for due in self.at.due
            if due.loss is Loss.MATCH or not games or games[0].playing
        ]

    def _question(self, question: Question) -> dict[str, Any]:
        buttons = self.buttons(self.at.options.answers)
        places = buttons if question.ask is Ask.PLACE else []
        rare = [
            button for button in places if ":place=both" in button.value or ":place=decider" in button.value
        ]
        return {
            "text": ask(question, self.at.situation, self.names),
            "hint": HINTS.get(question.ask, ""),
            "numbers": question.ask in (Ask.PRIZES_A, Ask.PRIZES_B),
            "buttons": [button for button in buttons if button not in rare],
            "rare": rare,
        }

    def _verdict(self, verdict: Verdict) -> dict[str, Any]:
        result = services.result_of(self.at)
        games = result.games if result else None
        games = games[::-1] if games and verdict.match is Decision.B else games
        over = verdict.match in FINAL
        return {
            "title": title(verdict, self.names),
            "games": "-".join(map(str, games)) if games else "",
            "rule": verdict.rule,
            "text": sentence(verdict, self.names),
            "next": "" if over else next_step(verdict, self.names),
            "state": "good" if over else "warning" if verdict.match is Decision.HEAD_JUDGE else "info",
            "code": services.proposal_token(self.at) if result and self.player is None else "",
            "deciders": self.buttons(self.at.options.decider),
        }

    def _turns(self) -> list[dict[str, Any]]:
        """Turns 1 to 3 with their players, if known; finished ones are pressed."""
        state, game, situation = self.at.state, self.at.state.game, self.at.situation
        if not self.at.called or game is None or not game.begun or not game.playing:
            return []
        over = state.turns or 0
        taps = [engine.tap(Kind.TURNS, count=count) for count in range(1, 4)]
        buttons = self.buttons(taps, (tap.form_value() for tap in taps[:over]))
        # a turn under way when time was called does not count.
        first = situation.turn_of
        if first is not None and situation.phase is Phase.DURING_TURN:
            first = first.other
        players = [first, first and first.other, first]
        return [
            {
                "button": button,
                "name": str(self.names[player]) if player else "",
                "now": number == over and first is not None,
            }
            for number, (button, player) in enumerate(zip(buttons, players, strict=False))
        ]

    def _prizes(self, game: Game | None) -> list[dict[str, Any]]:
        """Recorded Prizes, to be changed while play goes on (R-133)."""
        if game is None:
            return []
        prizes = {Player.A: game.prizes_a, Player.B: game.prizes_b}
        index = len(self.at.state.games)
        lines = []
        for player, left in prizes.items():
            taps = [tap for tap in self.at.options.prizes if tap.player is player]
            if left is None or not taps:
                continue
            mine = engine.tap(Kind.PRIZES, player, index, left=left)
            taps = sorted([*taps, mine], key=lambda tap: tap.facts["left"])
            lines.append(
                {"name": str(self.names[player]), "buttons": self.buttons(taps, [mine.form_value()])}
            )
        return lines

    def _thinking(self) -> dict[str, Any] | None:
        """The two-sided clock; None for players."""
        thinking, now = self.at.state.thinking, self.at.clock.now
        if self.player is not None:
            return None
        sides = []
        for player in Player:
            seconds = max(0, int(thinking.used(player, now).total_seconds()))
            sides.append(
                {
                    "value": engine.tap(Kind.CLOCK, player).form_value(),
                    "name": str(self.names[player]),
                    "seconds": seconds,
                    "time": f"{seconds // MINUTE:02d}:{seconds % MINUTE:02d}",
                    "running": thinking.running is player,
                }
            )
        stop = engine.tap(Kind.CLOCK).form_value() if thinking.running is not None else ""
        return {"sides": sides, "stop": stop, "measured": thinking.is_measured}


def panel(
    match: Match,
    now: datetime,
    urls: Mapping[str, str],
    *,
    player: Entry | None = None,
    names: Names | None = None,
) -> dict[str, Any]:
    """Context of the panel of a match with two players. `urls`: targets of its buttons; `names`: how players are
    called. Six queries, one more each for the seeds of a bracket and Prizes of penalties.
    """
    table = queries.table(match, now)
    names = names or {Player.A: str(match.left), Player.B: str(match.right)}
    context = Panel(table, list(queries.rows(match)), names, player).context()
    return context | {"time_url": time_url(table), "urls": urls, "result": services.result_of(table)}


def of_staff(match: Match, now: datetime) -> dict[str, Any]:
    """The panel of the judge's table page."""
    where = [match.round.division.tournament.slug, match.round.division_id, match.round.number, match.pk]
    names = {"record": "record", "mark": "mark", "back": "mark_back", "accept": "accept", "absent": "absent"}
    return panel(match, now, {key: reverse(f"floor:{name}", args=where) for key, name in names.items()})
