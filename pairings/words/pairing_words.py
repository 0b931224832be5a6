"""The explanation of a draw for readers who do not know Swiss tournaments."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from pairings.checked_words import checked
from pairings.engine.outcomes import Outcome
from pairings.engine.rows import MatchRow, Person
from pairings.queries.rounds.pairing_explained import Bye, Excluded, Explained, Group, PairDown, Proof
from pairings.queries.rounds.paths import Step
from pairings.words import outcome_words, result_words

MOST_NAMES = 8


def of_match(found: Explained, row: MatchRow) -> list[str]:
    """Why these two meet, or why this player sits out: a few sentences."""
    if row.right is None:
        if row.outcome is Outcome.BYE and found.bye and found.bye.person == row.left:
            return bye(found, found.bye)
        if row.outcome is Outcome.AWARDED_BYE:
            return [_("%(name)s was given this bye in advance.") % {"name": row.left.name}]
        return [_("%(name)s was not in this round when it was paired.") % {"name": row.left.name}]
    met = found.met.get(frozenset((row.left.entry_id, row.right.entry_id)), ())
    down = next((one for one in found.pair_downs if one.row is row), None)
    sentences = pair_down(found, down) if down else _level(found, row.left, row.right)
    sentences += _pods(found, row.left, row.right)
    made = found.made.get(frozenset((row.left.entry_id, row.right.entry_id)))
    by_hand = [str(MADE[made])] if made else []
    return by_hand + sentences + ([_again(found, met)] if met else [])


MADE: dict[str, Promise] = {
    "PlayersSwapped": gettext_lazy("This match is not as first paired: staff swapped two players."),
    "TablesDrawnAgain": gettext_lazy(
        "This match is not the one paired first: the staff broke some tables and paired their players again."
    ),
    "MatchMadeByHand": gettext_lazy(
        "This match was changed after pairing: the staff paired a match by hand, and the players left over were "
        "paired too."
    ),
    "LateEntrySeated": gettext_lazy(
        "One of the two entered after the round was paired and took the free place."
    ),
    "LateEntryGivenBye": gettext_lazy("They entered after the round was paired, when no opponent was free."),
    "EntryTakenOut": gettext_lazy(
        "A player dropped after the pairings. Their opponent plays the free player, or has the bye."
    ),
}
"""How a match that was not drawn was made, by the kind of its journal line."""


def _pods(found: Explained, left: Person, right: Person) -> list[str]:
    """The role of the draft pods (R-091)."""
    pods = dict(found.round.draw.get("inputs", {}).get("pods", ()))
    if not pods:
        return []
    one, other = pods.get(left.entry_id), pods.get(right.entry_id)
    if one is not None and one == other:
        return [
            _("This round is paired inside the draft pods: both players are in pod %(pod)d.") % {"pod": one}
        ]
    return [
        _(
            "They are from different draft pods. No pairing without more rematches has fewer matches "
            "across pods."
        )
    ]


def met_in(rounds: Sequence[int]) -> str:
    """The earlier rounds of a pair: "met in round 2", "met in rounds 2, 5"."""
    text = ngettext("met in round %(rounds)s", "met in rounds %(rounds)s", len(rounds))
    return text % {"rounds": ", ".join(map(str, rounds))}


def _again(found: Explained, rounds: Sequence[int]) -> str:
    text = ngettext(
        "They met in round %(rounds)s already. %(why)s",
        "They met in rounds %(rounds)s already. %(why)s",
        len(rounds),
    )
    return text % {"rounds": ", ".join(map(str, rounds)), "why": _rematch(found)}


def _rematch(found: Explained) -> str:
    if found.by_hand:
        return _("The pairing was changed by hand.")
    if found.weighed:
        return _(
            "No pairing of this round avoids every rematch. Matches played least often, and longest "
            "ago, are repeated first."
        )
    return _("No pairing of this round avoids every rematch.")


def _level(found: Explained, left: Person, right: Person) -> list[str]:
    group = found.group_of(left.points)
    facts = {
        "left": left.name,
        "right": right.name,
        "points": result_words.points(group.points),
        "players": result_words.players(group.players),
    }
    both = _("%(left)s and %(right)s both had %(points)s: the same group, %(players)s.") % facts
    if found.proof.by_standing:
        return [both, _("This round was paired by standings: neighbors in the list play each other.")]
    return [both, _("Within a group, opponents are paired at random.")]


def pair_down(found: Explained, one: PairDown) -> list[str]:
    """Why a player meets an opponent with fewer points, and who could not have taken that place."""
    facts = {
        "higher": one.higher.name,
        "points": result_words.points(one.higher.points),
        "lower": one.lower.name,
        "fewer": result_words.points(one.lower.points),
    }
    drawn_here = bool(found.proof.kind) and not found.by_hand
    sentences = [
        _("%(higher)s (%(points)s) meets %(lower)s (%(fewer)s).") % facts,
        _why_outside(one.group, drawn_here=drawn_here),
    ]
    if found.by_hand:
        sentences.append(_("The pairing was changed by hand afterwards."))
    sentences += _could_not(one)
    if drawn_here and not found.proof.by_standing and one.group.players > 1:
        sentences.append(_("Of the players who were possible here, one was picked at random."))
    return sentences


def _why_outside(group: Group, *, drawn_here: bool) -> str:
    facts = {
        "points": result_words.points(group.points),
        "players": result_words.players(group.players),
        "up": group.up,
        "remain": group.remain,
    }
    first = _("The group with %(points)s has %(players)s.") % facts
    if group.up:
        first += (
            " "
            + ngettext(
                "%(up)d of them plays an opponent with more points, which leaves %(remain)d.",
                "%(up)d of them play opponents with more points, which leaves %(remain)d.",
                group.up,
            )
            % facts
        )
    if group.remain == 1:
        return f"{first} " + _("No opponents are left there, so the next group is included.")
    if group.remain % 2:
        return f"{first} " + _("That is an odd number, so one of them plays an opponent from a lower group.")
    if not drawn_here:
        return first
    return f"{first} " + _("They cannot all play each other without a rematch or larger gaps elsewhere.")


def _could_not(one: PairDown) -> list[str]:
    sentences = []
    if one.excluded:
        facts = {"lower": one.lower.name, "names": _names(one.excluded)}
        sentences.append(
            _("Not possible here, because they may not be paired with %(lower)s: %(names)s.") % facts
        )
    if one.met_below:
        facts = {"higher": one.higher.name, "names": _names(one.met_below)}
        sentences.append(
            _("Not possible as the opponent, because they may not be paired with %(higher)s: %(names)s.")
            % facts
        )
    return sentences


def _names(found: Sequence[Excluded]) -> str:
    named = [
        _("%(name)s (met in round %(round)d)") % {"name": one.person.name, "round": one.round}
        if one.round
        else _("%(name)s (kept apart; only the staff see this)") % {"name": one.person.name}
        for one in found[:MOST_NAMES]
    ]
    return _listed(named, len(found))


def _listed(named: list[str], number: int) -> str:
    more = number - len(named)
    rest = [ngettext("%(n)d more", "%(n)d more", more) % {"n": more}] if more > 0 else []
    return ", ".join(named + rest)


def bye(found: Explained, one: Bye) -> list[str]:
    """Why a player sits out, and who could not have."""
    drawn = found.round.draw.get("bye")
    if found.proof.kind and drawn != one.person.entry_id:
        made = found.made.get(frozenset((one.person.entry_id,)))
        given = _("%(name)s has the bye because of a change after pairing.") % {"name": one.person.name}
        return [given, str(MADE[made])] if made else [given]
    facts = {
        "players": found.proof.players,
        "name": one.person.name,
        "points": result_words.points(one.group.points),
        "group": result_words.players(one.group.players),
        "n": one.candidates,
    }
    if found.proof.players == 1:
        only = _("All others have a bye given in advance, so no player is left to play %(name)s.")
        return [only % facts, _("The regular bye is a win without a match.")]
    sentences = [_("%(players)d players is an odd number, so one sits out and gets a win for it.") % facts]
    if one.second and not (found.weighed and one.had == one.fewest):
        if one.had > one.fewest:
            second_bye = _("%(name)s had more byes before than others here.")
        else:
            second_bye = _("Every player here already had a bye, so one gets a second bye.")
        return [*sentences, second_bye % facts]
    if not found.proof.kind:
        return sentences
    sentences += _why_group(found, one)
    if one.excluded:
        named = [person.name for person in one.excluded[:MOST_NAMES]]
        had = _listed(named, len(one.excluded))
        reason = (
            _("Not possible, because they had more byes before: %(names)s.")
            if one.second
            else _("Not possible, because they had a bye before: %(names)s.")
        )
        sentences.append(reason % {"names": had})
    if one.candidates > 1:
        sentences.append(_("%(name)s was picked at random from %(n)d players.") % facts)
    return sentences


def _why_group(found: Explained, one: Bye) -> list[str]:
    facts = {
        "points": result_words.points(one.group.points),
        "group": result_words.players(one.group.players),
    }
    if not one.second:
        return [_lowest_group(found, one) % facts]
    fewest = ngettext(
        "Every player here already had a bye, so it goes to a player who had only %(n)d.",
        "Every player here already had byes, so it goes to a player who had only %(n)d.",
        one.had,
    )
    return [
        fewest % {"n": one.had},
        (
            _(
                "A bye further down would have repeated more matches, or more recent ones: %(points)s, "
                "%(group)s."
            )
            if one.passed
            else _("Among these, it goes to the lowest group: %(points)s, %(group)s.")
        )
        % facts,
    ]


def _lowest_group(found: Explained, one: Bye) -> str:
    if one.passed and found.weighed and found.rematches:
        return _(
            "A bye further down would have repeated more matches, or more recent ones: %(points)s, %(group)s."
        )
    if one.passed:
        return _(
            "A bye further down would have forced a rematch, so it is given here: %(points)s, %(group)s."
        )
    return _("The bye goes to the lowest group with a player who had none: %(points)s, %(group)s.")


def proof(found: Explained) -> list[str]:
    """Why no draw is better: its cost and the least possible one, with the sum explained."""
    one = found.proof
    if one.by_standing:
        meaning = _("Each gap counts as the square of the places between the two players.")
    else:
        meaning = _(
            "Each gap counts as its square: 3 points apart count 9, 6 points apart 36, equal points nothing."
        )
    sentences = [meaning]
    if not one.kind:
        sentences.append(_("This round was not paired here, so how it was paired cannot be shown."))
        return [*sentences, *checked(found.checked)] if found.checked else sentences
    if one.fewest_pair_downs:
        sentences.append(
            _("This event prefers as few players as possible outside their group; gaps come after that.")
        )
    if found.round.draw.get("inputs", {}).get("pods"):
        sentences.append(_("Fewest matches across draft pods come first; gaps come second."))
    sentences += _repeats(found)
    sentences.append(_least(one))
    if found.by_hand:
        sentences.append(
            _("Afterwards the pairing was changed by hand. As it stands, the gaps add up to %(now)d.")
            % {"now": one.now}
        )
    return sentences


def _repeats(found: Explained) -> list[str]:
    """The note that repeated matches come first, if some were unavoidable."""
    number = len(found.round.draw.get("rematches", ()))
    if not number or not found.weighed:
        return []
    text = ngettext(
        "%(n)d rematch; no pairing of these players has fewer.",
        "%(n)d rematches; no pairing of these players has fewer.",
        number,
    )
    order = _(
        "Among the pairings with the same number of rematches, those played least often come first, "
        "then those longest ago. The bye and the gaps come after that."
    )
    return [text % {"n": number}, order]


def _least(one: Proof) -> str:
    facts = {"cost": one.cost, "bound": one.bound, "examined": one.examined, "players": one.players}
    if one.kind == "bound":
        return (
            _(
                "These pairings cost %(cost)d. Even if no two players had met before, no pairings of "
                "these players cost less than %(bound)d. Ours are equal to it, so none are better."
            )
            % facts
        )
    if one.kind == "window":
        return (
            _(
                "This pairing costs %(cost)d. An exact search that looked at every past match of the %(examined)d "
                "players in question, and let the rest of the %(players)d play anyone, found %(cost)d as the least "
                "possible. Ours is equal to it, so none is better."
            )
            % facts
        )
    return (
        _(
            "This pairing costs %(cost)d. An exact search over all %(players)d players and all their past matches "
            "found %(cost)d as the least possible. Ours is equal to it, so none is better."
        )
        % facts
    )


def step(one: Step) -> str:
    """One round of a player's path, such as "12 points, group of 7. Met Ana Silva (9 points): paired down"."""
    facts = {"points": result_words.points(one.points), "players": result_words.players(one.group or 0)}
    start = _("%(points)s, a group of %(players)s.") if one.group else _("%(points)s.")
    return f"{start % facts} {_met(one)}"


def _met(one: Step) -> str:
    if one.opponent is None:
        missed = outcome_words.ALONE[Outcome.LATE_LOSS]
        return str(outcome_words.ALONE.get(one.outcome, missed).path)
    facts = {"name": one.opponent.name, "points": result_words.points(one.opponent.points)}
    if one.gap < 0:
        return _("Met %(name)s with %(points)s: paired down.") % facts
    if one.gap > 0:
        return _("Met %(name)s with %(points)s: paired up.") % facts
    return _("Played %(name)s from the same group.") % facts


def of_cut(row: MatchRow, seeds: dict[int, int]) -> list[str]:
    """Why two meet in the cut."""
    fixed = _(
        "In the top cut nothing is random: the first seed plays the last, and winners of neighboring matches play "
        "each other."
    )
    if row.right is None:
        return [fixed, _("The top seeds advance without a match where the bracket is not full.")]
    facts = {
        "left": row.left.name,
        "right": row.right.name,
        "one": seeds.get(row.left.entry_id, 0),
        "two": seeds.get(row.right.entry_id, 0),
    }
    sentences = [fixed, _("%(left)s is seed %(one)d, %(right)s is seed %(two)d.") % facts]
    return [*sentences, result_words.walkover(row)] if row.by_walkover else sentences
