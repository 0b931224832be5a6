"""Pages and files of results: standings, prizes, the files of TOM, the report in figures."""

from pairings.engine.standings.prizes import PrizeRow
from pairings.queries.standings.prizes import prize_tables
from pairings.services.standings.prizes import save_prizes
from tests.browser.hall import Hall, address
from tournaments.models import Tournament, User

FILES = {
    "pairings:prizes_export": "text/csv",
    "pairings:resistance": "application/pdf",
    "pairings:spreadsheet": "spreadsheet",
    "pairings:standings_csv": "text/csv",
    "pairings:tom_file": "application/octet-stream",
}
PRIZES = (PrizeRow(1, 1, "Trophy and playmat", 50, 18), PrizeRow(2, 8, "Playmat", 32, 9))


def prepare(over: Tournament, marta: User) -> None:
    table = prize_tables(over)[0]
    save_prizes(table.division, table.age_division, PRIZES, by=marta)


def addresses(hall: Hall) -> dict[str, list[str]]:
    table = prize_tables(hall.over)[0]
    of_list = {"pk": table.division.pk, "age_division": table.age_division}
    events = (hall.cup, hall.over)
    of_both = ("bubble", "event_report", "prizes", "tom")
    of_cup = ("files", "spreadsheet", "standings_csv", "tom_file")
    return {
        **{f"pairings:{name}": [address(f"pairings:{name}", event) for event in events] for name in of_both},
        **{f"pairings:{name}": [address(f"pairings:{name}", hall.cup)] for name in of_cup},
        "pairings:resistance": [address("pairings:resistance", hall.cup, pk=hall.match.left_id)],
        "pairings:prize_table": [address("pairings:prize_table", hall.over, **of_list)],
        "pairings:prizes_export": [address("pairings:prizes_export", hall.over, kind="csv")],
        "floor:event_summary": [address("floor:event_summary", event) for event in events],
    }
