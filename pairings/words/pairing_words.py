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


def of_match(explained: Explained, row: MatchRow) -> list[str]:
    """Why these two meet, or why this player sits out: a few sentences."""
    if row.right is None:
        if row.outcome is Outcome.BYE and explained.bye and explained.bye.person == row.left:
            return bye(explained, explained.bye)
        if row.outcome is Outcome.AWARDED_BYE:
            return [_("%(name)s was given this bye in advance.") % {"name": row.left.name}]
        return [_("%(name)s was not in this round when it was paired.") % {"name": row.left.name}]
    met = explained.met.get(frozenset((row.left.entry_id, row.right.entry_id)), ())
    downs = (pair_down for pair_down in explained.pair_downs if pair_down.row is row)
    down = next(downs, None)
    if down:
        sentences = pair_down(explained, down)
    else:
        group = explained.group_of(row.left.points)
        facts = {
            "left": row.left.name,
            "right": row.right.name,
            "points": result_words.points(group.points),
            "players": result_words.players(group.players),
        }
        sentences = [
            _("%(left)s and %(right)s both had %(points)s: the same group, %(players)s.") % facts,
            _("This round was paired by standings: neighbors in the list play each other.")
            if explained.proof.by_standing
            else _("Within a group, opponents are paired at random."),
        ]
    sentences += _pods(explained, row.left, row.right)
    kind = explained.made.get(frozenset((row.left.entry_id, row.right.entry_id)))
    by_hand = [str(MADE[kind])] if kind else []
    if met:
        text = ngettext(
            "They met in round %(rounds)s already. %(why)s",
            "They met in rounds %(rounds)s already. %(why)s",
            len(met),
        )
        sentences.append(text % {"rounds": ", ".join(map(str, met)), "why": _rematch(explained)})
    return by_hand + sentences


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


def _pods(explained: Explained, left: Person, right: Person) -> list[str]:
    """The role of the draft pods (R-091)."""
    pods = dict(explained.round.draw.get("inputs", {}).get("pods", ()))
    if not pods:
        return []
    own, other = pods.get(left.entry_id), pods.get(right.entry_id)
    if own is not None and own == other:
        return [
            _("This round is paired inside the draft pods: both players are in pod %(pod)d.") % {"pod": own}
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


def _rematch(explained: Explained) -> str:
    if explained.by_hand:
        return _("The pairing was changed by hand.")
    if explained.weighed:
        return _(
            "No pairing of this round avoids every rematch. Matches played least often, and longest "
            "ago, are repeated first."
        )
    return _("No pairing of this round avoids every rematch.")


def pair_down(explained: Explained, down: PairDown) -> list[str]:
    """Why a player meets an opponent with fewer points, and who could not have taken that place."""
    facts = {
        "higher": down.higher.name,
        "points": result_words.points(down.higher.points),
        "lower": down.lower.name,
        "fewer": result_words.points(down.lower.points),
    }
    drawn_here = bool(explained.proof.kind) and not explained.by_hand
    sentences = [
        _("%(higher)s (%(points)s) meets %(lower)s (%(fewer)s).") % facts,
        _why_outside(down.group, drawn_here=drawn_here),
    ]
    if explained.by_hand:
        sentences.append(_("The pairing was changed by hand afterwards."))
    if down.excluded:
        names = {"lower": down.lower.name, "names": _names(down.excluded)}
        sentences.append(
            _("Not possible here, because they may not be paired with %(lower)s: %(names)s.") % names
        )
    if down.met_below:
        names = {"higher": down.higher.name, "names": _names(down.met_below)}
        sentences.append(
            _("Not possible as the opponent, because they may not be paired with %(higher)s: %(names)s.")
            % names
        )
    if drawn_here and not explained.proof.by_standing and down.group.players > 1:
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


def _names(excluded: Sequence[Excluded]) -> str:
    named = [
        _("%(name)s (met in round %(round)d)") % {"name": player.person.name, "round": player.round}
        if player.round
        else _("%(name)s (kept apart; only the staff see this)") % {"name": player.person.name}
        for player in excluded[:MOST_NAMES]
    ]
    return _listed(named, len(excluded))


def _listed(named: list[str], number: int) -> str:
    more = number - len(named)
    rest = [ngettext("%(n)d more", "%(n)d more", more) % {"n": more}] if more > 0 else []
    return ", ".join(named + rest)


def bye(explained: Explained, sits_out: Bye) -> list[str]:
    """Why a player sits out, and who could not have."""
    drawn = explained.round.draw.get("bye")
    if explained.proof.kind and drawn != sits_out.person.entry_id:
        kind = explained.made.get(frozenset((sits_out.person.entry_id,)))
        changed = _("%(name)s has the bye because of a change after pairing.") % {
            "name": sits_out.person.name
        }
        return [changed, str(MADE[kind])] if kind else [changed]
    facts = {
        "players": explained.proof.players,
        "name": sits_out.person.name,
        "points": result_words.points(sits_out.group.points),
        "group": result_words.players(sits_out.group.players),
        "n": sits_out.candidates,
    }
    if explained.proof.players == 1:
        only = _("All others have a bye given in advance, so no player is left to play %(name)s.")
        return [only % facts, _("The regular bye is a win without a match.")]
    sentences = [_("%(players)d players is an odd number, so one sits out and gets a win for it.") % facts]
    if sits_out.second and not (explained.weighed and sits_out.had == sits_out.fewest):
        if sits_out.had > sits_out.fewest:
            second_bye = _("%(name)s had more byes before than others here.")
        else:
            second_bye = _("Every player here already had a bye, so one gets a second bye.")
        return [*sentences, second_bye % facts]
    if not explained.proof.kind:
        return sentences
    sentences += _why_group(explained, sits_out)
    if sits_out.excluded:
        named = [person.name for person in sits_out.excluded[:MOST_NAMES]]
        had = _listed(named, len(sits_out.excluded))
        reason = (
            _("Not possible, because they had more byes before: %(names)s.")
            if sits_out.second
            else _("Not possible, because they had a bye before: %(names)s.")
        )
        sentences.append(reason % {"names": had})
    if sits_out.candidates > 1:
        sentences.append(_("%(name)s was picked at random from %(n)d players.") % facts)
    return sentences


def _why_group(explained: Explained, sits_out: Bye) -> list[str]:
    facts = {
        "points": result_words.points(sits_out.group.points),
        "group": result_words.players(sits_out.group.players),
    }
    if not sits_out.second:
        return [_lowest_group(explained, sits_out) % facts]
    fewest = ngettext(
        "Every player here already had a bye, so it goes to a player who had only %(n)d.",
        "Every player here already had byes, so it goes to a player who had only %(n)d.",
        sits_out.had,
    )
    return [
        fewest % {"n": sits_out.had},
        (
            _(
                "A bye further down would have repeated more matches, or more recent ones: %(points)s, "
                "%(group)s."
            )
            if sits_out.passed
            else _("Among these, it goes to the lowest group: %(points)s, %(group)s.")
        )
        % facts,
    ]


def _lowest_group(explained: Explained, sits_out: Bye) -> str:
    if sits_out.passed and explained.weighed and explained.rematches:
        return _(
            "A bye further down would have repeated more matches, or more recent ones: %(points)s, %(group)s."
        )
    if sits_out.passed:
        return _(
            "A bye further down would have forced a rematch, so it is given here: %(points)s, %(group)s."
        )
    return _("The bye goes to the lowest group with a player who had none: %(points)s, %(group)s.")


def proof(explained: Explained) -> list[str]:
    """Why no draw is better: its cost and the least possible one, with the sum explained."""
    cost = explained.proof
    if cost.by_standing:
        meaning = _("Each gap counts as the square of the places between the two players.")
    else:
        meaning = _(
            "Each gap counts as its square: 3 points apart count 9, 6 points apart 36, equal points nothing."
        )
    sentences = [meaning]
    if not cost.kind:
        sentences.append(_("This round was not paired here, so how it was paired cannot be shown."))
        return [*sentences, *checked(explained.checked)] if explained.checked else sentences
    if cost.fewest_pair_downs:
        sentences.append(
            _("This event prefers as few players as possible outside their group; gaps come after that.")
        )
    if explained.round.draw.get("inputs", {}).get("pods"):
        sentences.append(_("Fewest matches across draft pods come first; gaps come second."))
    number = len(explained.round.draw.get("rematches", ()))
    if number and explained.weighed:
        text = ngettext(
            "%(n)d rematch; no pairing of these players has fewer.",
            "%(n)d rematches; no pairing of these players has fewer.",
            number,
        )
        order = _(
            "Among the pairings with the same number of rematches, those played least often come first, "
            "then those longest ago. The bye and the gaps come after that."
        )
        sentences += [text % {"n": number}, order]
    sentences.append(_least(cost))
    if explained.by_hand:
        sentences.append(
            _("Afterwards the pairing was changed by hand. As it stands, the gaps add up to %(now)d.")
            % {"now": cost.now}
        )
    return sentences


def _least(cost: Proof) -> str:
    facts = {"cost": cost.cost, "bound": cost.bound, "examined": cost.examined, "players": cost.players}
    if cost.kind == "bound":
        return (
            _(
                "These pairings cost %(cost)d. Even if no two players had met before, no pairings of "
                "these players cost less than %(bound)d. Ours are equal to it, so none are better."
            )
            % facts
        )
    if cost.kind == "window":
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


def step(played: Step) -> str:
    """One round of a player's path, such as "12 points, group of 7. Met Ana Silva (9 points): paired down"."""
    facts = {"points": result_words.points(played.points), "players": result_words.players(played.group or 0)}
    start = _("%(points)s, a group of %(players)s.") if played.group else _("%(points)s.")
    if played.opponent is None:
        missed = outcome_words.ALONE[Outcome.LATE_LOSS]
        return f"{start % facts} {outcome_words.ALONE.get(played.outcome, missed).path}"
    met = _("Played %(name)s from the same group.")
    if played.gap < 0:
        met = _("Met %(name)s with %(points)s: paired down.")
    elif played.gap > 0:
        met = _("Met %(name)s with %(points)s: paired up.")
    other = {"name": played.opponent.name, "points": result_words.points(played.opponent.points)}
    return f"{start % facts} {met % other}"


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
