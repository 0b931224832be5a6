"""Small invented TOM files, so that tests do not need real ones."""

from collections.abc import Iterable, Sequence

Seats = tuple[int, int, int]
"""An outcome as TOM writes it, and two players by number; 0 if there is no one on the right."""

HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<tournament type="{type}" stage="{stage}" version="1.86" gametype="TRADING_CARD_GAME" mode="{mode}">
\t<data>
\t\t<name>{name}</name>
\t\t<id>{sanction}</id>
\t\t<city>Tarragona</city>
\t\t<state></state>
\t\t<country>{country}</country>
\t\t<roundtime>{minutes}</roundtime>
\t\t<finalsroundtime>75</finalsroundtime>
\t\t<organizer popid="1" name="Rowan Organizer"/>
\t\t<startdate>11/14/2026</startdate>
\t\t<lessswiss>false</lessswiss>
\t\t<autotablenumber>false</autotablenumber>
\t\t<overflowtablestart>0</overflowtablestart>
\t</data>
\t<timeelapsed>0</timeelapsed>
"""


def user_id(number: int) -> str:
    """Return the Player ID of the player with that number."""
    return str(7_000_000 + number)


def player(number: int, *, first: str = "", last: str = "", born: int = 1990, more: str = "") -> str:
    return (
        f'\t\t<player userid="{user_id(number)}">\n'
        f"\t\t\t<firstname>{first or f'Zoë {number}'}</firstname>\n"
        f"\t\t\t<lastname>{last or 'Núñez'}</lastname>\n"
        f"\t\t\t<birthdate>02/27/{born}</birthdate>\n"
        f"\t\t\t{more}\n"
        "\t\t\t<creationdate>11/01/2026 09:00:00</creationdate>\n"
        "\t\t\t<lastmodifieddate>11/01/2026 09:00:00</lastmodifieddate>\n"
        "\t\t</player>\n"
    )


def match(outcome: int, left: int, right: int, table: int) -> str:
    """Return one match; a player without an opponent sits at table 0."""
    seats = (
        f'<player1 userid="{user_id(left)}"/><player2 userid="{user_id(right)}"/>'
        if right
        else f'<player userid="{user_id(left)}"/>'
    )
    return (
        f'\t\t\t\t\t\t<match outcome="{outcome}">{seats}<timestamp>11/14/2026 12:30:00</timestamp>'
        f"<tablenumber>{table if right else 0}</tablenumber></match>\n"
    )


def round_(number: int, seats: Iterable[Seats], *, type_: int = 2, stage: int = 6) -> str:
    matches = "".join(match(*one, table) for table, one in enumerate(seats, 1))
    return (
        f'\t\t\t\t<round number="{number}" type="{type_}" stage="{stage}">\n'
        f"\t\t\t\t\t<timeleft>0</timeleft><pairtime>11/14/2026 {10 + number % 10}:00:00</pairtime>"
        "<starttime></starttime>\n"
        f"\t\t\t\t\t<matches>\n{matches}\t\t\t\t\t</matches>\n\t\t\t\t</round>\n"
    )


def pod(
    numbers: Iterable[int], rounds: Sequence[str] = (), *, category: int = 2, third_place: bool = False
) -> str:
    roster = "".join(f'<player userid="{user_id(number)}" />' for number in numbers)
    return (
        f'\t\t<pod category="{category}" stage="0">\n\t\t\t<poddata><startingtable>1</startingtable>'
        f"<playoff3rd4th>{'true' if third_place else 'false'}</playoff3rd4th>"
        "<subgroupcount>1</subgroupcount><additionalrounds>0</additionalrounds>"
        "<blockedranges></blockedranges></poddata>\n"
        f'\t\t\t<subgroups><subgroup number="1"><players>{roster}</players></subgroup></subgroups>\n'
        f"\t\t\t<rounds>\n{''.join(rounds)}\t\t\t</rounds>\n\t\t</pod>\n"
    )


def standings(places: dict[int, Sequence[int]]) -> str:
    """Return the official places by category code."""
    pods = "".join(
        f'\t\t<pod category="{category}" type="finished">'
        + "".join(
            f'<player id="{user_id(number)}" place="{place}" />' for place, number in enumerate(numbers, 1)
        )
        + f'</pod>\n\t\t<pod category="{category}" type="dnf"></pod>\n'
        for category, numbers in places.items()
    )
    return f"\t<standings>\n{pods}\t</standings>\n"


def file(
    players: Iterable[str],
    pods: Iterable[str] = (),
    *,
    type_: int = 2,
    stage: int = 4,
    mode: str = "LEAGUECHALLENGE",
    name: str = "Autumn Challenge",
    sanction: str = "26-11-000001",
    country: str = "Spain",
    minutes: int = 30,
    tail: str = "",
) -> bytes:
    head = HEAD.format(
        type=type_,
        stage=stage,
        mode=mode,
        name=name,
        sanction=sanction,
        country=country,
        minutes=minutes,
    )
    body = f"\t<players>\n{''.join(players)}\t</players>\n\t<pods>\n{''.join(pods)}\t</pods>\n"
    cuts = "\t<finalsoptions>\n\t</finalsoptions>\n"
    return f"{head}{body}{tail}{cuts}</tournament>\n".encode()


def swiss(players: int, rounds: Sequence[str] = (), *, category: int = 2, **head: object) -> bytes:
    """Return one pod of `players` who were all present from the start."""
    everybody = [player(number, more="<starter>true</starter>") for number in range(1, players + 1)]
    return file(everybody, [pod(range(1, players + 1), rounds, category=category)], **head)  # type: ignore[arg-type]
