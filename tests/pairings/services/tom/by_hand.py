"""Enter a finished TOM file again by hand: registration, check-in, every round, every result, the cut."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pairings.engine import tdf
from pairings.engine.bracket import seed_order
from pairings.engine.outcomes import Outcome
from pairings.engine.tdf.codes import MIRRORED
from pairings.models import Round, TomDetails, TomFile
from pairings.services.bracket import cuts
from pairings.services.reports import results
from pairings.services.reports.results import MatchResult
from pairings.services.rounds import attendance, late_entries, options, rounds
from pairings.services.tom import importing
from tournaments.models import Division, Entry, Tournament
from tournaments.services import divisions


def play_again(data: bytes) -> Tournament:
    """Create the event of a finished file by hand; no part of the file itself is stored."""
    read = tdf.read_tdf_file(data)
    event = importing.import_event(registration(read), by=None)
    TomFile.objects.all().delete()
    TomDetails.objects.update(cut_sizes=bool(read.cuts))  # rebuilt files do not say which cuts TOM offered
    for division in event.divisions.order_by("id"):
        pod = next(one for one in read.pods if one.division == division.age_division)
        _Desk(event, division, pod, read).play()
    return event


def registration(read: tdf.TomEvent) -> bytes:
    """Return TOM's file before round 1: the head, and its players up to the last one present when it was paired."""
    there = [place for place, one in enumerate(read.players) if one.starter]
    people = read.players[: there[-1] + 1]
    fresh = {
        "starter": False,
        "order": None,
        "seed": None,
        "late": None,
        "dropped_in": None,
        "disqualified": False,
    }
    players = tuple(replace(one, **fresh) for one in people)
    head = {"stage": 1, "pods": (), "standings": (), "cuts": (), "seconds_elapsed": 0}
    return tdf.write_tdf(replace(read, players=players, **head))


class _Desk:
    """The scorekeeper of one division, who has TOM's finished pod at hand."""

    def __init__(self, event: Tournament, division: Division, pod: tdf.TomPod, read: tdf.TomEvent) -> None:
        self.event, self.division, self.pod, self.read = event, division, pod, read
        self.people = read.player_of
        ranked = [user_id for part in read.standings for user_id, _ in part.places]
        self.chance = {user_id: number for number, user_id in enumerate(ranked)}

    @property
    def entries(self) -> Mapping[str, Entry]:
        own = self.event.entries.select_related("division__tournament", "player")
        return {entry.player_number or "": entry for entry in own}

    def play(self) -> None:
        self._settle()
        self._same_chance()
        for user_id in self.pod.roster:
            if self.people[user_id].starter:
                attendance.check_in_player(self.entries[user_id], by=None)
        for one in self.pod.swiss_rounds:
            self._play_swiss(one)
        if self.pod.cut_rounds:
            self._play_cut()

    def _settle(self) -> None:
        """Set rounds, third place and seeds as in the file."""
        fields = {"third_place": self.pod.third_place}
        if self.pod.swiss_rounds:
            fields["rounds_planned"] = len(self.pod.swiss_rounds)
            fields["cut_size"] = self._cut_size()
        self.division = divisions.change_division(self.division, by=None, **fields)
        if not self.pod.swiss_rounds:
            for slot, seed in enumerate(seed_order(len(self.pod.roster)), start=1):
                (who,) = (one for one in self.pod.roster if self.people[one].order == slot)
                options.set_pairing_wish(self.entries[who], by=None, seed=seed)

    def _same_chance(self) -> None:
        """Set the last tie-break, which is random, to the outcome that TOM drew."""
        for user_id, entry in self.entries.items():
            Entry.objects.filter(pk=entry.pk).update(tie_break_number=self.chance.get(user_id, -entry.pk))

    def _cut_size(self) -> int:
        matches = [match for one in self.pod.cut_rounds[:1] for match in one.played]
        return 2 * len(matches)

    def _play_swiss(self, one: tdf.TomRound) -> None:
        round_ = rounds.pair_next_round(self.division, by=None)
        for user_id in self._coming(one.number, missed=False):
            self._enter(user_id)
            late_entries.seat_late_entry(self.entries[user_id], round_, by=None)
        self._seat(round_, one)
        rounds.post(round_, by=None)
        for user_id in self._coming(one.number, missed=True):
            self._enter(user_id)
        self._report(round_, one)
        self._leave(one.number)

    def _coming(self, number: int, *, missed: bool) -> Iterator[str]:
        """Return who came late: into the pairing of a round, or after the last round they missed."""
        for user_id in self.pod.roster:
            played = [one for one in self.pod.swiss_rounds if _sits(one, user_id)]
            lost = [one.number for one in played if _loses(one, user_id)]
            comes = lost[-1] if lost else played[0].number
            if not self.people[user_id].starter and comes == number and bool(lost) is missed:
                yield user_id

    def _enter(self, user_id: str) -> None:
        """Enter a late player who was registered before or is added now."""
        player, known = self.people[user_id], self.entries.get(user_id)
        if known is not None:
            attendance.check_in_player(known, by=None)
            return
        attendance.enter_player(
            self.event,
            by=None,
            division=self.division,
            first_name=player.first_name,
            last_name=player.last_name,
            player_id=user_id,
            birth_year=player.birth_year,
            late=player.late is not None,
            awarded_byes=player.byes,
            checked_in=True,
            namesake=True,
        )
        self._same_chance()

    def _seat(self, round_: Round, one: tdf.TomRound) -> None:
        """Swap players of our pairing by hand until everyone sits as in the file."""
        at = {match.table: match for match in one.played if match.right is not None}
        for table, match in sorted(at.items()):
            for side, wanted in (("left", match.left), ("right", match.right)):
                self._swap(round_, table, side, wanted)

    def _swap(self, round_: Round, table: int, side: str, wanted: str | None) -> None:
        entries = self.entries
        match = round_.matches.get(table=table)
        if getattr(match, side).player_number == wanted:
            return
        if wanted in (match.left.player_number, match.right.player_number):  # the two have to swap sides
            away = round_.matches.exclude(table=table).exclude(outcome="awarded_bye").first().left
            for one, other in ((match.left, away), (match.right, match.left), (away, match.right)):
                rounds.swap_players(round_, one, other, by=None, anyway=True)
        else:
            rounds.swap_players(round_, getattr(match, side), entries[wanted], by=None, anyway=True)

    def _report(self, round_: Round, one: tdf.TomRound) -> None:
        theirs = {frozenset((match.left, match.right)): match for match in one.played}
        for match in round_.matches.filter(outcome="pending").select_related(
            "left", "right", "round__division"
        ):
            played = theirs[frozenset((match.left.player_number, match.right.player_number))]
            outcome = played.outcome
            if played.left != match.left.player_number:
                outcome = MIRRORED.get(outcome, outcome)
            results.enter_result(match, MatchResult(outcome), by=None)
        rounds.close_round(round_, by=None)

    def _leave(self, number: int) -> None:
        for user_id in self.pod.roster:
            player = self.people[user_id]
            if player.dropped_in == number and player.disqualified:
                attendance.disqualify_player(self.entries[user_id], by=None)
            elif player.dropped_in == number:
                attendance.drop_player(self.entries[user_id], by=None)

    def _play_cut(self) -> None:
        if self.pod.swiss_rounds:
            cuts.start_cut(self.division, by=None)
        for one in self.pod.cut_rounds:
            round_ = rounds.post(rounds.pair_next_round(self.division, by=None), by=None)
            self._report(round_, one)


def _sits(one: tdf.TomRound, user_id: str) -> bool:
    return any(user_id in (match.left, match.right) for match in one.played)


def _loses(one: tdf.TomRound, user_id: str) -> bool:
    return any(match.left == user_id and match.outcome is Outcome.LATE_LOSS for match in one.played)
