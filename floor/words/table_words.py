"""Taps at a table in words: on buttons, in the list of taps, and in the journal."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refused import Refused
from core.sentences import Facts
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import GamePhase, Phase, Player
from floor.engine.table import PLACES, PLAYERS, Game, How, Kind, Tap, read
from floor.words.resolution_words import Names

HOW: dict[str, Promise] = {
    How.PRIZES: _("last Prize card taken"),
    How.NO_POKEMON: _("no Pokémon left in play"),
    How.NO_CARDS: _("no card to draw"),
    How.CONCEDED: _("conceded"),
    How.PENALTY: _("Game Loss as a penalty"),
    How.NO_SHOW: _("the opponent did not come"),
    How.BY_PRIZES: _("fewer Prize cards left"),
}


@dataclass(frozen=True, slots=True)
class NamedTap:
    """A tap with the facts of its words: the names at the table, and its game."""

    tap: Tap
    names: Names
    number: int | None = None
    decider: bool = False

    @property
    def name(self) -> str:
        player = self.tap.player
        return str(self.names[player]) if player else ""

    @property
    def other(self) -> str:
        player = self.tap.player
        return str(self.names[player.other]) if player else ""

    @property
    def game(self) -> str:
        """ "game 2", or "the deciding game"."""
        if self.decider:
            return gettext("Sudden Death or the tiebreaker")
        return gettext("game %(number)s") % {"number": self.number or 1}

    def fact(self, name: str) -> str:
        return self.tap.facts.get(name, "")


def tap_text(tap: Tap, names: Names, game: Game | None = None) -> str:
    """What was tapped: "Maya Okonkwo won game 1"."""
    return DONE[tap.kind](
        NamedTap(tap, names, game.number if game else tap.game, bool(game and game.decider))
    )


def written_tap_text(word: str, names: Names, number: int | None, decider: bool) -> str:
    """The same from a journal line."""
    try:
        tap = read(word)
    except Refused:
        return word
    return DONE[tap.kind](NamedTap(tap, names, number, decider))


def _starter(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("%(game)s has begun") % {"game": one.game}
    return gettext("%(name)s starts %(game)s") % {"name": one.name, "game": one.game}


def _mulligan(one: NamedTap) -> str:
    count = int(one.fact("count"))
    if one.tap.player is None:
        sentence = ngettext(
            "both had no Basic Pokémon, %(n)d time", "both had no Basic Pokémon, %(n)d times", count
        )
        return sentence % {"n": count}
    sentence = ngettext("%(name)s: %(n)d mulligan", "%(name)s: %(n)d mulligans", count)
    return sentence % {"n": count, "name": one.name}


def _won(one: NamedTap) -> str:
    text = gettext("%(name)s won %(game)s") % {"name": one.name, "game": one.game}
    how = HOW.get(one.fact("how"))
    return f"{text} ({how})" if how else text


def _how(one: NamedTap) -> str:
    return gettext("%(game)s: %(how)s") % {"game": one.game, "how": HOW[one.fact("how")]}


def _both_won(one: NamedTap) -> str:
    more = PLAYERS.get(one.fact("ways"))
    if more is None:
        return gettext("both won %(game)s at once") % {"game": one.game}
    facts = {"game": one.game, "name": one.names[more]}
    return gettext("both won %(game)s at once, %(name)s in more ways") % facts


def _decider(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("Sudden Death or the tiebreaker has begun")
    return gettext("Sudden Death or the tiebreaker has begun, %(name)s starts") % {"name": one.name}


def _place(one: NamedTap) -> str:
    spot, number = PLACES[one.fact("place")]
    words = {
        GamePhase.NOT_BEGUN: _("time was called before game %(number)s"),
        GamePhase.DURING: _("time was called in game %(number)s"),
        GamePhase.SUDDEN_DEATH_DUE: _("time was called after both had won game %(number)s"),
        GamePhase.SUDDEN_DEATH: _("time was called in Sudden Death or the tiebreaker of game %(number)s"),
    }
    return str(words[spot]) % {"number": number}


def _time(one: NamedTap) -> str:
    words = {
        Phase.DURING_TURN.value: _("time was called in the turn of %(name)s"),
        Phase.BETWEEN_TURNS.value: _("time was called between turns, %(name)s plays next"),
        Phase.SETUP.value: _("time was called during the setup"),
    }
    return str(words[one.fact("phase")]) % {"name": one.name}


def _turns(one: NamedTap) -> str:
    count = int(one.fact("count"))
    if not count:
        return gettext("no extra turn has been played")
    return ngettext(
        "%(n)d of 3 extra turns has been played", "%(n)d of 3 extra turns have been played", count
    ) % {"n": count}


def _prizes(one: NamedTap) -> str:
    left = int(one.fact("left"))
    sentence = ngettext("%(name)s has %(n)d Prize card left", "%(name)s has %(n)d Prize cards left", left)
    return sentence % {"name": one.name, "n": left}


def _away(one: NamedTap) -> str:
    if one.fact("permission") == "yes":
        return gettext("%(name)s leaves the table with permission") % {"name": one.name}
    return gettext("%(name)s is away without permission") % {"name": one.name}


def _late(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("both were late or away without permission")
    return gettext("%(name)s was late or away without permission") % {"name": one.name}


def _clock(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("thinking clock stopped")
    return gettext("thinking clock: %(name)s") % {"name": one.name}


def _named(text: Promise) -> Callable[[NamedTap], str]:
    return lambda one: str(text) % {"name": one.name, "game": one.game}


DONE: Mapping[Kind, Callable[[NamedTap], str]] = {
    Kind.STARTER: _starter,
    Kind.MULLIGAN: _mulligan,
    Kind.PREGAME: _named(_("two minutes before %(game)s")),
    Kind.WON: _won,
    Kind.HOW: _how,
    Kind.BOTH_WON: _both_won,
    Kind.BOTH_LOST: _named(_("both lost %(game)s")),
    Kind.LOOP: _named(_("%(game)s cannot end")),
    Kind.DECIDER: _decider,
    Kind.PLACE: _place,
    Kind.TIME: _time,
    Kind.TURNS: _turns,
    Kind.PRIZES: _prizes,
    Kind.EMPTY: _named(_("the seat of %(name)s is empty")),
    Kind.ARRIVED: _named(_("%(name)s has arrived")),
    Kind.AWAY: _away,
    Kind.BACK: _named(_("%(name)s is back")),
    Kind.LATE: _late,
    Kind.ON_TIME: _named(_("neither player was late or away")),
    Kind.CLOCK: _clock,
    Kind.SEED: _named(_("%(name)s was the higher seed")),
}


LABELS: dict[Kind, Promise] = {
    Kind.STARTER: _("%(name)s starts"),
    Kind.PREGAME: _("Two minutes from now"),
    Kind.WON: _("%(name)s won"),
    Kind.BOTH_LOST: _("Both lost the game"),
    Kind.LOOP: _("It cannot end"),
    Kind.DECIDER: _("%(name)s starts"),
    Kind.EMPTY: _("Seat of %(name)s is empty"),
    Kind.ARRIVED: _("%(name)s has arrived"),
    Kind.BACK: _("%(name)s is back"),
    Kind.ON_TIME: _("No"),
    Kind.CLOCK: _("%(name)s"),
    Kind.SEED: _("%(name)s"),
}


def label(tap: Tap, names: Names, game: Game | None = None) -> str:
    """The label of a tap's button."""
    one = NamedTap(tap, names, game.number if game else tap.game, bool(game and game.decider))
    special = BUTTONS.get(tap.kind)
    if special is not None:
        return special(one)
    return str(LABELS[tap.kind]) % {"name": one.name}


def _won_button(one: NamedTap) -> str:
    if one.fact("how") == How.PENALTY:
        return gettext("Game Loss for %(name)s") % {"name": one.other}
    return gettext("%(name)s won") % {"name": one.name}


def _both_won_button(one: NamedTap) -> str:
    more = PLAYERS.get(one.fact("ways"))
    if more is None:
        return gettext("Both at the same time, in the same number of ways")
    return gettext("Both at the same time, %(name)s in more ways") % {"name": one.names[more]}


def _mulligan_button(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("Both, no Basic Pokémon")
    return gettext("Mulligan of %(name)s") % {"name": one.name}


def _place_button(one: NamedTap) -> str:
    spot, number = PLACES[one.fact("place")]
    if spot is GamePhase.NOT_BEGUN and number > 1:
        return gettext("Between games %(before)s and %(number)s") % {"before": number - 1, "number": number}
    words = {
        GamePhase.NOT_BEGUN: _("Before game 1 began"),
        GamePhase.DURING: _("In game %(number)s"),
        GamePhase.SUDDEN_DEATH_DUE: _("Both had won game %(number)s at once"),
        GamePhase.SUDDEN_DEATH: _("In Sudden Death or the tiebreaker of game %(number)s"),
    }
    return str(words[spot]) % {"number": number}


def _time_button(one: NamedTap) -> str:
    words = {
        Phase.DURING_TURN.value: _("In the turn of %(name)s"),
        Phase.BETWEEN_TURNS.value: _("Between turns, %(name)s is next"),
        Phase.SETUP.value: _("During the setup"),
    }
    return str(words[one.fact("phase")]) % {"name": one.name}


def _late_button(one: NamedTap) -> str:
    return one.name or gettext("Both")


def _away_button(one: NamedTap) -> str:
    if one.fact("permission") == "yes":
        return gettext("%(name)s may leave the table") % {"name": one.name}
    return gettext("%(name)s is away") % {"name": one.name}


def _decider_button(one: NamedTap) -> str:
    if one.tap.player is None:
        return gettext("It has begun")
    return gettext("%(name)s starts") % {"name": one.name}


def _capital(text: object) -> str:
    words = str(text)
    return words[:1].upper() + words[1:]


BUTTONS: Mapping[Kind, Callable[[NamedTap], str]] = {
    Kind.WON: _won_button,
    Kind.HOW: lambda one: _capital(HOW[one.fact("how")]),
    Kind.BOTH_WON: _both_won_button,
    Kind.MULLIGAN: _mulligan_button,
    Kind.PLACE: _place_button,
    Kind.TIME: _time_button,
    Kind.TURNS: lambda one: one.fact("count"),
    Kind.PRIZES: lambda one: one.fact("left"),
    Kind.LATE: _late_button,
    Kind.AWAY: _away_button,
    Kind.DECIDER: _decider_button,
    Kind.CLOCK: lambda one: one.name or gettext("Stop"),
}

sentences.REFUSALS.update(
    {
        FloorRefusal.MARK_UNREADABLE: _("This could not be recorded. Open the table again."),
        FloorRefusal.MARK_DOES_NOT_FIT: _("The table has moved on since then. Check how it stands now."),
        FloorRefusal.MARK_HAS_FOLLOWERS: _("Later entries depend on this one. Undo those first."),
        FloorRefusal.MARK_NOT_YOURS: _("The other player or a judge entered this. Ask them to undo it."),
        FloorRefusal.MARK_NOT_FOR_PLAYERS: _("Only a judge can record this. Raise your hand."),
        FloorRefusal.MATCH_HAS_A_RESULT: _("Table %(table)s already has a result. Reopen the table first."),
        FloorRefusal.GAME_AFTER_TIME: _(
            "Time has been called, so no new game begins. Enter where the match was when time was called."
        ),
        FloorRefusal.LATENESS_AFTER_THE_END: _(
            "The match was over before a judge knew of it, so it no longer counts."
        ),
        FloorRefusal.NO_DECIDER_NOW: _("The rules ask for no Sudden Death or tiebreaker game here."),
        FloorRefusal.NOTHING_TO_ACCEPT: _(
            "The rules have not decided this match. Answer the question on its page."
        ),
        FloorRefusal.VERDICT_HAS_CHANGED: _(
            "Something was entered at this table since then. Check how it stands now."
        ),
        FloorRefusal.SEAT_NOT_EMPTY: _("No player is missing at this table."),
        FloorRefusal.NOT_DUE_YET: _(
            "It is too early for this. Wait until the time shown on the table’s page."
        ),
    }
)


def _tap(facts: Facts) -> Facts:
    names = {Player.A: facts.get("left", ""), Player.B: facts.get("right", "")}
    number = facts.get("game")
    sentence = written_tap_text(
        str(facts.get("tap", "")),
        names,
        number if isinstance(number, int) else None,
        bool(facts.get("decider")),
    )
    return {"tap_text": sentence}


sentences.register_sentences(
    {
        "TableMarked": _("Round %(round)s, table %(table)s: %(tap_text)s"),
        "TableMarkWithdrawn": _("Round %(round)s, table %(table)s, undone: %(tap_text)s"),
    },
    facts=_tap,
)
