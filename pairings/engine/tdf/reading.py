"""Parse the elements of a TOM file."""

from collections.abc import Iterator

from .codes import ALONE, DIVISION_OF, OUTCOME_OF, Outcome
from .faults import TdfFault
from .source import Element, parse
from .values import (
    ELIMINATION,
    TomCut,
    TomEvent,
    TomLate,
    TomMatch,
    TomPlayer,
    TomPod,
    TomRound,
    TomStandings,
)

DROPPED, DISQUALIFIED = 1, 2
KNOWN = {
    "firstname",
    "lastname",
    "birthdate",
    "starter",
    "order",
    "seed",
    "byes",
    "late",
    "dropped",
    "creationdate",
    "lastmodifieddate",
}
"""The elements of a player that are read; others are passed through."""


def read_event(data: bytes) -> TomEvent:
    """Parse the file, each element by itself; `checks` compares them."""
    root = parse(data)
    if root.name != "tournament":
        raise root.refused(TdfFault.TDF_NOT_A_TOURNAMENT)
    about = root.need("data")
    organizer = about.find("organizer")
    return TomEvent(
        type=root.number_attribute("type"),
        stage=root.number_attribute("stage"),
        version=root.attributes.get("version", ""),
        game_type=root.attributes.get("gametype", ""),
        mode=root.attributes.get("mode", ""),
        name=about.text_of("name"),
        sanction_id=about.text_of("id"),
        city=about.text_of("city"),
        state=about.text_of("state"),
        country=about.text_of("country"),
        round_minutes=about.number_of("roundtime"),
        cut_round_minutes=about.number_of("finalsroundtime"),
        organizer_id=organizer.attributes.get("popid", "") if organizer else "",
        organizer_name=organizer.attributes.get("name", "") if organizer else "",
        start_date=about.date_of("startdate"),
        less_swiss=about.flag_of("lessswiss"),
        auto_table_number=about.flag_of("autotablenumber"),
        overflow_table_start=about.number_of("overflowtablestart"),
        seconds_elapsed=root.seconds_of("timeelapsed"),
        players=tuple(_player(player) for player in root.need("players").all("player")),
        pods=tuple(_pod(pod) for pod in root.all("pods", "pod")),
        standings=tuple(_standings(pod) for pod in root.all("standings", "pod")),
        cuts=tuple(_cut(cut) for cut in root.all("finalsoptions", "categorycut")),
    )


def read_players(data: bytes) -> tuple[TomPlayer, ...]:
    """The players of TOM's `players.xml`, whose root is `players`, or of an event's file, ignoring the rest."""
    root = parse(data)
    if root.name not in ("players", "tournament"):
        raise root.refused(TdfFault.TDF_NO_PLAYERS)
    players = root if root.name == "players" else root.need("players")
    return tuple(_player(player) for player in players.all("player"))


def _player(element: Element) -> TomPlayer:
    born = element.date_of("birthdate")
    dropped = element.find("dropped")
    status = dropped.number_of("status", DROPPED) if dropped else 0
    dropped_in = dropped if status in (DROPPED, DISQUALIFIED) else None
    # Older files have only true or false.
    late, tag = None, element.find("late")
    if tag is not None and tag.text.strip().lower() != "false":
        late = TomLate(
            round=tag.number_of("round") or None,
            forced_loss=tag.flag_of("forcedloss"),
            used_forced_loss=tag.flag_of("usedforcedloss"),
            at=tag.time_of("timestamp"),
        )
    return TomPlayer(
        user_id=element.attribute("userid"),
        first_name=element.text_of("firstname"),
        last_name=element.text_of("lastname"),
        birth_year=born.year if born else None,
        starter=element.flag_of("starter"),
        order=element.number_of("order") or None,
        seed=element.number_of("seed") or None,
        byes=element.number_of("byes"),
        late=late,
        dropped_in=dropped_in.number_of("round") if dropped_in else None,
        dropped_at=dropped_in.time_of("timestamp") if dropped_in else None,
        disqualified=status == DISQUALIFIED,
        extras=tuple(_extras(element)),
        line=element.line,
    )


def _extras(player: Element) -> Iterator[tuple[str, str, str]]:
    """Unread elements with only a text, each with the name of the element before it."""
    before = ""
    for child in player.children:
        word = child.name == "late" and not child.children
        if word or not (child.name in KNOWN or child.children or child.attributes):
            yield before, child.name, child.text.strip()
        before = child.name


def _pod(element: Element) -> TomPod:
    about = element.find("poddata") or Element("poddata", element.line, {})
    ranges = (part for block in about.all("blockedranges") for part in block.children)
    return TomPod(
        category=_category(element, "category"),
        stage=element.number_attribute("stage"),
        starting_table=about.number_of("startingtable", 1),
        third_place=about.flag_of("playoff3rd4th"),
        additional_rounds=about.number_of("additionalrounds"),
        blocked_ranges=tuple(_range(part) for part in ranges),
        subgroups=tuple(
            tuple(player.attribute("userid") for player in group.all("players", "player"))
            for group in element.all("subgroups", "subgroup")
        ),
        rounds=tuple(_round(round_) for round_ in element.all("rounds", "round")),
        line=element.line,
    )


def _category(element: Element, name: str) -> int:
    category = element.number_attribute(name)
    if category not in DIVISION_OF:
        raise element.refused(TdfFault.TDF_BAD_CATEGORY, value=category)
    return category


def _range(element: Element) -> tuple[int, int]:
    """First and last table of a range: two attributes or two children, of any name."""
    if len(element.attributes) >= 2:
        first, last = (element.number_attribute(name) for name in list(element.attributes)[:2])
        return first, last
    if len(element.children) >= 2:
        first, last = (element.number_of(child.name) for child in element.children[:2])
        return first, last
    raise element.refused(TdfFault.TDF_BAD_RANGE)


def _round(element: Element) -> TomRound:
    kind = element.number_attribute("type")
    return TomRound(
        number=element.number_attribute("number"),
        type=kind,
        stage=element.number_attribute("stage"),
        seconds_left=element.seconds_of("timeleft"),
        paired_at=element.time_of("pairtime"),
        started_at=element.time_of("starttime"),
        matches=tuple(
            _match(match, bracket=kind == ELIMINATION) for match in element.all("matches", "match")
        ),
        line=element.line,
    )


def _match(element: Element, *, bracket: bool) -> TomMatch:
    single = element.find("player")
    if single is not None:
        left, right = single.attribute("userid"), None
    else:
        left = element.need("player1").attribute("userid")
        right = element.need("player2").attribute("userid")
    return TomMatch(
        outcome=_outcome(element, alone=right is None, bracket=bracket),
        left=left,
        right=right,
        table=element.number_of("tablenumber"),
        at=element.time_of("timestamp"),
        code=element.attribute("outcome"),
        fixed=(_fixed(element, "player1"), _fixed(element, "player2")),
        line=element.line,
    )


def _fixed(match: Element, seat: str) -> str:
    player = match.find(seat)
    return player.attributes.get("staticseat", "") if player else ""


def _outcome(element: Element, *, alone: bool, bracket: bool) -> Outcome | None:
    """The outcome, refused where it is unknown or does not fit the number of players.

    In a bracket a win of a player without an opponent is a bye.
    """
    code = element.attribute("outcome")
    if code not in OUTCOME_OF:
        raise element.refused(TdfFault.TDF_BAD_OUTCOME, value=code)
    outcome = OUTCOME_OF[code]
    if alone and bracket and outcome is Outcome.LEFT:
        return Outcome.BYE
    if outcome is not None and alone != (outcome in ALONE):
        raise element.refused(TdfFault.TDF_BAD_SEATS, value=code, players=1 if alone else 2)
    return outcome


def _standings(element: Element) -> TomStandings:
    places = [
        (player.attribute("id"), player.number_attribute("place") if "place" in player.attributes else None)
        for player in element.all("player")
    ]
    return TomStandings(
        category=_category(element, "category"),
        finished=element.attribute("type") == "finished",
        places=tuple(places),
        line=element.line,
    )


def _cut(element: Element) -> TomCut:
    return TomCut(
        category=_category(element, "key"),
        options=tuple(value.number for value in element.all("options", "value")),
        cut=element.number_of("cut"),
        player_count=element.number_of("playercount"),
        third_place=element.flag_of("paired3rd4th"),
    )
