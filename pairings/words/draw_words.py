"""Sentences about a draw of players or teams, and about its comparison with earlier results."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from pairings.queries.verification.pairing_check import CheckedPairing
from pairings.words import result_words
from tournaments.words.entrants import are_entrants_teams

TEXTS: dict[str, tuple[Promise, Promise]] = {
    "PICKED": (
        gettext_lazy("One of the possible players was picked at random."),
        gettext_lazy("One of the possible teams was picked at random."),
    ),
    "ONLY_ONE": (
        gettext_lazy("All others have a bye given in advance, so no player is left to play %(name)s."),
        gettext_lazy("All others have a bye given in advance, so no team is left to play %(name)s."),
    ),
    "ODD": (
        gettext_lazy("%(players)d players is an odd number, so one sits out and gets a win for it."),
        gettext_lazy("%(players)d teams is an odd number, so one sits out and gets a win for it."),
    ),
    "SECOND_BYE": (
        gettext_lazy("Every player here already had a bye, so one gets a second bye."),
        gettext_lazy("Every team here already had a bye, so one gets a second bye."),
    ),
    "PICKED_FOR_BYE": (
        gettext_lazy("%(name)s was picked at random from %(n)d players."),
        gettext_lazy("%(name)s was picked at random from %(n)d teams."),
    ),
    "LOWEST_GROUP": (
        gettext_lazy("The bye goes to the lowest group with a player who had none: %(points)s, %(group)s."),
        gettext_lazy("The bye goes to the lowest group with a team that had none: %(points)s, %(group)s."),
    ),
    "GAP_BY_PLACES": (
        gettext_lazy("Each gap counts as the square of the places between the two players."),
        gettext_lazy("Each gap counts as the square of the places between the two teams."),
    ),
    "FEWEST_OUTSIDE": (
        gettext_lazy(
            "This event prefers as few players as possible outside their group; gaps come after that."
        ),
        gettext_lazy(
            "This event prefers as few teams as possible outside their group; gaps come after that."
        ),
    ),
    "ODD_ROUND": (
        gettext_lazy("%(n)d is an odd number of players, so one sits out."),
        gettext_lazy("%(n)d is an odd number of teams, so one sits out."),
    ),
    "FIRST_OF_ROUND": (
        gettext_lazy(
            "The bye goes to the group with the fewest points that has a player without a bye so far: the group with "
            "%(points)s, %(players)s. %(name)s was picked from it at random."
        ),
        gettext_lazy(
            "The bye goes to the group with the fewest points that has a team without a bye so far: the group with "
            "%(points)s, %(players)s. %(name)s was picked from it at random."
        ),
    ),
    "SECOND_OF_ROUND": (
        gettext_lazy(
            "All players here had a bye before. %(name)s was chosen at random among those with the "
            "fewest byes and %(points)s."
        ),
        gettext_lazy(
            "All teams here had a bye before. %(name)s was chosen at random among those with the "
            "fewest byes and %(points)s."
        ),
    ),
    "NO_PAIR_DOWN": (
        gettext_lazy("Every player plays an opponent with the same number of points."),
        gettext_lazy("Every team plays an opponent with the same number of points."),
    ),
    "SELECT_TWO": (
        gettext_lazy("Select two players, then swap them."),
        gettext_lazy("Select two teams, then swap them."),
    ),
    "NO_REMATCH": (
        gettext_lazy("No player meets the same opponent again."),
        gettext_lazy("No team meets the same opponent again."),
    ),
}
"""Sentences by key, of players and of teams."""


def draw_explanation_text(key: str) -> str:
    # The first sentence is about players, the second about teams.
    return str(TEXTS[key][are_entrants_teams()])


MIN_COST_TEXTS: dict[str, Promise] = {
    "bound": gettext_lazy(
        "These pairings cost %(cost)d. Even if no two players had met before, no pairings of "
        "these players cost less than %(bound)d. Ours are equal to it, so none are better."
    ),
    "window": gettext_lazy(
        "This pairing costs %(cost)d. An exact search that looked at every past match of the %(examined)d "
        "players in question, and let the rest of the %(players)d play anyone, found %(cost)d as the least "
        "possible. Ours is equal to it, so none is better."
    ),
    "exact": gettext_lazy(
        "This pairing costs %(cost)d. An exact search over all %(players)d players and all their past matches "
        "found %(cost)d as the least possible. Ours is equal to it, so none is better."
    ),
}
"""Why no pairing is better, by kind of proof; any other kind is exact."""

MIN_COST_TEXTS_OF_TEAMS: dict[str, Promise] = {
    "bound": gettext_lazy(
        "These pairings cost %(cost)d. Even if no two teams had met before, no pairings of "
        "these teams cost less than %(bound)d. Ours are equal to it, so none are better."
    ),
    "window": gettext_lazy(
        "This pairing costs %(cost)d. An exact search that looked at every past match of the %(examined)d "
        "teams in question, and let the rest of the %(players)d play anyone, found %(cost)d as the least "
        "possible. Ours is equal to it, so none is better."
    ),
    "exact": gettext_lazy(
        "This pairing costs %(cost)d. An exact search over all %(players)d teams and all their past matches "
        "found %(cost)d as the least possible. Ours is equal to it, so none is better."
    ),
}


def least_cost_text(kind: str) -> str:
    texts = MIN_COST_TEXTS_OF_TEAMS if are_entrants_teams() else MIN_COST_TEXTS
    return str(texts.get(kind, texts["exact"]))


CHANGES: dict[str, Promise] = {
    "PlayersSwapped": gettext_lazy("This match is not as first paired: staff swapped two players."),
    "TablesDrawnAgain": gettext_lazy(
        "This match is not the one paired first: staff re-paired the players at some tables."
    ),
    "MatchMadeByHand": gettext_lazy(
        "This match was changed after pairing: staff paired a match by hand, and the players left over "
        "were paired too."
    ),
    "LateEntrySeated": gettext_lazy(
        "One of the two entered after the round was paired and took the free place."
    ),
    "LateEntryGivenBye": gettext_lazy("They entered after the round was paired, when no opponent was free."),
    "EntryTakenOut": gettext_lazy(
        "A player dropped after the pairings. Their opponent plays the free player, or has the bye."
    ),
}
"""Kind of journal line -> explanation of a match that was not drawn."""

CHANGES_OF_TEAMS: dict[str, Promise] = {
    "PlayersSwapped": gettext_lazy("This match is not as first paired: staff swapped two teams."),
    "TablesDrawnAgain": gettext_lazy(
        "This match is not the one paired first: staff re-paired the teams at some tables."
    ),
    "MatchMadeByHand": gettext_lazy(
        "This match was changed after pairing: staff paired a match by hand, and the teams left over were "
        "paired too."
    ),
    "EntryTakenOut": gettext_lazy(
        "A team dropped after the pairings. Its opponent plays the free team, or has the bye."
    ),
}


def draw_change_text(kind: str) -> str:
    return str(CHANGES_OF_TEAMS.get(kind, CHANGES[kind]) if are_entrants_teams() else CHANGES[kind])


def pairing_check_texts(check: CheckedPairing) -> list[str]:
    """Describe how a round's pairing compares with the best one, given the earlier results."""
    facts = {
        "players": result_words.players_text(check.players),
        "rematches": check.ours.rematches,
        "fewest": check.best.rematches,
        "gaps": check.ours.gaps,
        "least": check.best.gaps,
        "outside": check.ours.outside,
        "inside": check.best.outside,
    }
    if check.none_better:
        return [
            _(
                "An exact search over the %(players)s and the results before this round found no better pairing. "
                "The minimum: rematches %(rematches)d, gaps %(gaps)d, pairs outside their group %(outside)d."
            )
            % facts
        ]
    sentences = [
        _("From the results before this round a better pairing of the %(players)s was possible.") % facts
    ]
    if check.second_bye:
        sentences.append(_("A player got another bye while others had fewer byes."))
    if check.ours.rematches != check.best.rematches:
        sentences.append(_("Rematches: %(rematches)d; %(fewest)d would have been enough.") % facts)
    elif (check.ours.again, check.ours.newest) != (check.best.again, check.best.newest):
        sentences.append(_("Matches played less often, or longer ago, could have been repeated instead."))
    if check.ours.bye is not None and check.best.bye is not None and check.ours.bye != check.best.bye:
        bye_points = {
            "had": result_words.points_text(check.ours.bye),
            "best": result_words.points_text(check.best.bye),
        }
        sentences.append(
            _("The bye went to a player with %(had)s; the best pairing gives it to one with %(best)s.")
            % bye_points
        )
    if check.ours.gaps != check.best.gaps:
        sentences.append(_("Gaps: %(gaps)d; the best pairing has %(least)d.") % facts)
    elif check.ours.outside != check.best.outside:
        sentences.append(
            _("Pairs outside their group: %(outside)d; the best pairing has %(inside)d.") % facts
        )
    return [
        *sentences,
        _("Results corrected since then, or the organizer’s pairing requests, may be the reason."),
    ]
