"""Find changes made in TOM since its last file, such as reverted drops and re-paired rounds.

The event, the newer file and the last file, which is stored with the event, are compared. If the event equals
the last file, only TOM changed the data, so the event can import the change. All other changes need a human
decision.
"""

from collections.abc import Sequence
from dataclasses import replace

from pairings.engine import tdf
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf import TomEvent, TomMatch, TomRound
from pairings.models import TomFile
from pairings.queries.tom.differences import OPEN, Difference, changes_pairing
from tournaments.engine.divisions import OF_TOM
from tournaments.models import Tournament

LEAVING = {"dropped_in", "disqualified"}


def mark_differences(
    event: Tournament, ours: TomEvent, theirs: TomEvent, differences: Sequence[Difference]
) -> tuple[Difference, ...]:
    """Return the differences with `there`, `replaces` and `cut` set.

    The stored file is only read if it could explain a difference. Without it, no difference counts as changed
    only in TOM.
    """
    if not any(
        difference.field in LEAVING or difference.kind == "RESULT" or changes_pairing(difference)
        for difference in differences
    ):
        return tuple(differences)
    tom_file = TomFile.objects.filter(tournament=event).first()
    try:
        last_event = tdf.read_tdf_file(bytes(tom_file.data)) if tom_file else None
    except tdf.TdfError:
        last_event = None
    last_file = _LastFile(ours, theirs, last_event)
    marked_differences = [last_file.mark(difference) for difference in differences]
    cuts_to_restart = {difference.division for difference in marked_differences if difference.cut}
    return tuple(
        last_file.mark_cut(difference) if difference.division in cuts_to_restart else difference
        for difference in marked_differences
    )


class _LastFile:
    """Comparison of the event and the newer file with the last file.

    Without a last file, no change counts as made only in TOM.
    """

    def __init__(self, ours: TomEvent, theirs: TomEvent, last_event: TomEvent | None) -> None:
        self.ours, self.theirs, self.before = ours, theirs, last_event
        self._rounds_by_division: dict[str, tuple[dict[int, TomRound], ...]] = {}

    def mark(self, difference: Difference) -> Difference:
        """Set `there`, `replaces` and `cut` of a difference."""
        if difference.field in LEAVING:
            player = self.ours.player_of.get(difference.player)
            last_player = self.before.player_of.get(difference.player) if self.before else None
            only_in_tom = player is not None and last_player is not None
            only_in_tom = only_in_tom and all(
                getattr(player, name) == getattr(last_player, name) for name in LEAVING
            )
            return replace(difference, there=only_in_tom)
        if changes_pairing(difference):
            if (
                # The bye or loss of a late entry in an earlier round is added without a new pairing.
                difference.kind == "MATCH_JOINED"
                and len(difference.players) == 1
                and difference.round != self._newest_number(difference)
            ):
                return difference
            is_cut = not self._is_swiss(difference)
            only_in_tom = (
                self._is_cut_as_in_last_file(difference.division)
                if is_cut
                else self._is_paired_as_in_last_file(difference)
            )
            return replace(difference, there=only_in_tom, replaces=not only_in_tom, cut=is_cut)
        # A different result in the cut changes the players of later rounds, so the cut must restart.
        if (
            difference.kind == "RESULT"
            and not self._is_swiss(difference)
            and difference.ours not in OPEN
            and difference.theirs not in OPEN
            and difference.round < self._newest_number(difference)
        ):
            only_in_tom = self._is_cut_as_in_last_file(difference.division)
            return replace(difference, there=only_in_tom, replaces=not only_in_tom, cut=True)
        if difference.kind == "RESULT" and difference.ours not in OPEN:
            # In an older file, a missing result looks as if it had been cleared in TOM, so clearing needs
            # confirmation.
            if difference.theirs in OPEN:
                return replace(
                    difference,
                    replaces=self._is_decided_as_in_last_file(difference)
                    and difference.round == self._newest_number(difference),
                )
            only_in_tom = self._is_decided_as_in_last_file(difference)
            return replace(difference, there=only_in_tom, replaces=not only_in_tom)
        return difference

    def mark_cut(self, difference: Difference) -> Difference:
        """Mark another differing round or result of a cut that must be restarted.

        Only a round that is missing in the file, or a different result, is marked.
        """
        if (
            difference.kind not in ("ROUND_ONLY_HERE", "RESULT")
            or difference.cut
            or self._is_swiss(difference)
        ):
            return difference
        only_in_tom = self._is_cut_as_in_last_file(difference.division)
        return replace(difference, there=only_in_tom, replaces=not only_in_tom, cut=True)

    def _rounds_of(self, division: str) -> tuple[dict[int, TomRound], ...]:
        """Return the rounds of a division in the event, in the newer file and in the last file."""
        if division not in self._rounds_by_division:
            self._rounds_by_division[division] = tuple(
                rounds_by_number(event, division) if event else {}
                for event in (self.ours, self.theirs, self.before)
            )
        return self._rounds_by_division[division]

    def _newest_number(self, difference: Difference) -> int:
        """Return the number of Stadium's latest round in the division of a difference, or 0."""
        return max(self._rounds_of(difference.division)[0], default=0)

    def _is_swiss(self, difference: Difference) -> bool:
        """Return whether a difference is about a round that is not part of the cut on either side."""
        ours, theirs, _last = self._rounds_of(difference.division)
        return not any(
            rounds[difference.round].elimination for rounds in (ours, theirs) if difference.round in rounds
        )

    def _is_paired_as_in_last_file(self, difference: Difference) -> bool:
        """Return whether the matches that the file would replace are the same in the last file.

        Both their players and their results must be equal.
        """
        our_rounds, newer_rounds, last_rounds = self._rounds_of(difference.division)
        our_matches, newer_matches = (
            our_rounds[difference.round].matches_by_players,
            newer_rounds[difference.round].matches_by_players,
        )
        last_matches = (
            last_rounds[difference.round].matches_by_players if difference.round in last_rounds else {}
        )
        replaced_seats = [
            seats
            for seats, match in our_matches.items()
            if seats not in newer_matches
            or (match.right is None and newer_matches[seats].outcome is not match.outcome)
        ]
        return all(
            seats in last_matches
            and _outcome_and_winner(our_matches[seats]) == _outcome_and_winner(last_matches[seats])
            for seats in replaced_seats
        )

    def _is_cut_as_in_last_file(self, division: str) -> bool:
        """Return whether all cut rounds in Stadium equal those in the last file.

        If so, a different cut in the newer file was made only in TOM.
        """
        all_our_rounds, _newer, all_last_rounds = self._rounds_of(division)
        our_rounds, last_rounds = (
            {number: round_ for number, round_ in rounds.items() if round_.elimination}
            for rounds in (all_our_rounds, all_last_rounds)
        )
        return our_rounds.keys() <= last_rounds.keys() and all(
            set(map(_outcome_and_winner, round_.played))
            == set(map(_outcome_and_winner, last_rounds[number].played))
            and round_.matches_by_players.keys() == last_rounds[number].matches_by_players.keys()
            for number, round_ in our_rounds.items()
        )

    def _is_decided_as_in_last_file(self, difference: Difference) -> bool:
        """Return whether Stadium's result equals the result in the last file."""
        our_rounds, _newer_rounds, last_rounds = self._rounds_of(difference.division)
        last_matches = (
            last_rounds[difference.round].matches_by_players if difference.round in last_rounds else {}
        )
        our_match = our_rounds[difference.round].matches_by_players[difference.seats]
        return difference.seats in last_matches and _outcome_and_winner(
            last_matches[difference.seats]
        ) == _outcome_and_winner(our_match)


def rounds_by_number(event: TomEvent, division: str) -> dict[int, TomRound]:
    """Return the rounds of a division by number."""
    return {
        round_.number: round_
        for pod in event.pods
        if OF_TOM[pod.category] == division
        for round_ in pod.rounds
    }


def _outcome_and_winner(match: TomMatch) -> tuple[object, object]:
    """Return ("won", winner's Player ID), or the outcome and None for a match without a winner."""
    winner = {Outcome.LEFT: match.left, Outcome.RIGHT: match.right}.get(match.outcome or Outcome.PENDING)
    return match.outcome if winner is None else "won", winner
