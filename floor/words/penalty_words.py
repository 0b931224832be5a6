"""Sentences about penalties and rulings: names, refusals and journal lines."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core import sentences
from core.sentences import Facts
from floor.engine.penalties import LEVELS, PenaltyLevel
from floor.engine.refusals import FloorRefusal
from pairings.models import Match
from tournaments.models import Entry

Text = str | Promise

LEVEL_NAMES: dict[str, Text] = {
    PenaltyLevel.CAUTION: _("Caution"),
    PenaltyLevel.WARNING: _("Warning"),
    PenaltyLevel.PRIZE: _("Prize card"),
    PenaltyLevel.DOUBLE_PRIZE: _("Double Prize"),
    PenaltyLevel.QUAD_PRIZE: _("Quad Prize"),
    PenaltyLevel.GAME_LOSS: _("Game Loss"),
    PenaltyLevel.MATCH_LOSS: _("Match Loss"),
    PenaltyLevel.DISQUALIFICATION: _("Disqualification"),
}

INFRACTION_NAMES: dict[str, Text] = {
    "gameplay_minor": _("Gameplay error, minor"),
    "gameplay_major": _("Gameplay error, major"),
    "gameplay_severe": _("Gameplay error, severe"),
    "pace": _("Pace of play"),
    "deck_list_unclear": _("Deck list unclear or illegible"),
    "deck_list_wrong": _("Illegal deck list, legal deck"),
    "deck_wrong": _("Deck illegal, or different from its list"),
    "marked_random": _("Marked cards without a pattern"),
    "marked_pattern": _("Marked cards with a pattern"),
    "proxy_missing": _("Reference card of a proxy missing"),
    "procedure": _("Procedural error"),
    "late": _("Late for the match"),
    "no_show": _("No-show"),
    "unsporting_minor": _("Unsporting conduct, minor"),
    "unsporting_major": _("Unsporting conduct, major"),
    "unsporting_severe": _("Unsporting conduct, severe"),
    "outside_help": _("Outside assistance, or notes"),
    "result_by_chance": _("Result decided at random or by bribery"),
    "cheating": _("Cheating"),
}

EFFECTS: dict[str, Text] = {
    PenaltyLevel.CAUTION: _("A verbal reminder. It is not reported."),
    PenaltyLevel.WARNING: _("Noted and reported."),
    PenaltyLevel.PRIZE: _("The opponent needs one fewer Prize in that game."),
    PenaltyLevel.DOUBLE_PRIZE: _(
        "The opponent needs 2 fewer Prizes in that game. With 2 or fewer left, it ends immediately."
    ),
    PenaltyLevel.QUAD_PRIZE: _(
        "The opponent needs 4 fewer Prizes in that game. With 4 or fewer left, it ends immediately."
    ),
    PenaltyLevel.GAME_LOSS: _("The game counts as a loss. The head judge confirms it."),
    PenaltyLevel.MATCH_LOSS: _("The match counts as a loss. The head judge confirms it."),
    PenaltyLevel.DISQUALIFICATION: _("Out of the event and its standings. The head judge confirms it."),
}


def match_loss_text(match: Match, entry: Entry) -> str:
    """Say that a disqualification costs `entry` the current match, which the opponent wins."""
    opponent = match.right if match.left_id == entry.pk else match.left
    facts = {"table": match.table or "–", "opponent": opponent}
    return gettext("The current match at table %(table)s is lost: %(opponent)s wins.") % facts


WHY: dict[str, Text] = {
    "usual": _("The usual penalty."),
    "again": _("One step up: this player already had this infraction at this event."),
    "young": _("A second Caution first, for a Junior or Senior."),
}


def level_choices(edition: str) -> list[tuple[str, Text]]:
    """Return the choices of a penalty level in an edition of the rules."""
    return [(level.value, LEVEL_NAMES[level]) for level in LEVELS[edition]]


sentences.REFUSALS.update(
    {
        FloorRefusal.RULING_EMPTY: _("Enter both the question and the answer."),
        FloorRefusal.RULING_THERE: _(
            "There is already a ruling on “%(question)s”. Withdraw it first, or ask differently."
        ),
        FloorRefusal.RULING_WITHDRAWN: _("This ruling was already withdrawn."),
        FloorRefusal.RULING_STANDS: _("This ruling is already in force."),
        FloorRefusal.INFRACTION_UNKNOWN: _("Choose the infraction."),
        FloorRefusal.LEVEL_UNKNOWN: _("This penalty does not exist in this edition. Choose another."),
        FloorRefusal.NOT_AT_THIS_TABLE: _("%(name)s does not play at this table."),
        FloorRefusal.PENALTY_WITHDRAWN: _("This penalty was already withdrawn."),
        FloorRefusal.PENALTY_CONFIRMED: _("%(by)s already confirmed this penalty."),
        FloorRefusal.PENALTY_COUNTS_ALREADY: _("This penalty does not need the head judge."),
        FloorRefusal.PENALTY_NOT_CONFIRMED: _("The head judge must confirm this penalty first."),
        FloorRefusal.PENALTY_SERVED: _("This penalty was already applied to a match."),
    }
)


def _penalty_sentence_facts(facts: Facts) -> Facts:
    """Return the names of the penalty level and the infraction, or their codes if they are unknown."""
    level, infraction = str(facts.get("level")), str(facts.get("infraction"))
    return {
        "level_text": LEVEL_NAMES.get(level, level),
        "infraction_text": INFRACTION_NAMES.get(infraction, infraction),
    }


sentences.register_sentences(
    {
        "RulingNoted": _("Ruled: %(question)s %(answer)s"),
        "RulingWithdrawn": _("Ruling withdrawn: %(question)s"),
        "RulingRestored": _("Ruling restored: %(question)s"),
    },
)

sentences.register_sentences(
    {
        "PenaltyGiven": _("%(name)s: %(level_text)s, %(infraction_text)s"),
        "PenaltyConfirmed": _("Confirmed by the head judge: %(level_text)s for %(name)s"),
        "PenaltyServed": _("%(name)s: %(level_text)s applied to a match"),
        "PenaltyWithdrawn": _("%(name)s: %(level_text)s withdrawn"),
    },
    facts=_penalty_sentence_facts,
)
