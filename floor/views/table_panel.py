"""The panel of a table: recorded taps, taps possible next, and the verdict of the rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
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

    found: Table
    rows: list[TableMark]
    names: Names
    player: Entry | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything can be tapped."""
        match = self.found.match
        return match.outcome == Outcome.PENDING and match.round.state == Round.State.POSTED

    def stamp(self) -> str:
        """Changes whenever the panel does, except for running clocks."""
        answer = self.found.answer
        code = answer.ask.value if isinstance(answer, Question) else f"{answer.code}{answer.rule}"
        numbers = ".".join(str(row.number) for row in self.rows)
        due = sum(one.is_due(self.found.clock.now) for one in self.found.due)
        return f"{numbers}-{code}-{self.found.called}-{due}-{self.found.match.outcome}"

    def buttons(self, taps: Iterable[Tap], pressed: Iterable[str] = ()) -> list[Button]:
        """The taps as buttons; players get only those allowed to them."""
        marked = set(pressed)
        return [
            Button(one.form_value(), label(one, self.names, self._game(one)), one.form_value() in marked)
            for one in taps
            if self.player is None or SPECS[one.kind].by_players
        ]

    def _game(self, tap: Tap) -> Game | None:
        games = self.found.state.games
        return games[tap.game - 1] if tap.game is not None and tap.game <= len(games) else None

    def context(self) -> dict[str, Any]:
        """Everything the panel shows."""
        context: dict[str, Any] = {
            "open": self.is_open,
            "stamp": self.stamp(),
            "head": self._head(),
            "games": self._games(),
            "taps": self._taps(),
            "missing": [self._missing(one) for one in self.found.state.away],
            "clock": self._thinking(),
            "for_staff": self.player is None,
            "called": self.found.called,
            "quiet": not self.rows and not self.found.called,
        }
        if self.is_open:
            context |= self._rules() | self._options()
        # Whether the games have a separate list; otherwise the dock shows the only one
        dock_is_taken = any(context.get(part) for part in ("turns", "question", "verdict"))
        games = len(self.found.state.games)
        context["lists_games"] = games > 1 or bool(games and (dock_is_taken or not self.is_open))
        return context

    def _head(self) -> dict[str, str]:
        """Where the match stands, in a few words, with its state."""
        state, game = self.found.state, self.found.state.game
        if not self.is_open:
            return {"state": "done", "text": ""}
        if self.found.called:
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

    def _games(self) -> list[dict[str, str]]:
        return [self._line(game) for game in self.found.state.games]

    def _line(self, game: Game) -> dict[str, str]:
        name = _("Sudden Death or tiebreaker") if game.decider else _("Game %(n)d") % {"n": game.number}
        notes = []
        if game.starter is not None:
            notes.append(_("%(name)s started") % {"name": self.names[game.starter]})
        if game.alone.a or game.alone.b:
            notes.append(_("mulligans %(a)d and %(b)d") % {"a": game.alone.a, "b": game.alone.b})
        if game.how:
            notes.append(str(HOW[game.how]))
        return {"name": name, "text": self._ended(game), "note": " · ".join(notes)}

    def _ended(self, game: Game) -> str:
        if game.winner is not None:
            return _("%(name)s won") % {"name": self.names[game.winner]}
        if game.playing:
            return _("under way") if game.begun else _("not begun")
        words = {
            Ending.BOTH_WON: _("both won at once"),
            Ending.BOTH_LOST: _("both lost"),
            Ending.LOOP: _("cannot end"),
        }
        return words.get(game.ending, _("over")) if game.ending else _("over")

    def _taps(self) -> list[dict[str, Any]]:
        """The newest taps. `back`: can be withdrawn, by players only their own."""
        newest = self.rows[: -MOST_TAPS - 1 : -1]
        return [
            {
                "number": row.number,
                "text": _capital(tap_text(_tap(row), self.names, self._game(_tap(row)))),
                "at": row.at,
                "by": self._who(row),
                "back": self.is_open and (self.player is None or row.entry_id == self.player.pk),
            }
            for row in newest
        ]

    def _who(self, row: TableMark) -> str:
        """The name of the player or staff member who tapped; players as named on this page."""
        match = self.found.match
        sides = {match.left_id: Player.A, match.right_id: Player.B}
        player = sides.get(row.entry_id) if row.entry_id else None
        return str(self.names[player]) if player else queries.who(row)

    def _missing(self, away: Away) -> dict[str, Any]:
        """One absence: since when, recorded by whom, and the losses due."""
        losses = [] if away.until or not away.empty or self.player else self._losses(away)
        return {
            "name": str(self.names[away.player]),
            "text": self._absence(away),
            "since": away.since,
            "until": away.until,
            "by": away.by,
            "counts": engine.counts(away, self.found.clock),
            "losses": losses,
        }

    def _absence(self, away: Away) -> str:
        name = {"name": self.names[away.player]}
        if away.permission:
            return _("%(name)s left with permission. This does not count against them.") % name
        if away.empty:
            return _("The seat of %(name)s was empty.") % name
        return _("%(name)s was away without permission.") % name

    def _losses(self, away: Away) -> list[dict[str, Any]]:
        games = self.found.state.games
        return [
            {
                "value": f"{one.loss}:{SIDES[away.player]}",
                "at": one.at,
                "due": one.is_due(self.found.clock.now),
                "match": one.loss is Loss.MATCH,
            }
            for one in self.found.due
            if one.loss is Loss.MATCH or not games or games[0].playing
        ]

    def _rules(self) -> dict[str, Any]:
        """The question of the rules, or their verdict."""
        found = self.found.answer
        if isinstance(found, Question):
            return {"question": self._question(found)}
        if not self.found.called and found.match in (Decision.CONTINUE, Decision.NEXT_GAME):
            return {"hint": sentence(found, self.names) if found.match is Decision.NEXT_GAME else ""}
        return {"verdict": self._verdict(found)}

    def _question(self, found: Question) -> dict[str, Any]:
        buttons = self.buttons(self.found.options.answers)
        places = buttons if found.ask is Ask.PLACE else []
        rare = [one for one in places if ":place=both" in one.value or ":place=decider" in one.value]
        return {
            "text": ask(found, self.found.situation, self.names),
            "hint": HINTS.get(found.ask, ""),
            "numbers": found.ask in (Ask.PRIZES_A, Ask.PRIZES_B),
            "buttons": [one for one in buttons if one not in rare],
            "rare": rare,
        }

    def _verdict(self, found: Verdict) -> dict[str, Any]:
        result = services.result_of(self.found)
        games = result.games if result else None
        games = games[::-1] if games and found.match is Decision.B else games
        return {
            "title": title(found, self.names),
            "games": "-".join(map(str, games)) if games else "",
            "rule": found.rule,
            "text": sentence(found, self.names),
            "next": "" if found.match in FINAL else next_step(found, self.names),
            "state": "good"
            if found.match in FINAL
            else "warning"
            if found.match is Decision.HEAD_JUDGE
            else "info",
            "code": services.proposal_token(self.found) if result and self.player is None else "",
            "deciders": self.buttons(self.found.options.decider),
        }

    def _options(self) -> dict[str, Any]:
        options, state = self.found.options, self.found.state
        game = state.game
        return {
            "start": self.buttons(options.start),
            "ends": self.buttons(options.ends),
            "rare": self.buttons(options.rare),
            "how": self.buttons(options.how),
            "before": self._before(game),
            "turns": self._turns(),
            "prizes": self._prizes(game),
            "time": self.buttons(options.time),
            "absence": self.buttons(options.absence),
        }

    def _before(self, game: Game | None) -> dict[str, Any]:
        """Mulligans and the two minutes, with extra cards and time left."""
        taps = self.found.options.before
        return {
            "mulligans": self.buttons(one for one in taps if one.kind is Kind.MULLIGAN),
            "pregame": self.buttons(one for one in taps if one.kind is Kind.PREGAME),
            **table_setup.setup_context(self.found, game, self.rows, self.names),
        }

    def _turns(self) -> list[dict[str, Any]]:
        """Turns 1 to 3 with their players, if known; finished ones are pressed."""
        state, game = self.found.state, self.found.state.game
        if not self.found.called or game is None or not game.begun or not game.playing:
            return []
        over = state.turns or 0
        taps = [engine.tap(Kind.TURNS, count=count) for count in range(1, 4)]
        buttons = self.buttons(taps, (one.form_value() for one in taps[:over]))
        first = self._first()
        whose = [first, first and first.other, first]
        return [
            {
                "button": button,
                "name": str(self.names[player]) if player else "",
                "now": number == over and first is not None,
            }
            for number, (button, player) in enumerate(zip(buttons, whose, strict=False))
        ]

    def _first(self) -> Player | None:
        """The player of turn 1 after time (R-121); None if unknown."""
        situation = self.found.situation
        if situation.turn_of is None:
            return None
        return situation.turn_of.other if situation.phase is Phase.DURING_TURN else situation.turn_of

    def _prizes(self, game: Game | None) -> list[dict[str, Any]]:
        """Recorded Prizes, to be changed while play goes on (R-133)."""
        if game is None:
            return []
        prizes = {Player.A: game.prizes_a, Player.B: game.prizes_b}
        index = len(self.found.state.games)
        lines = []
        for player, left in prizes.items():
            taps = [one for one in self.found.options.prizes if one.player is player]
            if left is None or not taps:
                continue
            mine = engine.tap(Kind.PRIZES, player, index, left=left)
            taps = sorted([*taps, mine], key=lambda one: one.facts["left"])
            lines.append(
                {"name": str(self.names[player]), "buttons": self.buttons(taps, [mine.form_value()])}
            )
        return lines

    def _thinking(self) -> dict[str, Any] | None:
        """The two-sided clock; None for players."""
        thinking, now = self.found.state.thinking, self.found.clock.now
        if self.player is not None:
            return None
        sides = [
            {
                "value": engine.tap(Kind.CLOCK, player).form_value(),
                "name": str(self.names[player]),
                "seconds": _seconds(thinking.used(player, now)),
                "time": _minutes(_seconds(thinking.used(player, now))),
                "running": thinking.running is player,
            }
            for player in Player
        ]
        stop = engine.tap(Kind.CLOCK).form_value() if thinking.running is not None else ""
        return {"sides": sides, "stop": stop, "measured": thinking.is_measured}


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tap(row: TableMark) -> Tap:
    return queries.mark_of(row).tap


def _seconds(time: timedelta) -> int:
    return max(0, int(time.total_seconds()))


def _minutes(seconds: int) -> str:
    return f"{seconds // MINUTE:02d}:{seconds % MINUTE:02d}"


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
    found = queries.table(match, now)
    called = names or {Player.A: str(match.left), Player.B: str(match.right)}
    drawn = Panel(found, list(queries.rows(match)), called, player)
    more = {"time_url": time_url(found), "urls": urls, "result": services.result_of(found)}
    return drawn.context() | more


def of_staff(match: Match, now: datetime) -> dict[str, Any]:
    """The panel of the judge's table page."""
    where = [match.round.division.tournament.slug, match.round.division_id, match.round.number, match.pk]
    names = {"record": "record", "mark": "mark", "back": "mark_back", "accept": "accept", "absent": "absent"}
    return panel(match, now, {key: reverse(f"floor:{name}", args=where) for key, name in names.items()})
