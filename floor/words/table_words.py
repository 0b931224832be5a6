"""Texts of taps at a table: on buttons, in the list of taps, and in the journal."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.engine.refused import Refused
from core.sentences import Facts
from floor.engine.refusals import FloorRefusal
from floor.engine.resolution import GamePhase, Phase, TablePlayer
from floor.engine.table import PLACES, PLAYERS, How, Kind, TableGame, TableTap, read_tap
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
class TapWording:
    """A tap with the facts for its text: the names at the table, and the game of the tap.

    `number` is the number of that game; None counts as 1. `decider` is true if the tap belongs to the game's
    Sudden Death or tiebreaker.
    """

    tap: TableTap
    names: Names
    number: int | None = None
    decider: bool = False

    @property
    def player(self) -> TablePlayer | None:
        """The player named in the text: the player of the tap, or the player who won in more ways."""
        return self.tap.player or PLAYERS.get(self.fact("ways"))

    @property
    def name(self) -> str:
        """The name of that player, or "" if there is none."""
        return str(self.names[self.player]) if self.player else ""

    @property
    def game(self) -> str:
        """The game in words: "game 2", or the deciding game."""
        if self.decider:
            return gettext("Sudden Death or the tiebreaker")
        return gettext("game %(number)s") % {"number": self.number or 1}

    def fact(self, name: str) -> str:
        """Return a fact of the tap, or "" if the tap lacks it."""
        return self.tap.facts.get(name, "")


@dataclass(frozen=True, slots=True)
class TapTexts:
    """The texts for a kind of tap.

    `both` is used for a tap without a player. If the value of the fact `by` is a key of `cases`, the text of that
    case is used.
    """

    text: Promise
    both: Promise | None = None
    by: str = ""
    cases: Mapping[str, Promise] = field(default_factory=dict)

    def of(self, named_tap: TapWording) -> str:
        """Return the text of this tap, with its names and numbers."""
        text = self.cases.get(named_tap.fact(self.by), self.text)
        if self.both is not None and named_tap.player is None:
            text = self.both
        facts: dict[str, str | int | Promise | None] = {
            "name": named_tap.name,
            "game": named_tap.game,
            "how": HOW.get(named_tap.fact("how")),
        }
        if named_tap.tap.kind is Kind.PLACE:
            _spot, number = PLACES[named_tap.fact("place")]
            facts |= {"number": number, "before": number - 1}
        if "count" in named_tap.tap.facts or "left" in named_tap.tap.facts:
            facts["n"] = int(named_tap.fact("count") or named_tap.fact("left"))
        return str(text % facts)


def _done_text(named_tap: TapWording) -> str:
    """Describe what was tapped, and how a game was won if the tap states it."""
    text, how = DONE[named_tap.tap.kind].of(named_tap), HOW.get(named_tap.fact("how"))
    return f"{text} ({how})" if named_tap.tap.kind is Kind.WON and how else text


def tap_text(tap: TableTap, names: Names, game: TableGame | None = None) -> str:
    """Describe what was tapped: "Maya Okonkwo won game 1".

    `game` is the game of the tap; if it is None, the number in the tap is used.
    """
    return _done_text(TapWording(tap, names, game.number if game else tap.game, bool(game and game.decider)))


def _words_by_place(words: Mapping[GamePhase, Promise]) -> dict[str, Promise]:
    """Return words for each key of PLACES, from words for each phase of a game."""
    return {place: words[spot] for place, (spot, _number) in PLACES.items()}


PLACES_DONE = _words_by_place(
    {
        GamePhase.NOT_BEGUN: _("time was called before game %(number)s"),
        GamePhase.DURING: _("time was called in game %(number)s"),
        GamePhase.SUDDEN_DEATH_DUE: _("time was called after both had won game %(number)s"),
        GamePhase.SUDDEN_DEATH: _("time was called in Sudden Death or the tiebreaker of game %(number)s"),
    }
)

DONE: Mapping[Kind, TapTexts] = {
    Kind.STARTER: TapTexts(_("%(name)s starts %(game)s"), both=_("%(game)s has started")),
    Kind.MULLIGAN: TapTexts(
        ngettext_lazy("%(name)s: %(n)d mulligan", "%(name)s: %(n)d mulligans", "n"),
        both=ngettext_lazy(
            "both had no Basic Pokémon, %(n)d time", "both had no Basic Pokémon, %(n)d times", "n"
        ),
    ),
    Kind.PREGAME: TapTexts(_("two minutes before %(game)s")),
    Kind.WON: TapTexts(_("%(name)s won %(game)s")),
    Kind.HOW: TapTexts(_("%(game)s: %(how)s")),
    Kind.BOTH_WON: TapTexts(
        _("both won %(game)s at the same time, %(name)s in more ways"),
        both=_("both won %(game)s at the same time"),
    ),
    Kind.BOTH_LOST: TapTexts(_("both lost %(game)s")),
    Kind.LOOP: TapTexts(_("%(game)s cannot end")),
    Kind.DECIDER: TapTexts(
        _("Sudden Death or the tiebreaker has started, %(name)s goes first"),
        both=_("Sudden Death or the tiebreaker has started"),
    ),
    Kind.PLACE: TapTexts(PLACES_DONE["game-1"], by="place", cases=PLACES_DONE),
    Kind.TIME: TapTexts(
        _("time was called in %(name)s’s turn"),
        by="phase",
        cases={
            Phase.BETWEEN_TURNS.value: _("time was called between turns, %(name)s plays next"),
            Phase.SETUP.value: _("time was called during the setup"),
        },
    ),
    Kind.TURNS: TapTexts(
        ngettext_lazy(
            "%(n)d of 3 extra turns has been played", "%(n)d of 3 extra turns have been played", "n"
        ),
        by="count",
        cases={"0": _("no extra turn has been played")},
    ),
    Kind.PRIZES: TapTexts(
        ngettext_lazy("%(name)s has %(n)d Prize card left", "%(name)s has %(n)d Prize cards left", "n")
    ),
    Kind.EMPTY: TapTexts(_("%(name)s’s seat is empty")),
    Kind.ARRIVED: TapTexts(_("%(name)s has arrived")),
    Kind.AWAY: TapTexts(
        _("%(name)s is away without permission"),
        by="permission",
        cases={"yes": _("%(name)s leaves the table with permission")},
    ),
    Kind.BACK: TapTexts(_("%(name)s is back")),
    Kind.LATE: TapTexts(
        _("%(name)s was late or away without permission"),
        both=_("both were late or away without permission"),
    ),
    Kind.ON_TIME: TapTexts(_("neither player was late or away")),
    Kind.CLOCK: TapTexts(_("thinking clock: %(name)s"), both=_("thinking clock stopped")),
    Kind.SEED: TapTexts(_("%(name)s was the higher seed")),
}


PLACES_LABELS = _words_by_place(
    {
        GamePhase.NOT_BEGUN: _("Between games %(before)s and %(number)s"),
        GamePhase.DURING: _("In game %(number)s"),
        GamePhase.SUDDEN_DEATH_DUE: _("Both had won game %(number)s at the same time"),
        GamePhase.SUDDEN_DEATH: _("In Sudden Death or the tiebreaker of game %(number)s"),
    }
) | {"before-1": _("Before game 1 started")}

LABELS: Mapping[Kind, TapTexts] = {
    Kind.STARTER: TapTexts(_("%(name)s starts")),
    Kind.MULLIGAN: TapTexts(_("%(name)s’s mulligan"), both=_("Both, no Basic Pokémon")),
    Kind.PREGAME: TapTexts(_("Two minutes from now")),
    Kind.WON: TapTexts(_("%(name)s won")),
    Kind.BOTH_WON: TapTexts(
        _("Both at the same time, %(name)s in more ways"),
        both=_("Both at the same time, in the same number of ways"),
    ),
    Kind.BOTH_LOST: TapTexts(_("Both lost the game")),
    Kind.LOOP: TapTexts(_("It cannot end")),
    Kind.DECIDER: TapTexts(_("%(name)s starts"), both=_("It has started")),
    Kind.PLACE: TapTexts(PLACES_LABELS["game-1"], by="place", cases=PLACES_LABELS),
    Kind.TIME: TapTexts(
        _("In %(name)s’s turn"),
        by="phase",
        cases={
            Phase.BETWEEN_TURNS.value: _("Between turns, %(name)s is next"),
            Phase.SETUP.value: _("During the setup"),
        },
    ),
    Kind.EMPTY: TapTexts(_("Seat of %(name)s is empty")),
    Kind.ARRIVED: TapTexts(_("%(name)s has arrived")),
    Kind.AWAY: TapTexts(
        _("%(name)s is away"), by="permission", cases={"yes": _("%(name)s may leave the table")}
    ),
    Kind.BACK: TapTexts(_("%(name)s is back")),
    Kind.LATE: TapTexts(_("%(name)s"), both=_("Both")),
    Kind.ON_TIME: TapTexts(_("No")),
    Kind.CLOCK: TapTexts(_("%(name)s"), both=_("Stop")),
    Kind.SEED: TapTexts(_("%(name)s")),
}


def tap_label(tap: TableTap, names: Names, game: TableGame | None = None) -> str:
    """Return the label of a tap's button. `game` is as in `tap_text`."""
    named_tap = TapWording(tap, names, game.number if game else tap.game, bool(game and game.decider))
    if tap.kind in (Kind.TURNS, Kind.PRIZES):
        return named_tap.fact("count") or named_tap.fact("left")
    if tap.kind is Kind.HOW:
        how = str(HOW[named_tap.fact("how")])
        return how[:1].upper() + how[1:]
    if tap.player and named_tap.fact("how") == How.PENALTY:
        return gettext("Game Loss for %(name)s") % {"name": names[tap.player.other]}
    return LABELS[tap.kind].of(named_tap)


sentences.REFUSALS.update(
    {
        FloorRefusal.MARK_UNREADABLE: _("This could not be recorded. Open the table again."),
        FloorRefusal.MARK_DOES_NOT_FIT: _("The table has moved on since then. Check the current state."),
        FloorRefusal.MARK_HAS_FOLLOWERS: _("Later entries depend on this one. Undo those first."),
        FloorRefusal.MARK_NOT_YOURS: _("The other player or a judge entered this. Ask them to undo it."),
        FloorRefusal.MARK_NOT_FOR_PLAYERS: _("Only a judge can record this. Raise your hand."),
        FloorRefusal.MATCH_HAS_A_RESULT: _("Table %(table)s already has a result. Reopen the table first."),
        FloorRefusal.GAME_AFTER_TIME: _(
            "Time has been called, so no new game starts. Enter where the match was when time was called."
        ),
        FloorRefusal.LATENESS_AFTER_THE_END: _(
            "The match was over before a judge knew of it, so it no longer counts."
        ),
        FloorRefusal.NO_DECIDER_NOW: _("The rules ask for no Sudden Death or tiebreaker game here."),
        FloorRefusal.NOTHING_TO_ACCEPT: _(
            "The rules have not decided this match. Answer the question on its page."
        ),
        FloorRefusal.VERDICT_HAS_CHANGED: _(
            "Something was entered at this table since then. Check the current state."
        ),
        FloorRefusal.SEAT_NOT_EMPTY: _("No player is missing at this table."),
        FloorRefusal.NOT_DUE_YET: _(
            "It is too early for this. Wait until the time shown on the table’s page."
        ),
    }
)


def _tap_sentence_facts(facts: Facts) -> Facts:
    """Return the text of the tap in a journal line, or its form value if that cannot be read."""
    form_value, number = str(facts.get("tap", "")), facts.get("game")
    try:
        tap = read_tap(form_value)
    except Refused:
        return {"tap_text": form_value}
    names = {TablePlayer.A: facts.get("left", ""), TablePlayer.B: facts.get("right", "")}
    game = number if isinstance(number, int) else None
    return {"tap_text": _done_text(TapWording(tap, names, game, bool(facts.get("decider"))))}


sentences.register_sentences(
    {
        "TableMarked": _("Round %(round)s, table %(table)s: %(tap_text)s"),
        "TableMarkWithdrawn": _("Round %(round)s, table %(table)s, undone: %(tap_text)s"),
    },
    facts=_tap_sentence_facts,
)
