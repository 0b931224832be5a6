"""Parse the elements of a TOM file."""

from collections.abc import Iterator

from .codes import ALONE, DIVISION_OF, OUTCOME_OF, Outcome
from .faults import TdfFault
from .source import TdfElement, parse_xml
from .tom_event import (
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
PARSED_PLAYER_ELEMENTS = {
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
"""Elements of a player that are parsed; all others are passed through unchanged."""


def read_event(data: bytes) -> TomEvent:
    """Parse the file; the module `checks` verifies its consistency.

    Raises TdfError for the first invalid element.
    """
    root = parse_xml(data)
    if root.name != "tournament":
        raise root.refused(TdfFault.TDF_NOT_A_TOURNAMENT)
    data_element = root.require_child("data")
    organizer = data_element.find("organizer")
    return TomEvent(
        type=root.number_attribute("type"),
        stage=root.number_attribute("stage"),
        version=root.attributes.get("version", ""),
        game_type=root.attributes.get("gametype", ""),
        mode=root.attributes.get("mode", ""),
        name=data_element.child_text("name"),
        sanction_id=data_element.child_text("id"),
        city=data_element.child_text("city"),
        state=data_element.child_text("state"),
        country=data_element.child_text("country"),
        round_minutes=data_element.child_number("roundtime"),
        cut_round_minutes=data_element.child_number("finalsroundtime"),
        organizer_id=organizer.attributes.get("popid", "") if organizer else "",
        organizer_name=organizer.attributes.get("name", "") if organizer else "",
        start_date=data_element.child_date("startdate"),
        less_swiss=data_element.child_flag("lessswiss"),
        auto_table_number=data_element.child_flag("autotablenumber"),
        overflow_table_start=data_element.child_number("overflowtablestart"),
        seconds_elapsed=root.child_seconds("timeelapsed"),
        players=tuple(_parse_player(player) for player in root.require_child("players").find_all("player")),
        pods=tuple(_parse_pod(pod) for pod in root.find_all("pods", "pod")),
        standings=tuple(_parse_standings(pod) for pod in root.find_all("standings", "pod")),
        cuts=tuple(
            TomCut(
                category=_parse_category(cut, "key"),
                options=tuple(value.number for value in cut.find_all("options", "value")),
                cut=cut.child_number("cut"),
                player_count=cut.child_number("playercount"),
                third_place=cut.child_flag("paired3rd4th"),
            )
            for cut in root.find_all("finalsoptions", "categorycut")
        ),
    )


def parse_tdf_players(data: bytes) -> tuple[TomPlayer, ...]:
    """Parse the players from TOM's `players.xml` (root element `players`) or from an event file.

    Raises TdfError: TDF_NO_PLAYERS for any other file, or the fault of the first invalid element.
    """
    root = parse_xml(data)
    if root.name not in ("players", "tournament"):
        raise root.refused(TdfFault.TDF_NO_PLAYERS)
    players = root if root.name == "players" else root.require_child("players")
    return tuple(_parse_player(player) for player in players.find_all("player"))


def _parse_player(element: TdfElement) -> TomPlayer:
    birth_date = element.child_date("birthdate")
    dropped = element.find("dropped")
    status = dropped.child_number("status", DROPPED) if dropped else 0
    valid_drop_element = dropped if status in (DROPPED, DISQUALIFIED) else None
    # Older files contain only "true" or "false" instead of child elements.
    late, late_element = None, element.find("late")
    if late_element is not None and late_element.text.strip().lower() != "false":
        late = TomLate(
            round=late_element.child_number("round") or None,
            forced_loss=late_element.child_flag("forcedloss"),
            used_forced_loss=late_element.child_flag("usedforcedloss"),
            at=late_element.child_time("timestamp"),
        )
    return TomPlayer(
        user_id=element.attribute("userid"),
        first_name=element.child_text("firstname"),
        last_name=element.child_text("lastname"),
        birth_year=birth_date.year if birth_date else None,
        starter=element.child_flag("starter"),
        order=element.child_number("order") or None,
        seed=element.child_number("seed") or None,
        byes=element.child_number("byes"),
        late=late,
        dropped_in=valid_drop_element.child_number("round") if valid_drop_element else None,
        dropped_at=valid_drop_element.child_time("timestamp") if valid_drop_element else None,
        disqualified=status == DISQUALIFIED,
        extras=tuple(_unparsed_elements(element)),
        line=element.line,
    )


def _unparsed_elements(player: TdfElement) -> Iterator[tuple[str, str, str]]:
    """Yield each unparsed element with plain text as (preceding element, name, text)."""
    previous_name = ""
    for child in player.children:
        is_plain_late = child.name == "late" and not child.children
        if is_plain_late or not (child.name in PARSED_PLAYER_ELEMENTS or child.children or child.attributes):
            yield previous_name, child.name, child.text.strip()
        previous_name = child.name


def _parse_pod(element: TdfElement) -> TomPod:
    pod_data = element.find("poddata") or TdfElement("poddata", element.line, {})
    ranges = (
        range_element for block in pod_data.find_all("blockedranges") for range_element in block.children
    )
    return TomPod(
        category=_parse_category(element, "category"),
        stage=element.number_attribute("stage"),
        starting_table=pod_data.child_number("startingtable", 1),
        third_place=pod_data.child_flag("playoff3rd4th"),
        additional_rounds=pod_data.child_number("additionalrounds"),
        blocked_ranges=tuple(_parse_range(range_element) for range_element in ranges),
        subgroups=tuple(
            tuple(player.attribute("userid") for player in group.find_all("players", "player"))
            for group in element.find_all("subgroups", "subgroup")
        ),
        rounds=tuple(_parse_round(round_) for round_ in element.find_all("rounds", "round")),
        line=element.line,
    )


def _parse_category(element: TdfElement, name: str) -> int:
    """Return the category in the attribute `name`.

    Raises TdfError: TDF_MISSING, TDF_BAD_NUMBER, TDF_BAD_CATEGORY.
    """
    category = element.number_attribute(name)
    if category not in DIVISION_OF:
        raise element.refused(TdfFault.TDF_BAD_CATEGORY, value=category)
    return category


def _parse_range(element: TdfElement) -> tuple[int, int]:
    """Return the first and last table of a range: two attributes or two children, of any name.

    Raises TdfError: TDF_BAD_RANGE, TDF_MISSING, TDF_BAD_NUMBER.
    """
    if len(element.attributes) >= 2:
        first, last = (element.number_attribute(name) for name in list(element.attributes)[:2])
        return first, last
    if len(element.children) >= 2:
        first, last = (element.child_number(child.name) for child in element.children[:2])
        return first, last
    raise element.refused(TdfFault.TDF_BAD_RANGE)


def _parse_round(element: TdfElement) -> TomRound:
    kind = element.number_attribute("type")
    return TomRound(
        number=element.number_attribute("number"),
        type=kind,
        stage=element.number_attribute("stage"),
        seconds_left=element.child_seconds("timeleft"),
        paired_at=element.child_time("pairtime"),
        started_at=element.child_time("starttime"),
        matches=tuple(
            _parse_match(match, bracket=kind == ELIMINATION) for match in element.find_all("matches", "match")
        ),
        line=element.line,
    )


def _parse_match(element: TdfElement, *, bracket: bool) -> TomMatch:
    """Parse a match; `bracket` is whether its round belongs to the cut.

    Raises TdfError: TDF_MISSING, TDF_BAD_OUTCOME, TDF_BAD_SEATS if the outcome does not fit the number of
    players, TDF_BAD_NUMBER for the table, TDF_BAD_DATE and TDF_NO_SUCH_DAY for the time.
    """
    lone_player, player1, player2 = (element.find(name) for name in ("player", "player1", "player2"))
    if lone_player is not None:
        left, right = lone_player.attribute("userid"), None
    else:
        left = element.require_child("player1").attribute("userid")
        right = element.require_child("player2").attribute("userid")
    is_alone = right is None
    code = element.attribute("outcome")
    if code not in OUTCOME_OF:
        raise element.refused(TdfFault.TDF_BAD_OUTCOME, value=code)
    outcome = OUTCOME_OF[code]
    if is_alone and bracket and outcome is Outcome.LEFT:
        # In a bracket, TOM records a bye as a win without an opponent.
        outcome = Outcome.BYE
    elif outcome is not None and is_alone != (outcome in ALONE):
        raise element.refused(TdfFault.TDF_BAD_SEATS, value=code, players=1 if is_alone else 2)
    return TomMatch(
        outcome=outcome,
        left=left,
        right=right,
        table=element.child_number("tablenumber"),
        at=element.child_time("timestamp"),
        code=code,
        fixed=(
            player1.attributes.get("staticseat", "") if player1 else "",
            player2.attributes.get("staticseat", "") if player2 else "",
        ),
        line=element.line,
    )


def _parse_standings(element: TdfElement) -> TomStandings:
    places = [
        (player.attribute("id"), player.number_attribute("place") if "place" in player.attributes else None)
        for player in element.find_all("player")
    ]
    return TomStandings(
        category=_parse_category(element, "category"),
        finished=element.attribute("type") == "finished",
        places=tuple(places),
        line=element.line,
    )
