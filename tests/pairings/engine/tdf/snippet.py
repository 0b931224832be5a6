"""A small TOM file in which a test changes one thing, so that only the relevant part is visible."""

PLAYERS = (("11", "Ada", "Lund", "1999"), ("12", "Béla", "Orr", "2012"), ("13", "Cleo", "Paz", "2015"))

TEMPLATE = """<?xml version="1.0" encoding="UTF-8"?>
<tournament type="2" stage="4" version="1.86" gametype="TRADING_CARD_GAME" mode="LEAGUECHALLENGE">
	<data>
		<name>Harbor &amp; Hill&apos;s Challenge</name>
		<id>26-09-000001</id>
		<city>Port City</city>
		<state></state>
		<country>Brazil</country>
		<roundtime>50</roundtime>
		<finalsroundtime>75</finalsroundtime>
		<organizer popid="900" name="Oak Organizer"/>
		<startdate>09/05/2026</startdate>
		<lessswiss>false</lessswiss>
		<autotablenumber>true</autotablenumber>
		<overflowtablestart>20</overflowtablestart>
	</data>
	<timeelapsed>14240</timeelapsed>
	<players>
{players}
	</players>
	<pods>
		<pod category="10" stage="0">
			<poddata>
				<startingtable>5</startingtable>
				<playoff3rd4th>true</playoff3rd4th>
				<subgroupcount>1</subgroupcount>
				<additionalrounds>1</additionalrounds>
				<blockedranges>
				</blockedranges>
			</poddata>
			<subgroups>
				<subgroup number="1">
					<players>
{roster}
					</players>
				</subgroup>
			</subgroups>
			<rounds>
{rounds}
			</rounds>
		</pod>
	</pods>
{after}
	<finalsoptions>
		<categorycut key="2">
			<options>
				<value>0</value>
				<value>4</value>
			</options>
			<cut>4</cut>
			<playercount>3</playercount>
			<paired3rd4th>true</paired3rd4th>
		</categorycut>
	</finalsoptions>
</tournament>
"""


def player(user_id: str, first: str, last: str, year: str, more: str = "<starter>true</starter>") -> str:
    return (
        f'<player userid="{user_id}"><firstname>{first}</firstname><lastname>{last}</lastname>'
        f"<birthdate>02/27/{year}</birthdate>{more}</player>"
    )


def match(outcome: str, left: str, right: str | None = None, table: str = "1") -> str:
    seats = f'<player userid="{left}"/>'
    if right is not None:
        seats = f'<player1 userid="{left}"/><player2 userid="{right}"/>'
    stamp = "<timestamp>09/05/2026 10:45:00</timestamp>"
    return f'<match outcome="{outcome}">{seats}{stamp}<tablenumber>{table}</tablenumber></match>'


def round_of(number: int, *matches: str, kind: str = "2", stage: str = "6") -> str:
    inside = "".join(matches)
    return (
        f'<round number="{number}" type="{kind}" stage="{stage}" ><timeleft>0</timeleft>'
        f"<pairtime>09/05/2026 10:00:00</pairtime><starttime></starttime><matches>{inside}</matches></round>"
    )


def tom(
    *rounds: str,
    players: tuple[str, ...] | None = None,
    roster: tuple[str, ...] = ("11", "12", "13"),
    after: str = "",
) -> bytes:
    """Return a file with these rounds; `players` are elements, three by default."""
    people = players if players is not None else tuple(player(*one) for one in PLAYERS)
    seats = "\n".join(f'<player userid="{user_id}" />' for user_id in roster)
    return TEMPLATE.format(
        players="\n".join(people), roster=seats, rounds="\n".join(rounds), after=after
    ).encode()
