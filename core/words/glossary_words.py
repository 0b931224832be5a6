"""Short explanations of tournament terms. The terms in four languages are in data/glossary.csv."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GROUPS: dict[str, str | Promise] = {
    "event": _("Before the event"),
    "round": _("Rounds and matches"),
    "standings": _("Standings"),
    "time": _("Time"),
    "deck": _("Decks"),
    "limited": _("Limited"),
    "judge": _("Judges and penalties"),
}

MEANINGS: dict[str, str | Promise] = {
    "check_in": _(
        "Players confirm at the desk or on their phone that they are present. Only checked-in players "
        "are paired."
    ),
    "late_entry": _("A player added after round 1 started. Missed rounds count as losses."),
    "age_division": _("Juniors, Seniors or Masters, by year of birth."),
    "player_id": _("The number of a player at Play! Pokémon."),
    "match": _("Two players against each other in one round: a single game or best of three."),
    "game": _("One game with its own setup and Prize cards. A match has one, or up to three."),
    "best_of_three": _("The first player to win two games wins the match."),
    "round": _("Every player plays one match, or has a bye."),
    "swiss_round": _(
        "Players with the same or nearly the same points are paired. No one is out after a loss."
    ),
    "single_elimination": _("The loser of a match is out. The winners meet until one is left."),
    "top_cut": _("The best players after the Swiss rounds play single elimination."),
    "bracket": _("The plan of the top cut: who plays whom, round by round."),
    "seed": _("A player’s place in the bracket. The first seed plays the last."),
    "pairing": _("Who plays whom in a round, and at which table."),
    "re_pair": _("Make the pairings of a round again, with another random seed."),
    "pair_up_down": _("A match between players from groups with different points."),
    "bye": _("No match in this round. It counts as a win."),
    "drop": _("Stop playing in the event. The player keeps their results and place."),
    "reinstate": _("Let a player who dropped play again, starting with the next round."),
    "no_show": _("A player who does not come to the match."),
    "match_slip": _("The paper on which both players write and sign the result."),
    "report_result": _(
        "Report who won, on the phone or on the match slip. It counts once both reports match."
    ),
    "intentional_draw": _("Both players agree on a tie, in Swiss rounds only."),
    "concede": _("Give the win to the opponent."),
    "match_points": _("A win gives 3, a tie 1, a loss 0."),
    "record": _("Wins, losses and ties, in this order."),
    "opponents_win_percentage": _(
        "The average win percentage of a player’s opponents. It ranks players with the same points."
    ),
    "opponents_opponents_win_percentage": _(
        "The average win percentage of the opponents’ opponents. It is the next tiebreaker."
    ),
    "resistance": _("A short word for both percentages."),
    "head_to_head": _("If exactly two players are still tied, the winner of their match comes first."),
    "time_called": _(
        "The round clock is at zero. The current turn is finished, then three extra turns are played."
    ),
    "extra_turns": _("The three turns after time is called."),
    "time_extension": _("Minutes that a judge gives one table, for example after a deck check."),
    "slow_play": _("Playing so slowly that the match may not end in time."),
    "sudden_death": _("A new game with one Prize card each."),
    "deck_list": _("All cards in a deck, and how many of each. Players hand it in before round 1."),
    "deck_check": _("A judge compares a deck with its list."),
    "marked_card": _("A card that can be recognized without seeing its face."),
    "proxy_card": _("A substitute that a judge makes for a damaged or misprinted card."),
    "rotation": _("The day from which older cards are no longer legal in a format."),
    "limited": _("Players build decks from packs they open at the event."),
    "card_pool": _("The cards a player opened or picked. The deck is built from it."),
    "draft_pod": _("A group of players who draft together at one table."),
    "redraft": _("Another draft between two rounds. Players build new decks."),
    "head_judge": _("Has the final say on every ruling."),
    "ruling": _("What a judge decides. Either player may appeal to the head judge."),
    "caution": _("The mildest penalty: a reminder that is not reported."),
    "warning": _("A penalty that is recorded and reported."),
    "game_loss": _("The current or next game counts as a loss."),
    "disqualification": _("The player is out of the event, without a place."),
}
